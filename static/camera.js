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
  const diceInWords = (pad, { spots }) => inWords(pad, spots.length, spots.filter((spot) => !spot.sure).length);
  /* The camera beside the table: its own small picture, boxes already drawn; dice are corrected in the row below. */
  const drawPreview = (pad, reading, box) => {
    const image = make("img", { className: "live", alt: "", src: `/camera/preview.jpg?throw=${reading.number}` });
    image.addEventListener("error", () => image.remove());
    box.replaceChildren(image, diceInWords(pad, reading));
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
    const words = diceInWords(pad, reading);
    const away = $("template.away", pad)?.content.firstElementChild.cloneNode(true);
    box.replaceChildren(svg, words, ...(away && reading.picked !== null ? [away] : []));
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
  const readWebcam = async (pad, now) => {
    if (now) say($(".reading", pad), pad.dataset.wordsReading);
    try {
      const answer = await fetch(`/api/webcam/dice?game=${pad.dataset.game}${now ? "&now=1" : ""}`, { cache: "no-store" });
      const data = await answer.json();
      if (!answer.ok) return now && say($(".reading", pad), data.error.message);
      pad.companionReading = { spots: spotsOf(pad, data), number: data.number, picked: null };
      fill(pad);
    } catch {
      if (now) say($(".reading", pad), pad.dataset.wordsLost);
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-webcam]");
    if (button) readWebcam(button.closest(".dice-pad"), true);
  });
  /* A throw came to rest: proposed where dice are asked for and nothing was keyed yet. */
  document.addEventListener("companion:throw", () => {
    const pad = $(".dice-pad:has([data-webcam])");
    const keyed = pad?.dataset.for && !pad.companionReading && $(`[name="${CSS.escape(pad.dataset.for)}"]`, pad.closest("form")).value;
    if (pad && !keyed) readWebcam(pad, false);
  });
  /* ---- Cards: outlines with names; the form hears "companion:cards" with the names and fills itself. A card that is not sure
     is filled in too, by the likeliest name, marked, and confirmed with the rest: `unsure` lists such names. ---- */
  const nameOf = (card) => card.name ?? card.alternatives[0] ?? null;
  const readCards = async (place, file) => {
    const read = await readings(place, `/api/tables/${place.dataset.code}/read/cards`, file);
    if (!read) return;
    const { data, picture } = read;
    if (place.dataset.pile && place.companionCards) (place.companionShots ??= []).push(place.companionCards.cards);
    place.companionCards = { cards: data.cards, picture, url: URL.createObjectURL(picture.blob) };
    showCards(place);
  };
  const showCards = (place) => { drawCards(place); tellCards(place); };
  /* Several pictures of one pile: of each name as many as the picture has that shows most of it; of those before, the sure ones. */
  const namesOf = (place) => {
    const most = new Map();
    const before = (place.companionShots ?? []).map((cards) => cards.map(({ name }) => name));
    [...before, place.companionCards.cards.map(nameOf)].forEach((names) => {
      const seen = new Map();
      names.filter(Boolean).forEach((name) => seen.set(name, (seen.get(name) ?? 0) + 1));
      seen.forEach((n, name) => most.set(name, Math.max(n, most.get(name) ?? 0)));
    });
    return [...most].flatMap(([name, n]) => Array(n).fill(name));
  };
  const countedIn = (place) => {
    const { dataset } = place;
    const wanted = Number($("[data-pile-count]", place)?.value) || 0;
    if (!wanted) return null;
    const seen = namesOf(place).length;
    const words = seen < wanted ? dataset.wordsFewer : seen > wanted ? dataset.wordsMore : dataset.wordsAll;
    const said = sentence(words.replace("#", seen).replace("@", wanted));
    said.classList.toggle("cost", seen !== wanted);
    return said;
  };
  const pressed = (textContent, className, tap) => {
    const button = make("button", { type: "button", textContent, className });
    button.addEventListener("click", tap);
    return button;
  };
  const drawCards = (place) => {
    const { cards, picture, url } = place.companionCards;
    const svg = part("svg", { viewBox: `0 0 ${picture.width || 100} ${picture.height || 100}`, class: "shot" });
    svg.append(part("image", { href: url, width: picture.width, height: picture.height }));
    const unit = Math.max(picture.width, picture.height) / 100;
    cards.forEach((card, index) => {
      const group = part("g", { class: card.name ? "spot" : "spot unsure" });
      group.append(part("polygon", { points: card.corners.map((corner) => corner.join(",")).join(" "), "stroke-width": unit * 0.7 }));
      const [x, y] = [0, 1].map((axis) => card.corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
      const text = part("text", { x, y, "font-size": unit * 4, class: "halo" });
      text.textContent = card.name ?? `${nameOf(card) ?? index + 1}?`;
      group.append(text);
      svg.append(group);
    });
    const unknown = cards.filter((card) => !nameOf(card)).length;
    const marked = cards.filter((card) => !card.name).length;
    const words = unknown || !marked ? inWords(place, cards.length, unknown) : markedInWords(place, cards.length, marked);
    const asked = cards.flatMap((card, index) => (card.name ? [] : [ask(place, card, index)]));
    const learning = cards.filter((card) => card.byHand).map((card) => learn(place, card));
    const anew = place.companionShots?.length ? [pressed(place.dataset.wordsAnew, "quiet", () => {
      place.companionShots = place.companionCards = null;
      $(".reading", place).replaceChildren();
      tellCards(place);
    })] : [];
    const counted = countedIn(place);
    const said = counted && marked ? [counted, words] : [counted ?? words];
    $(".reading", place).replaceChildren(svg, ...said, ...asked, ...learning, ...anew);
  };
  const markedInWords = ({ dataset }, seen, marked) => {
    const said = sentence(dataset.wordsMarked.replace("#", seen).replace("@", marked));
    said.classList.add("cost");
    return said;
  };
  /* A card that is not sure: the likeliest name is pressed, another is a tap; else it is typed. Then this picture of it can be learnt. */
  const ask = (place, card, index) => {
    const { wordsName, wordsAway } = place.dataset;
    const name = (chosen) => { if (chosen.trim()) { card.name = chosen.trim(); card.byHand = true; showCards(place); } };
    const number = make("b", { textContent: `${index + 1}?` });
    const offers = card.alternatives.map((other, likely) => {
      const offered = pressed(other, likely ? "" : "unsure", () => name(other));
      offered.setAttribute("aria-pressed", String(!likely));
      return offered;
    });
    const typed = make("input", { type: "text", className: "grow", maxLength: 40, placeholder: wordsName });
    typed.setAttribute("aria-label", wordsName);
    typed.addEventListener("change", (event) => { event.stopPropagation(); name(typed.value); });
    const away = pressed(wordsAway, "quiet", () => { place.companionCards.cards.splice(index, 1); showCards(place); });
    return make("div", { className: "row" }, number, ...offers, typed, away);
  };
  const learn = (place, card) => {
    const { code, wordsLearn, wordsLearnt, wordsLost } = place.dataset;
    if (card.learnt) return sentence(card.learnt);
    return pressed(wordsLearn.replace("@", card.name), "", async (event) => {
      const form = new FormData();
      form.set("image", place.companionCards.picture.blob, "picture.jpg");
      form.set("name", card.name);
      form.set("corners", card.corners.flat().join(","));
      event.target.disabled = true;
      try {
        const answer = await fetch(`/api/tables/${code}/camera/card`, { method: "POST", body: form });
        const data = await answer.json();
        card.learnt = answer.ok ? wordsLearnt.replace("@", data.name) : data.error.message;
      } catch {
        card.learnt = wordsLost;
      }
      drawCards(place);
    });
  };
  const tellCards = (place) => {
    const cards = place.companionCards?.cards ?? [];
    const unsure = cards.filter((card) => !card.name && nameOf(card)).map(nameOf);
    const names = place.companionCards ? namesOf(place) : [];
    place.dispatchEvent(new CustomEvent("companion:cards", { bubbles: true, detail: { names, unsure } }));
    byCamera(place.closest("form"));
  };
  document.addEventListener("input", (event) => {
    const place = event.target.matches?.("[data-pile-count]") && event.target.closest(".card-camera");
    if (!place) return;
    event.stopPropagation();
    if (place.companionCards) drawCards(place);
  }, true);
  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!input.matches?.("input[type=file][data-read=cards]") || !input.files[0]) return;
    event.stopPropagation();
    readCards(input.closest(".card-camera"), input.files[0]).finally(() => { input.value = ""; });
  }, true);
  /* Without a game's own way of filling in: a name field beside the camera takes the name of the only card; of several, such as
     all that lie in a ring, the one that is tapped, and the others stay on offer for the next ones that are asked for. */
  const fieldOf = (place) => $(`[name="${CSS.escape(place.dataset.fill)}"]`, place.closest("form"));
  const waiting = ({ dataset }) => (sessionStorage.getItem(`cards-${dataset.code}`) ?? "").split("\n").filter(Boolean);
  const wait = ({ dataset }, names) => sessionStorage.setItem(`cards-${dataset.code}`, names.join("\n"));
  const offer = (place) => {
    $(".from-picture", place)?.remove();
    const buttons = waiting(place).map((name) => pressed(name, "", () => put(fieldOf(place), name)));
    if (!buttons.length) return false;
    const which = make("p", { className: "soft small", textContent: place.dataset.wordsWhich });
    $(".reading", place).append(make("div", { className: "from-picture stack" }, which, make("div", { className: "chips" }, ...buttons)));
    return true;
  };
  document.addEventListener("companion:cards", (event) => {
    const place = event.target;
    if (!place.dataset.fill) return;
    const { names, unsure } = event.detail;
    wait(place, names.length > 1 ? names : []);
    offer(place);
    if (names.length !== 1) return;
    const field = fieldOf(place);
    put(field, names[0]);
    field.classList.toggle("unsure", unsure.includes(names[0]));
    field.addEventListener("beforeinput", () => field.classList.remove("unsure"), { once: true });
  });
  whenDrawn(() => $$(".card-camera[data-fill]").filter((place) => !$(".from-picture", place)).forEach((place) => {
    const folded = place.closest("details");
    if (offer(place) && folded) folded.open = true;
  }));
  document.addEventListener("htmx:finally:request", (event) => {
    const form = event.detail.ctx.sourceElement;
    if (!form.matches?.("form.acting") || (event.detail.ctx.response?.status ?? 500) >= 400) return;
    const { place, name } = form.companionEntered ?? {};
    if (!place) return;
    const left = waiting(place);
    const used = left.indexOf(name);
    if (used >= 0) wait(place, left.toSpliced(used, 1));
  });
  document.addEventListener("submit", (event) => {   /* once it is entered, the field is empty */
    const place = $(".card-camera[data-fill]", event.target);
    if (place) event.target.companionEntered = { place, name: fieldOf(place).value };
  }, true);

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
    pad.companionReading = { spots, url: URL.createObjectURL(picture.blob), width, height, picked: null };
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
    drawTray(pad);
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
    $$(".card-camera", form).forEach((place) => {
      place.companionShots = place.companionCards = null;
      $(".reading", place).replaceChildren();
      if ($("[data-pile-count]", place)) $("[data-pile-count]", place).value = "";
    });
    $$("input.unsure", form).forEach((field) => field.classList.remove("unsure"));
    $$(".dice-pad", form).forEach((pad) => { pad.companionReading = null; $(".reading", pad)?.replaceChildren(); });
    if (form.elements.via) form.elements.via.value = "hand";
  });
})();
