/* Cards by eye: outlines with names; the form hears "companion:cards" with the names and fills itself. A card that is not sure is
   filled in too, by the likeliest name, marked, and confirmed with the rest: `unsure` lists such names. */
(() => {
  "use strict";
  const { $, $$, make, put, whenDrawn } = companion;
  const { byCamera, inWords, part, readings, sentence } = companion.pictures;

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
  const offerWaiting = () => $$(".card-camera[data-fill]").filter((place) => !$(".from-picture", place)).forEach((place) => {
    const folded = place.closest("details");
    if (offer(place) && folded) folded.open = true;
  });
  whenDrawn(offerWaiting);
  offerWaiting();   // this script comes with the first step that asks for cards
  document.addEventListener("htmx:finally:request", (event) => {
    const form = event.detail.ctx.sourceElement;
    if (!form.matches?.("form.acting") || (event.detail.ctx.response?.status ?? 500) >= 400) return;
    $$(".card-camera", form).forEach((place) => {
      place.companionShots = place.companionCards = null;
      $(".reading", place).replaceChildren();
      if ($("[data-pile-count]", place)) $("[data-pile-count]", place).value = "";
    });
    $$("input.unsure", form).forEach((field) => field.classList.remove("unsure"));
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
})();
