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
    const shot = { cards: data.cards, picture, url: URL.createObjectURL(picture.blob) };
    place.companionShots = place.dataset.pile ? [...shotsOf(place), shot] : [shot];
    showCards(place);
  };
  /* The pictures that count, the newest last: all of a pile, else one. */
  const shotsOf = (place) => place.companionShots ?? [];
  const typedIn = (place) => place.companionTyped ?? [];
  const showCards = (place) => { drawCards(place); tellCards(place); };
  const plain = (name) => name.normalize("NFKC").trim().toLowerCase();
  const called = (name, cards) => cards.filter((card) => nameOf(card) && plain(nameOf(card)) === plain(name));
  /* A card in several pictures of a pile is one card: of each name as many count as the picture has that shows most of it, the
     surer and then the newer one. Cards without any name are asked about while their picture is the newest. */
  const counted = (place) => {
    const shots = shotsOf(place);
    const most = new Map();
    const surely = (cards) => cards.filter(({ name }) => name).length;
    shots.forEach(({ cards }) => new Set(cards.map(nameOf).filter(Boolean).map(plain)).forEach((name) => {
      const here = called(name, cards);
      const best = most.get(name) ?? [];
      const more = here.length - best.length || surely(here) - surely(best);
      if (more >= 0) most.set(name, here);
    }));
    const kept = new Set([...most.values()].flat());
    const newest = shots.at(-1)?.cards ?? [];
    return [...shots.flatMap(({ cards }) => cards.filter((card) => kept.has(card) || (cards === newest && !nameOf(card)))),
      ...typedIn(place)];
  };
  /* The card itself, and what other pictures show of it under the same name, as unsure as it is. */
  const sameCard = (place, card) => shotsOf(place).flatMap(({ cards }) => {
    if (cards.includes(card)) return [card];
    return nameOf(card) ? called(nameOf(card), cards).filter(({ name }) => card.name || !name).slice(0, 1) : [];
  });
  const leaveOut = (place, card) => {
    const typed = typedIn(place);
    const gone = typed.includes(card) ? [card] : sameCard(place, card);
    place.companionTyped = typed.filter((other) => !gone.includes(other));
    shotsOf(place).forEach((shot) => { shot.cards = shot.cards.filter((other) => !gone.includes(other)); });
    showCards(place);
  };
  const wantedIn = (place) => Number($("[data-pile-count]", place)?.value) || 0;
  const checkedCount = ({ dataset }, seen, wanted) => {
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
  const mean = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  /* Where labels stand: on the cards; of a fan, whose middles lie close, beyond the ends that are spread out, and short. */
  const labelsOf = (cards, large) => {
    const middles = cards.map(({ corners }) => mean(corners));
    const close = middles.some((one, k) => middles.some((other, j) => j > k && far(one, other) < large / 8));
    if (!close) return { close, at: middles };
    const ends = [0, 2].map((side) => cards.map(({ corners }) => mean([corners[side], corners[side + 1]])));
    const spread = (points) => points.reduce((sum, point) => sum + far(point, mean(points)), 0);
    const chosen = spread(ends[0]) >= spread(ends[1]) ? ends[0] : ends[1];
    return { close, at: chosen.map((end, k) => end.map((value, axis) => value + 0.15 * (value - middles[k][axis]))) };
  };
  const polygon = ({ corners }, width) => {
    const points = corners.map((corner) => corner.join(",")).join(" ");
    return part("polygon", { points, "stroke-width": width });
  };
  const drawn = ({ cards, picture, url }, first) => {
    const [width, height] = [picture.width || 100, picture.height || 100];
    const svg = part("svg", { viewBox: `0 0 ${width} ${height}`, class: "shot" });
    svg.append(part("image", { href: url, width: picture.width, height: picture.height }));
    const unit = Math.max(picture.width, picture.height) / 100;
    const { close, at } = labelsOf(cards, 100 * unit);
    const inside = (value, most) => Math.min(Math.max(value, 3 * unit), most - 3 * unit);
    cards.forEach((card, index) => {
      const group = part("g", { class: card.name ? "spot" : "spot unsure" });
      const [x, y] = at[index];
      const text = part("text", { x: inside(x, width), y: inside(y, height), "font-size": unit * 4, class: "halo" });
      const label = close ? `${first + index}` : nameOf(card) ?? `${first + index}`;
      text.textContent = card.name ? (close ? "✓" : label) : `${label}?`;
      group.append(polygon(card, unit * 0.7), text);
      svg.append(group);
    });
    return svg;
  };
  /* One card cut out of its picture. */
  const peek = (card, { picture, url }) => {
    if (!picture.width) return [];
    const [[left, right], [top, bottom]] = [0, 1].map((axis) => {
      const along = card.corners.map((corner) => corner[axis]);
      return [Math.min(...along), Math.max(...along)];
    });
    const viewBox = `${left} ${top} ${right - left} ${bottom - top}`;
    const svg = part("svg", { viewBox, class: card.name ? "peek" : "peek unsure", "aria-hidden": "true" });
    svg.append(part("image", { href: url, width: picture.width, height: picture.height }));
    svg.append(polygon(card, Math.max(right - left, bottom - top) / 25));
    return [svg];
  };
  const drawCards = (place) => {
    const { dataset } = place;
    const shots = shotsOf(place);
    const cards = counted(place);
    const wanted = wantedIn(place);
    const seen = cards.filter(nameOf).length;
    const unknown = cards.length - seen;
    const marked = cards.filter(({ name }) => !name).length;
    const words = unknown || !marked ? inWords(place, cards.length, unknown) : markedInWords(place, cards.length, marked);
    const said = !wanted ? [words] : [checkedCount(place, seen, wanted), ...(marked ? [words] : [])];
    const tooMany = wanted > 0 && seen > wanted;
    const [pictures, rows] = [[], []];
    shots.forEach((shot, number) => {
      const first = 1 + shots.slice(0, number).reduce((sum, before) => sum + before.cards.length, 0);
      const open = shot.cards.filter((card) => cards.includes(card) && (!card.name || card.byHand || tooMany));
      if (open.length || number === shots.length - 1) pictures.push(drawn(shot, first));
      open.forEach((card) => rows.push(row(place, shot, card, first + shot.cards.indexOf(card))));
    });
    typedIn(place).forEach((card) => {
      const name = make("b", { textContent: card.name });
      rows.push(make("div", { className: "row" }, name, away(place, card)));
    });
    const anew = dataset.pile ? [pressed(dataset.wordsAnew, "quiet", () => {
      forget(place);
      tellCards(place);
    })] : [];
    $(".reading", place).replaceChildren(...pictures, ...said, ...rows, ...(seen < wanted ? [missing(place)] : []), ...anew);
  };
  const forget = (place) => {
    place.companionShots = place.companionTyped = null;
    $(".reading", place).replaceChildren();
  };
  const markedInWords = ({ dataset }, seen, marked) => {
    const said = sentence(dataset.wordsMarked.replace("#", seen).replace("@", marked));
    said.classList.add("cost");
    return said;
  };
  const away = (place, card) => pressed(place.dataset.wordsAway, "quiet", () => leaveOut(place, card));
  const typing = (words, enter) => {
    const typed = make("input", { type: "text", className: "grow", maxLength: 40, placeholder: words });
    typed.setAttribute("aria-label", words);
    typed.addEventListener("change", (event) => { event.stopPropagation(); if (typed.value.trim()) enter(typed.value.trim()); });
    return typed;
  };
  /* A card of the pile that no picture shows. */
  const missing = (place) => typing(place.dataset.wordsMissing, (name) => {
    place.companionTyped = [...typedIn(place), { name, alternatives: [] }];
    showCards(place);
  });
  /* A card that is not sure: the likeliest name is pressed, another is a tap; else it is typed. Then this picture of it can be learnt. */
  const row = (place, shot, card, number) => {
    if (card.name) {
      const learning = card.byHand ? [learn(place, shot, card)] : [];
      return make("div", { className: "row" }, ...peek(card, shot), make("b", { textContent: card.name }), ...learning, away(place, card));
    }
    const name = (chosen) => {
      sameCard(place, card).forEach((same) => Object.assign(same, { name: chosen, byHand: true }));
      showCards(place);
    };
    const offers = card.alternatives.map((other, likely) => {
      const offered = pressed(other, likely ? "" : "unsure", () => name(other));
      offered.setAttribute("aria-pressed", String(!likely));
      return offered;
    });
    const asked = [make("b", { textContent: `${number}?` }), ...offers, typing(place.dataset.wordsName, name), away(place, card)];
    return make("div", { className: "row" }, ...peek(card, shot), ...asked);
  };
  const learn = (place, shot, card) => {
    const { code, wordsLearn, wordsLearnt, wordsLost } = place.dataset;
    if (card.learnt) return sentence(card.learnt);
    return pressed(wordsLearn.replace("@", card.name), "", async (event) => {
      const form = new FormData();
      form.set("image", shot.picture.blob, "picture.jpg");
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
    const cards = counted(place).filter(nameOf);
    const unsure = cards.filter(({ name }) => !name).map(nameOf);
    place.dispatchEvent(new CustomEvent("companion:cards", { bubbles: true, detail: { names: cards.map(nameOf), unsure } }));
    byCamera(place.closest("form"));
  };
  document.addEventListener("input", (event) => {
    const place = event.target.matches?.("[data-pile-count]") && event.target.closest(".card-camera");
    if (!place) return;
    event.stopPropagation();
    if (shotsOf(place).length) drawCards(place);
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
  const MARK = "\t?";
  const offer = (place) => {
    $(".from-picture", place)?.remove();
    const buttons = waiting(place).map((each) => {
      const name = each.replace(MARK, "");
      return pressed(name, each === name ? "" : "unsure", () => put(fieldOf(place), name));
    });
    if (!buttons.length) return false;
    const which = make("p", { className: "soft small", textContent: place.dataset.wordsWhich });
    $(".reading", place).append(make("div", { className: "from-picture stack" }, which, make("div", { className: "chips" }, ...buttons)));
    return true;
  };
  document.addEventListener("companion:cards", (event) => {
    const place = event.target;
    if (!place.dataset.fill) return;
    const { names, unsure } = event.detail;
    const marked = names.map((name) => (unsure.includes(name) ? name + MARK : name));
    wait(place, names.length > 1 ? marked : []);
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
      forget(place);
      if ($("[data-pile-count]", place)) $("[data-pile-count]", place).value = "";
    });
    $$("input.unsure", form).forEach((field) => field.classList.remove("unsure"));
    const { place, name } = form.companionEntered ?? {};
    if (!place) return;
    const left = waiting(place);
    const used = left.findIndex((each) => each.replace(MARK, "") === name);
    if (used >= 0) wait(place, left.toSpliced(used, 1));
  });
  document.addEventListener("submit", (event) => {   /* once it is entered, the field is empty */
    const place = $(".card-camera[data-fill]", event.target);
    if (place) event.target.companionEntered = { place, name: fieldOf(place).value };
  }, true);
})();
