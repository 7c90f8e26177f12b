/* The new space of a jump is tapped on the ring; what cannot have been passed is put away. The page works without this. */
(() => {
  "use strict";
  const { $, $$, put, whenDrawn } = companion;
  const form = () => $("form.jump");
  const show = () => {
    const jump = form();
    const ring = $(".moon-ring");
    const input = jump?.elements["f.space"];
    ring?.toggleAttribute("data-pick", Boolean(input));
    if (!ring) return;
    const low = input ? Number(input.dataset.low) : 0;
    const high = input ? Number(input.dataset.high) : -1;
    const here = input ? Number(input.value.normalize("NFKC")) : 0;
    $$(".piece", ring).forEach((piece) => {
      const space = Number(piece.dataset.space);
      piece.toggleAttribute("data-can", space >= low && space <= high);
      piece.toggleAttribute("data-here", space === here && here > low);
      piece.toggleAttribute("data-way", space >= low && space < here);
    });
    if (!jump) return;
    const named = $(`.piece[data-space="${here}"]`, ring);
    const where = $(".where", jump);
    if (named && where) where.textContent = named.dataset.name;
    const level = $('[name="f.level"]:checked', jump)?.value;
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
  document.addEventListener("click", (event) => {
    const piece = event.target.closest?.(".moon-ring[data-pick] .piece[data-can]");
    const input = form()?.elements["f.space"];
    if (piece && input) put(input, piece.dataset.space);
  });
  document.addEventListener("change", show);
  document.addEventListener("input", show);
  whenDrawn(show);
})();
