/* A tap on the ring says where a jump ended; stars and an opponent on its way are proposed, what cannot have been passed is
   put away. Where only the order is kept, the same with the places of the order. The page works without this. */
(() => {
  "use strict";
  const { $, $$, put, whenDrawn } = companion;
  const MIDDLE = 200;
  const RADII = [122, 142, 162];   /* of the dots for low, middle and high, as companion/games/walking_on_the_moon/ring.py draws them */
  const form = () => $("form.jump");
  const ringOf = (jump) => $(".moon-ring", jump);
  const numberOf = (input) => Number(input.value.normalize("NFKC"));
  const levelOf = (jump) => Number($('[name="f.level"]:checked', jump)?.value ?? 1);

  /* ---- The ring ---- */
  const point = (across, space, level) => {
    const angle = (2 * Math.PI * (space - 0.5)) / (across - 1);
    const radius = RADII[level - 1];
    return [MIDDLE + radius * Math.sin(angle), MIDDLE - radius * Math.cos(angle)];
  };
  const drawRing = (jump) => {
    const ring = ringOf(jump);
    const input = jump.elements["f.space"];
    const across = Number(ring.dataset.across);
    const low = Number(input.dataset.low);
    const high = Number(input.dataset.high);
    const here = numberOf(input);
    ring.toggleAttribute("data-pick", true);
    $$(".piece", ring).forEach((piece) => {
      const space = Number(piece.dataset.space);
      piece.toggleAttribute("data-can", space >= low && space <= high);
      piece.toggleAttribute("data-here", space === here && here > low);
      piece.toggleAttribute("data-way", space >= low && space < here);
    });
    const named = $(`.piece[data-space="${here}"]`, ring);
    if (named) $(".where", jump).textContent = named.dataset.name;
    const landing = $(".landing", ring);
    const shown = here < across && input.hasAttribute("data-dirty");
    landing.toggleAttribute("hidden", !shown);
    if (!shown) return;
    const [x, y] = point(across, here, levelOf(jump));
    $(".spot", landing).setAttribute("transform", `translate(${x} ${y})`);
  };
  /* What cannot lie on the way is put away, and unticked. */
  const putAway = (jump) => {
    const here = numberOf(jump.elements["f.space"]);
    const level = String(levelOf(jump));
    $$("[data-from]", jump).forEach((chip) => {
      // A path that climbs also passes whoever is level with its end, on another space.
      const climbed = Number(chip.dataset.from) === here + 1 && chip.dataset.level && chip.dataset.level !== level;
      chip.hidden = Number(chip.dataset.from) > here && !climbed;
      const tick = $("input", chip);
      if (chip.hidden && tick.checked) {
        tick.checked = false;
        if (tick.type === "radio") $('[name="f.obstruct"][value=""]', jump).checked = true;
      }
    });
    $$("[data-way]", jump).forEach((part) => {
      const chips = $$(":scope > .chips > [data-from]", part);
      if (chips.length) part.hidden = chips.every((chip) => chip.hidden);
    });
    const take = $("[data-way=take]", jump);
    if (take) take.hidden = !$('[name="f.obstruct"]:checked', jump)?.value;
  };
  /* A jump to another space proposes anew: the stars of the cards it leaves behind, one opponent it has passed. */
  const propose = (jump) => {
    const here = numberOf(jump.elements["f.space"]);
    $$("[data-beyond]", jump).forEach((chip) => { $("input", chip).checked = here >= Number(chip.dataset.beyond); });
    const passed = $$("[data-passed]", jump).filter((chip) => here >= Number(chip.dataset.from));
    const worth = (chip) => 2 * (Number(chip.dataset.stars) > 0) + (Number(chip.dataset.tokens) > 0);
    const best = passed.sort((a, b) => worth(b) - worth(a))[0];
    const nobody = $('[name="f.obstruct"][value=""]', jump);
    if (!nobody) return;
    (best ? $("input", best) : nobody).checked = true;
    take(jump);
  };
  /* Where both could be taken, a star is proposed; else what there is. */
  const take = (jump) => {
    const chosen = $('[name="f.obstruct"]:checked', jump)?.closest(".chip");
    const both = chosen && Number(chosen.dataset.stars) > 0 && Number(chosen.dataset.tokens) > 0;
    const proposed = $(`[name="f.take"][value="${both ? "star" : ""}"]`, jump);
    if (proposed) proposed.checked = true;
  };

  /* ---- The order ---- */
  const ordering = () => $("form.ordering");
  const showPassed = (turn, anew) => {
    const chosen = $('[name="f.place"]:checked', turn)?.closest(".slot");
    const behind = (chosen?.dataset.behind ?? "").split(" ").filter(Boolean);
    let left = 3;
    $$("[data-of]", turn).forEach((chip) => {
      chip.hidden = !behind.includes(chip.dataset.of);
      const tick = $("input", chip);
      if (anew) tick.checked = !chip.hidden && chip.dataset.best !== undefined && left-- > 0;
      else if (chip.hidden) tick.checked = false;
    });
    const part = $("[data-way=takings]", turn);
    if (part) part.hidden = !behind.length;
  };

  const show = (event) => {
    const jump = form();
    const turn = ordering();
    const entered = event?.target?.name;
    if (jump) {
      if (event && entered === "f.space") propose(jump);
      if (event && entered === "f.obstruct") take(jump);
      putAway(jump);
      drawRing(jump);
    }
    if (turn) showPassed(turn, entered === "f.place");
  };
  document.addEventListener("click", (event) => {
    const piece = event.target.closest?.(".moon-ring[data-pick] .piece[data-can]");
    const jump = form();
    const input = jump?.elements["f.space"];
    if (!piece || !input) return;
    /* How far from the middle says how high. */
    const ring = ringOf(jump);
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(ring.getScreenCTM().inverse());
    const radius = Math.hypot(at.x - MIDDLE, at.y - MIDDLE);
    const nearest = RADII.map((r, n) => [Math.abs(r - radius), n + 1]).sort((a, b) => a[0] - b[0])[0][1];
    const level = Number(piece.dataset.space) < Number(ring.dataset.across) ? nearest : levelOf(jump);
    const radio = $(`[name="f.level"][value="${level}"]`, jump);
    if (radio) radio.checked = true;
    put(input, piece.dataset.space);
  });
  /* Before the sentence is asked for, the proposals stand in the form. */
  document.addEventListener("change", (event) => { if (event.target.form?.matches(".jump, .ordering")) show(event); }, true);
  document.addEventListener("input", (event) => { if (event.target.form?.matches(".jump, .ordering")) show(event); }, true);
  whenDrawn(() => show());
})();
