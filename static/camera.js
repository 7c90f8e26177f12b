/* A picture fills in the form a hand would fill: dice are boxed and can be tapped, unsure ones are marked, a person confirms. */
(() => {
  "use strict";
  const { $, $$, make, changed, put, whenDrawn } = companion;
  const LONG_SIDE = 1600;
  const SVG = "http://www.w3.org/2000/svg";

  /* Scaled down in the browser; what it cannot open (HEIC) goes as it is and is answered with a sentence. */
  const smaller = async (file) => {
    try {
      const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
      const scale = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
      return { blob: blob || file, width: canvas.width, height: canvas.height };
    } catch {
      return { blob: file, width: 0, height: 0 };
    }
  };

  const sentence = (words) => make("p", { className: "sentence", textContent: words });
  const say = (box, words) => box.replaceChildren(sentence(words));
  /* What the server reads in a picture; null where it could not, which is said in the place for readings. */
  const readings = async (place, address, file, fields = {}) => {
    const box = $(".reading", place);
    say(box, place.dataset.wordsReading);
    const picture = await smaller(file);
    const form = new FormData();
    form.set("image", picture.blob, "picture.jpg");
    Object.entries(fields).forEach(([name, value]) => form.set(name, value));
    let answer;
    try {
      answer = await fetch(address, { method: "POST", body: form });
    } catch {
      say(box, place.dataset.wordsLost);
      return null;
    }
    const data = await answer.json().catch(() => ({}));
    if (answer.ok) return { data, picture };
    say(box, data.error?.message ?? place.dataset.wordsLost);
    return null;
  };
  const byCamera = (form) => { if (form?.elements.via) put(form.elements.via, "camera", false); };
  const part = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
  };

  const inWords = ({ dataset }, seen, unsure) => {
    const words = !seen ? dataset.wordsNone : unsure ? dataset.wordsUnsure : dataset.wordsSure;
    const said = sentence(words.replace("#", seen).replace("@", unsure));
    said.classList.toggle("cost", unsure > 0);
    return said;
  };
  companion.pictures = { byCamera, inWords, part, readings, sentence };   /* for cards.js */

  const diceInWords = (pad, { spots }) => inWords(pad, spots.length, spots.filter((spot) => !spot.sure).length);
  /* What is to be said of the tray that was marked: nothing where it fits, and where dice lie in it. */
  const inTray = (pad, { tray, outside }) => {
    const words = tray === "unfit" ? pad.dataset.wordsUnfit : outside ? pad.dataset.wordsOutside.replace("#", outside) : "";
    return words ? [make("p", { className: "sentence cost", textContent: words })] : [];
  };
  /* The camera beside the table: its own small picture, boxes already drawn; dice are corrected in the row below. */
  const drawPreview = (pad, reading, box) => {
    const src = `/camera/preview.jpg?throw=${reading.number}`;
    const shown = $(`img[src="${src}"]`, box);
    const image = shown ?? make("img", { className: "live", alt: "", src });
    if (!shown) image.addEventListener("error", () => image.remove());
    box.replaceChildren(image, ...inTray(pad, reading), diceInWords(pad, reading), ...awayOf(pad, reading));
  };
  /* What was picked may be no die at all. */
  const awayOf = (pad, { picked }) => {
    const away = picked === null ? null : $("template.away", pad)?.content.firstElementChild.cloneNode(true);
    return away ? [away] : [];
  };

  /* ---- One pad: `spots` are the dice seen, each with the face it shows now ("?" while nobody knows) ---- */
  const draw = (pad) => {
    const reading = pad.companionReading;
    const box = $(".reading", pad);
    if (!reading) return;
    if (!reading.url) return drawPreview(pad, reading, box);
    const svg = part("svg", { viewBox: `0 0 ${reading.width} ${reading.height}`, class: "shot", role: "group" });
    svg.append(part("image", { href: reading.url, width: reading.width, height: reading.height }));
    const unit = Math.max(reading.width, reading.height) / 100;
    reading.spots.forEach((spot, index) => {
      const [x, y, w, h] = spot.box;
      const looks = ["spot", ...(spot.sure ? [] : ["unsure"]), ...(index === reading.picked ? ["picked"] : [])];
      const group = part("g", {
        class: looks.join(" "), tabindex: 0, role: "button", "data-spot": index, "aria-label": `${index + 1}: ${spot.face}`,
      });
      const middle = x + w / 2;
      const above = Math.max(0, y - unit * 5.2);
      group.append(part("rect", { x, y, width: w, height: h, rx: unit, "stroke-width": unit * 0.7 }));
      group.append(part("rect", {
        class: "tab", x: middle - unit * 3, y: above, width: unit * 6, height: unit * 5, rx: unit,
      }));
      const text = part("text", { x: middle, y: above + unit * 2.6, "font-size": unit * 4 });
      text.textContent = spot.word ?? spot.face;
      group.append(text);
      svg.append(group);
    });
    box.replaceChildren(svg, diceInWords(pad, reading), ...awayOf(pad, reading));
  };
  /* ---- The tray: every die seen lies in it, an unsure one in the colour of warnings; tapped, it asks what it shows ---- */
  const unknown = () => {
    const die = part("svg", { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" });
    const text = part("text", { x: 50, y: 52 });
    text.textContent = "?";
    die.append(part("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20 }), text);
    return make("button", { type: "button", className: "unknown" }, die);
  };
  const drawTray = (pad) => {
    const reading = pad.companionReading;
    const tray = $(".dice", pad);
    if (!reading || !tray) return;
    const known = $$("button:not(.unknown)", tray);
    tray.replaceChildren(...reading.spots.map((spot, index) => {
      const die = spot.face === "?" ? unknown() : known.shift() ?? unknown();
      delete die.dataset.remove;
      die.dataset.spot = String(index);
      die.classList.toggle("unsure", !spot.sure);
      die.setAttribute("aria-pressed", String(reading.picked === index));
      if (!spot.sure) die.setAttribute("aria-label", `${spot.word ?? spot.face}: ${pad.dataset.wordsWhich}`);
      return die;
    }));
  };
  const unsureIn = (pad) => pad.companionReading?.spots.filter((spot) => !spot.sure) ?? [];
  const unsureOf = (form) => $$(".dice-pad[data-for]", form).flatMap(unsureIn);
  /* A die that nobody is sure of holds the action back. */
  const holdBack = () => {
    $$("form.acting:has(.dice-pad[data-for])").forEach((form) => {
      const waits = unsureOf(form).length > 0;
      [...form.elements].filter((button) => button.matches("button.primary, [data-waits]")).forEach((button) => {
        if (waits) {
          button.disabled = true;
          button.companionHeld = true;
        } else if (button.companionHeld) {
          button.companionHeld = false;
          button.disabled = button.dataset.waits !== undefined && !$(`#${button.dataset.waits} [data-ready]`);
        }
      });
    });
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches?.("form.acting") || !unsureOf(event.target).length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    $(".dice .unsure", event.target)?.focus();
  }, true);
  document.addEventListener("companion:dice-drawn", (event) => { drawTray(event.target); holdBack(); });
  whenDrawn(() => { $$(".dice-pad").forEach(drawTray); holdBack(); });

  const fill = (pad) => {
    const { spots } = pad.companionReading;
    const form = pad.closest("form");
    if (pad.dataset.for) {
      const input = $(`[name="${CSS.escape(pad.dataset.for)}"]`, form);
      put(input, spots.map((spot) => spot.face).filter((face) => face !== "?").join(","));
    } else {   /* dice that differ: by colour where it is known, else the first that has the face */
      const selects = $$("select[data-die]", pad);
      selects.forEach((select) => { select.value = ""; });
      spots.forEach((spot) => {
        const takes = (select) => !select.value && [...select.options].some((option) => option.value === spot.face);
        const select = selects.find((one) => takes(one) && spot.colour && one.dataset.die.startsWith(spot.colour)) || selects.find(takes);
        if (select) { select.value = spot.face; select.classList.toggle("unsure", !spot.sure); changed(select); }
      });
    }
    byCamera(form);
    draw(pad);
    holdBack();
  };
  const wordOf = (pad, face) => $(`.keypad [data-face="${CSS.escape(face)}"] svg`, pad)?.getAttribute("aria-label");

  const spotsOf = (pad, data) => {
    const faces = (pad.dataset.faces || "").split(",");
    return data.dice.map((die) => {
      const names = [die.face, die.value, die.guess_face, die.guess].filter((face) => face !== null && face !== undefined).map(String);
      const face = names.find((name) => faces.includes(name)) ?? "?";
      const sure = face !== "?" && (die.face !== null || die.value !== null);
      return { face, word: wordOf(pad, face), sure, box: die.box, colour: die.colour };
    });
  };
  let newest = null;   // the newest throw that the stream told of: when it came to rest, and the number the table had then
  const readWebcam = async (pad, now) => {
    if (now) say($(".reading", pad), pad.dataset.wordsReading);
    try {
      const answer = await fetch(`/api/webcam/dice?game=${pad.dataset.game}${now ? "&now=1" : ""}`, { cache: "no-store" });
      const data = await answer.json();
      if (!answer.ok) return now && say($(".reading", pad), data.error.message);
      const { number, tray, outside } = data;
      pad.companionReading = { spots: spotsOf(pad, data), number, tray, outside, thrown: newest?.thrown, picked: null };
      fill(pad);
    } catch {
      if (now) say($(".reading", pad), pad.dataset.wordsLost);
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-webcam]");
    if (button) readWebcam(button.closest(".dice-pad"), true);
  });
  /* A throw came to rest: proposed where dice are asked for and nothing was keyed yet. A page that opens or wakes up is told
     of it first and may draw the question that it belongs to a moment later; a stream that begins anew tells of it again. */
  let waits = false;
  const keyed = (pad) => (pad.dataset.for
    ? $(`[name="${CSS.escape(pad.dataset.for)}"]`, pad.closest("form")).value
    : $$("select[data-die]", pad).some((select) => select.value));
  const offer = () => {
    const shown = Number($("#panel > [data-seq]")?.dataset.seq);
    if (!waits || !(shown >= newest.seq)) return;
    waits = false;
    const pad = $(".dice-pad:has([data-webcam])");
    const had = pad?.companionReading;
    if (pad && shown === newest.seq && (had ? had.thrown !== newest.thrown : !keyed(pad))) readWebcam(pad, false);
  };
  document.addEventListener("companion:throw", ({ detail }) => {
    newest = detail;
    waits = true;
    offer();
  });
  whenDrawn(offer);
  /* The host page: pictures while somebody looks, at most ten a second. */
  setInterval(() => {
    const image = $("img[data-live]");
    if (image && !document.hidden && (image.complete || !image.src)) image.src = `${image.dataset.live}?t=${Date.now()}`;
  }, 150);

  const readDice = async (pad, file) => {
    const { game, low, high, faces } = pad.dataset;
    const values = [...new Set((faces || "").split(","))].filter((face) => /^[1-6]$/.test(face)).sort().join();
    const known = { game, ...(values ? { values } : {}), ...(low === high ? { count: high } : {}) };
    const read = await readings(pad, "/api/read/dice", file, known);
    if (!read) return;
    const { data, picture } = read;
    const spots = spotsOf(pad, data);
    const size = picture.width ? picture : await new Promise((done) => {
      const image = new Image();
      image.onload = () => done({ width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = () => done({ width: 100, height: 100 });
      image.src = URL.createObjectURL(picture.blob);
    });
    const { width, height } = size;
    pad.companionReading = { spots, url: URL.createObjectURL(picture.blob), width, height, thrown: newest?.thrown, picked: null };
    fill(pad);
  };

  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!input.matches?.("input[type=file][data-read=dice]") || !input.files[0]) return;
    event.stopPropagation();
    readDice(input.closest(".dice-pad"), input.files[0]).finally(() => { input.value = ""; });
  }, true);
  const pick = (event) => {
    const spot = event.target.closest?.("[data-spot]");
    if (!spot) return;
    const pad = spot.closest(".dice-pad");
    pad.companionReading.picked = Number(spot.dataset.spot);
    draw(pad);
    companion.drawDice(pad);
  };
  document.addEventListener("click", pick);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.("svg [data-spot]")) return;
    event.preventDefault();
    pick(event);
  });
  /* With a die picked in the picture, the keypad says what it shows. */
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".dice-pad button");
    const pad = button?.closest(".dice-pad");
    const reading = pad?.companionReading;
    if (!reading) return;
    if (button.matches("[data-away]")) reading.spots.splice(reading.picked, 1);
    else if (button.dataset.face !== undefined) {
      const at = reading.picked ?? reading.spots.findIndex((spot) => !spot.sure);
      if (at < 0) return;
      Object.assign(reading.spots[at], { face: button.dataset.face, word: wordOf(pad, button.dataset.face), sure: true });
    } else return;
    reading.picked = null;
    event.preventDefault();
    event.stopImmediatePropagation();
    fill(pad);
  }, true);
  document.addEventListener("htmx:finally:request", (event) => {
    const form = event.detail.ctx.sourceElement;   /* asking for the sentence is not entering */
    if (!form.matches?.("form.acting") || (event.detail.ctx.response?.status ?? 500) >= 400) return;
    $$(".dice-pad", form).forEach((pad) => { pad.companionReading = null; $(".reading", pad)?.replaceChildren(); });
    if (form.elements.via) form.elements.via.value = "hand";
  });
})();
