/* A picture fills in the form a hand would fill: dice are boxed and can be tapped, unsure ones are marked, a person confirms. */
(() => {
  "use strict";
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
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

  const say = (box, words) => { const p = document.createElement("p"); p.className = "sentence"; p.textContent = words; box.replaceChildren(p); };
  const part = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
  };

  const inWords = (pad, reading) => {
    const words = document.createElement("p");
    words.className = "sentence";
    const unsure = reading.spots.filter((spot) => !spot.sure).length;
    words.textContent = (reading.spots.length ? (unsure ? pad.dataset.wordsUnsure : pad.dataset.wordsSure) : pad.dataset.wordsNone)
      .replace("#", reading.spots.length).replace("@", unsure);
    return words;
  };
  /* The camera beside the table: its own small picture, boxes already drawn; dice are corrected in the row below. */
  const drawPreview = (pad, reading, box) => {
    const image = document.createElement("img");
    image.className = "live";
    image.alt = "";
    image.src = `/camera/preview.jpg?throw=${reading.number}`;
    image.addEventListener("error", () => image.remove());
    box.replaceChildren(image, inWords(pad, reading));
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
      const group = part("g", { class: "spot" + (spot.sure ? "" : " unsure") + (index === reading.picked ? " picked" : ""), tabindex: 0, role: "button", "data-spot": index, "aria-label": `${index + 1}: ${spot.face}` });
      group.append(part("rect", { x, y, width: w, height: h, rx: unit, "stroke-width": unit * 0.7 }));
      group.append(part("rect", { class: "tab", x: x + w / 2 - unit * 3, y: Math.max(0, y - unit * 5.2), width: unit * 6, height: unit * 5, rx: unit }));
      const text = part("text", { x: x + w / 2, y: Math.max(0, y - unit * 5.2) + unit * 2.6, "font-size": unit * 4 });
      text.textContent = spot.word ?? spot.face;
      group.append(text);
      svg.append(group);
    });
    const words = inWords(pad, reading);
    const away = $("template.away", pad)?.content.firstElementChild.cloneNode(true);
    box.replaceChildren(svg, words, ...(away && reading.picked !== null ? [away] : []));
  };
  const fill = (pad) => {
    const { spots } = pad.companionReading;
    const form = pad.closest("form");
    if (pad.dataset.for) {
      const input = $(`[name="${CSS.escape(pad.dataset.for)}"]`, form);
      input.value = spots.map((spot) => spot.face).filter((face) => face !== "?").join(",");
      input.setAttribute("data-dirty", "");
      companion.drawDice(pad);
      input.dispatchEvent(new Event("change", { bubbles: true }));
    } else {   /* dice that differ: by colour where it is known, else the first that has the face */
      const selects = $$("select[data-die]", pad);
      selects.forEach((select) => { select.value = ""; });
      spots.forEach((spot) => {
        const takes = (select) => !select.value && [...select.options].some((option) => option.value === spot.face);
        const select = selects.find((one) => takes(one) && spot.colour && one.dataset.die.startsWith(spot.colour)) || selects.find(takes);
        if (select) { select.value = spot.face; select.dispatchEvent(new Event("change", { bubbles: true })); }
      });
    }
    const via = form.elements.via;
    if (via) { via.value = "camera"; via.setAttribute("data-dirty", ""); }
    draw(pad);
  };
  const wordOf = (pad, face) => $(`.keypad [data-face="${CSS.escape(face)}"] svg`, pad)?.getAttribute("aria-label");

  const spotsOf = (pad, data) => {
    const faces = (pad.dataset.faces || "").split(",");
    return data.dice.map((die) => {
      const names = [die.face, die.value, die.guess_face, die.guess].filter((face) => face !== null && face !== undefined).map(String);
      const face = names.find((name) => faces.includes(name)) ?? "?";
      return { face, word: wordOf(pad, face), sure: face !== "?" && (die.face !== null || die.value !== null), box: die.box, colour: die.colour };
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
  /* ---- Cards: outlines with names; the form hears "companion:cards" with the names and fills itself ---- */
  const readCards = async (place, file) => {
    const box = $(".reading", place);
    say(box, place.dataset.wordsReading);
    const picture = await smaller(file);
    const form = new FormData();
    form.set("image", picture.blob, "picture.jpg");
    let answer;
    try {
      answer = await fetch(`/api/tables/${place.dataset.code}/read/cards`, { method: "POST", body: form });
    } catch {
      return say(box, place.dataset.wordsLost);
    }
    const data = await answer.json().catch(() => ({}));
    if (!answer.ok) return say(box, data.error?.message ?? place.dataset.wordsLost);
    place.companionCards = { cards: data.cards, picture, url: URL.createObjectURL(picture.blob) };
    drawCards(place);
    tellCards(place);
  };
  const drawCards = (place) => {
    const { cards, picture, url } = place.companionCards;
    const svg = part("svg", { viewBox: `0 0 ${picture.width || 100} ${picture.height || 100}`, class: "shot" });
    svg.append(part("image", { href: url, width: picture.width, height: picture.height }));
    const unit = Math.max(picture.width, picture.height) / 100;
    cards.forEach((card, index) => {
      const group = part("g", { class: "spot" + (card.name ? "" : " unsure") });
      group.append(part("polygon", { points: card.corners.map((corner) => corner.join(",")).join(" "), "stroke-width": unit * 0.7 }));
      const [x, y] = [0, 1].map((axis) => card.corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
      const text = part("text", { x, y, "font-size": unit * 4, class: "halo" });
      text.textContent = card.name ?? `${index + 1}?`;
      group.append(text);
      svg.append(group);
    });
    const words = document.createElement("p");
    words.className = "sentence";
    const unknown = cards.filter((card) => !card.name).length;
    words.textContent = (cards.length ? (unknown ? place.dataset.wordsUnsure : place.dataset.wordsSure) : place.dataset.wordsNone)
      .replace("#", cards.length).replace("@", unknown);
    const asked = cards.flatMap((card, index) => (card.name ? [] : [ask(place, card, index)]));
    $(".reading", place).replaceChildren(svg, words, ...asked);
  };
  /* A card that is not sure: is it A or B? else its name is typed; on the camera page it can be taught. */
  const ask = (place, card, index) => {
    const row = document.createElement("div");
    row.className = "row";
    const number = document.createElement("b");
    number.textContent = `${index + 1}?`;
    const name = (chosen) => { if (chosen.trim()) { card.name = chosen.trim(); drawCards(place); tellCards(place); } };
    const offers = card.alternatives.map((other) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = other;
      button.addEventListener("click", () => name(other));
      return button;
    });
    const typed = document.createElement("input");
    typed.type = "text";
    typed.className = "grow";
    typed.maxLength = 40;
    typed.setAttribute("aria-label", place.dataset.wordsName);
    typed.placeholder = place.dataset.wordsName;
    typed.addEventListener("change", (event) => { event.stopPropagation(); name(typed.value); });
    const away = document.createElement("button");
    away.type = "button";
    away.className = "quiet";
    away.textContent = place.dataset.wordsAway;
    away.addEventListener("click", () => { place.companionCards.cards.splice(index, 1); drawCards(place); tellCards(place); });
    row.append(number, ...offers, typed, away);
    return row;
  };
  const tellCards = (place) => {
    const names = place.companionCards.cards.map((card) => card.name).filter(Boolean);
    place.dispatchEvent(new CustomEvent("companion:cards", { bubbles: true, detail: { names } }));
    const via = place.closest("form")?.elements.via;
    if (via) { via.value = "camera"; via.setAttribute("data-dirty", ""); }
  };
  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!input.matches?.("input[type=file][data-read=cards]") || !input.files[0]) return;
    event.stopPropagation();
    readCards(input.closest(".card-camera"), input.files[0]).finally(() => { input.value = ""; });
  }, true);
  /* Without a game's own way of filling in: a name field that stands beside the camera takes the (first) name. */
  document.addEventListener("companion:cards", (event) => {
    const place = event.target;
    if (!place.dataset.fill) return;
    const field = $(`[name="${CSS.escape(place.dataset.fill)}"]`, place.closest("form"));
    if (!field || !event.detail.names.length) return;
    field.value = event.detail.names[0];
    field.setAttribute("data-dirty", "");
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* The host page: pictures while somebody looks, at most ten a second. */
  setInterval(() => {
    const image = $("img[data-live]");
    if (image && !document.hidden && (image.complete || !image.src)) image.src = `${image.dataset.live}?t=${Date.now()}`;
  }, 150);

  const read = async (pad, file) => {
    const box = $(".reading", pad);
    say(box, pad.dataset.wordsReading);
    const picture = await smaller(file);
    const form = new FormData();
    form.set("image", picture.blob, "picture.jpg");
    form.set("game", pad.dataset.game);
    if (pad.dataset.low === pad.dataset.high) form.set("count", pad.dataset.high);
    let answer;
    try {
      answer = await fetch("/api/read/dice", { method: "POST", body: form });
    } catch {
      return say(box, pad.dataset.wordsLost);
    }
    const data = await answer.json().catch(() => ({}));
    if (!answer.ok) return say(box, data.error?.message ?? pad.dataset.wordsLost);
    const spots = spotsOf(pad, data);
    const size = picture.width ? picture : await new Promise((done) => {
      const image = new Image();
      image.onload = () => done({ width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = () => done({ width: 100, height: 100 });
      image.src = URL.createObjectURL(picture.blob);
    });
    pad.companionReading = { spots, url: URL.createObjectURL(picture.blob), width: size.width, height: size.height, picked: null };
    fill(pad);
  };

  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!input.matches?.("input[type=file][data-read=dice]") || !input.files[0]) return;
    event.stopPropagation();
    read(input.closest(".dice-pad"), input.files[0]).finally(() => { input.value = ""; });
  }, true);
  const pick = (event) => {
    const spot = event.target.closest?.("[data-spot]");
    if (!spot) return;
    const pad = spot.closest(".dice-pad");
    pad.companionReading.picked = Number(spot.dataset.spot);
    draw(pad);
  };
  document.addEventListener("click", pick);
  document.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches?.("[data-spot]")) { event.preventDefault(); pick(event); } });
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
    $$(".card-camera .reading", form).forEach((box) => box.replaceChildren());
    $$(".dice-pad", form).forEach((pad) => { pad.companionReading = null; $(".reading", pad)?.replaceChildren(); });
    if (form.elements.via) form.elements.via.value = "hand";
  });
})();
