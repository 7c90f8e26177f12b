/* What travels on the big screen is seen travelling, from whom to whom, in less than 300 ms; with reduced motion nothing moves.
   `data-goes` names a thing that is drawn before and after: it sets out from where it was. `data-holds` names what a place
   (`data-at`) has `data-has` of: what one place has lost and another has gained flies between them; where nobody has lost it,
   it comes from the `data-spring` of that kind, or of its first word. A `template[data-ghost]` draws what flies; else it is a coin. */
(() => {
  "use strict";
  const { $, $$, whenDrawn } = window.companion;
  const TRAVEL_MS = 280;
  const MOST = 4;   // that fly from one place to another at once
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const moving = new Set();   // what goes on: it is cut short by the next thing that happens
  const run = (element, frames, options = {}) => {
    const motion = element.animate(frames, { duration: TRAVEL_MS, easing: "cubic-bezier(.3,.1,.3,1)", ...options });
    const end = () => moving.delete(motion);
    motion.finished.then(end, end);
    moving.add(motion);
    return motion;
  };
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

  /* Where everything is, and who has how much of what. */
  const look = () => {
    const things = new Map();
    const kinds = new Map();   // kind -> place -> [how many, where]
    $$("#panel [data-goes]").forEach((element) => things.set(element.dataset.goes, element.getBoundingClientRect()));
    $$("#panel [data-holds]").forEach((element) => {
      const { holds, at, has } = element.dataset;
      if (!kinds.has(holds)) kinds.set(holds, new Map());
      kinds.get(holds).set(at, [Number(has), element.getBoundingClientRect()]);
    });
    return { things, kinds, room: $("#panel .hero")?.offsetHeight ?? 0 };
  };
  const NOWHERE = [0, null];
  const NOBODY = new Map();

  /* ---- A thing that was elsewhere: further than the picture itself has moved where its room is another ---- */
  const goes = (element, was, slack) => {
    const now = element.getBoundingClientRect();
    if (!was?.width || !now.width) return;
    const [x, y] = middle(was).map((at, axis) => at - middle(now)[axis]);
    if (Math.hypot(x, y) <= slack) return;
    const scale = element.ownerSVGElement ? Math.hypot(element.parentNode.getScreenCTM().a, element.parentNode.getScreenCTM().b) : 1;
    run(element, [{ translate: `${x / scale}px ${y / scale}px`, zIndex: 2 }, { translate: "0px 0px", zIndex: 2 }]);
  };

  /* ---- What one has less of and another more ---- */
  const fly = (kind, from, to, turn) => {
    const [name] = kind.split(" ");
    const [x, y] = middle(from);
    const [toX, toY] = middle(to);
    if (Math.hypot(toX - x, toY - y) < 3) return;
    const flying = document.createElement("i");
    flying.className = `flying ${kind}`;
    flying.ariaHidden = "true";
    const drawn = $(`template[data-ghost="${name}"]`);
    if (drawn) flying.append(drawn.content.cloneNode(true));
    flying.style.left = `${x}px`;
    flying.style.top = `${y}px`;
    document.body.append(flying);
    const delay = turn * 15;
    const motion = run(flying, [{ translate: "0px 0px" }, { translate: `${toX - x}px ${toY - y}px` }], {
      delay, duration: TRAVEL_MS - delay, fill: "backwards",
    });
    const gone = () => flying.remove();
    motion.finished.then(gone, gone);
  };
  const springOf = (kind) => {
    const found = [kind, kind.split(" ")[0]].map((name) => $(`#panel [data-spring="${CSS.escape(name)}"]`));
    return (found[0] ?? found[1])?.getBoundingClientRect();
  };
  const flies = (kind, was, now) => {
    const less = [];
    const more = [];
    new Set([...was.keys(), ...now.keys()]).forEach((place) => {
      const [had, there] = was.get(place) ?? NOWHERE;
      const [has, here] = now.get(place) ?? NOWHERE;
      for (let n = 0; n < Math.min(MOST, Math.abs(has - had)); n += 1) (has < had ? less : more).push(has < had ? here ?? there : here);
    });
    const spring = springOf(kind);
    more.forEach((to, turn) => {
      const from = less[turn] ?? (less.length ? null : spring);
      if (from) fly(kind, from, to, turn);
    });
  };

  let before = null;
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.detail.ctx.target?.id === "panel") before = still() ? null : look();
  });
  whenDrawn((event) => {
    if (event.detail?.ctx?.target?.id !== "panel") return;
    moving.forEach((motion) => motion.cancel());
    if (!before || still()) return;
    const after = look();
    const slack = 3 + 2 * Math.abs(after.room - before.room);
    $$("#panel [data-goes]").forEach((element) => goes(element, before.things.get(element.dataset.goes), slack));
    if (before.kinds.size) after.kinds.forEach((places, kind) => flies(kind, before.kinds.get(kind) ?? NOBODY, places));
    before = null;
  });
})();
