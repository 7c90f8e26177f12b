/* One number of the pad is open at a time: what changes it stands below its row. Nothing moves between a finger's touch and
   its lifting, and the number that was tapped stays where it is. */
(() => {
  "use strict";
  const { $, $$, whenDrawn } = window.companion;
  let open = null;   // id of the form whose stepper is shown
  let touching = false;

  const draw = () => $$(".cell").forEach((cell) => cell.classList.toggle("open", cell.id === open));
  const turnTo = (cell) => {
    if (cell.id === open) return;
    const field = $(".stepper input", cell);
    const before = field.getBoundingClientRect().top;
    open = cell.id;
    draw();
    window.scrollBy(0, field.getBoundingClientRect().top - before);
  };
  const cellOf = (target) => (target.matches?.(".cell .stepper input") ? target.form : null);

  document.addEventListener("pointerdown", (event) => {
    touching = true;
    /* The field keeps the focus, so no keyboard goes away under the finger and what was typed is counted from. */
    if (event.target.closest?.(".cell .stepper button") && document.activeElement?.form === event.target.form) event.preventDefault();
  });
  ["pointerup", "pointercancel"].forEach((end) => document.addEventListener(end, () => { touching = false; }));
  document.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell && !touching) turnTo(cell);
  });
  document.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell) turnTo(cell);
    const why = event.target.closest?.(".why-line > summary");
    if (why) $$(".why-line[open]").forEach((other) => { if (other !== why.parentElement) other.open = false; });
  });
  whenDrawn(draw);
})();
