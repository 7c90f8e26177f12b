/* The new space of a jump is tapped on the ring; what cannot have been passed is put away. The page works without this. */
(() => {
  "use strict";
  const form = () => document.querySelector("form.jump");
  const show = () => {
    const jump = form();
    const ring = document.querySelector(".moon-ring");
    const input = jump?.elements["f.space"];
    ring?.toggleAttribute("data-pick", Boolean(input));
    if (!ring) return;
    const low = input ? Number(input.dataset.low) : 0;
    const high = input ? Number(input.dataset.high) : -1;
    const here = input ? Number(input.value.normalize("NFKC")) : 0;
    ring.querySelectorAll(".piece").forEach((piece) => {
      const space = Number(piece.dataset.space);
      piece.toggleAttribute("data-can", space >= low && space <= high);
      piece.toggleAttribute("data-here", space === here && here > low);
      piece.toggleAttribute("data-way", space >= low && space < here);
    });
    if (!jump) return;
    const named = ring.querySelector(`.piece[data-space="${here}"]`);
    const where = jump.querySelector(".where");
    if (named && where) where.textContent = named.dataset.name;
    const level = jump.querySelector('[name="f.level"]:checked')?.value;
    jump.querySelectorAll("[data-from]").forEach((chip) => {
      // A path that climbs also passes whoever is level with its end, on another space.
      const climbed = Number(chip.dataset.from) === here + 1 && chip.dataset.level && chip.dataset.level !== level;
      chip.hidden = Number(chip.dataset.from) > here && !climbed;
      const tick = chip.querySelector("input");
      if (chip.hidden && tick.checked) {
        tick.checked = false;
        if (tick.type === "radio") jump.querySelector('[name="f.obstruct"][value=""]').checked = true;
      }
    });
    jump.querySelectorAll("[data-way]").forEach((part) => {
      const chips = [...part.querySelectorAll(":scope > .chips > [data-from]")];
      if (chips.length) part.hidden = chips.every((chip) => chip.hidden);
    });
    const take = jump.querySelector("[data-way=take]");
    if (take) take.hidden = !jump.querySelector('[name="f.obstruct"]:checked')?.value;
  };
  document.addEventListener("click", (event) => {
    const piece = event.target.closest?.(".moon-ring[data-pick] .piece[data-can]");
    const input = form()?.elements["f.space"];
    if (!piece || !input) return;
    input.value = piece.dataset.space;
    input.setAttribute("data-dirty", "");
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("change", show);
  document.addEventListener("input", show);
  document.addEventListener("htmx:after:swap", show);
  document.addEventListener("DOMContentLoaded", show);
  if (document.readyState !== "loading") show();
})();
