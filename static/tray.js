/* The tray is marked on a picture of the camera: a finger, wherever it lies, moves the nearest corner and covers none of it. */
(() => {
  "use strict";
  const { $, $$ } = companion;
  const place = $("#tray");
  const box = $(".marking", place);
  const image = $("img", box);
  const handles = $$(".corner", box);
  const input = $("[name=corners]", place);
  const START = [12, 12, 88, 12, 88, 88, 12, 88];
  const STEP = 1;
  const LEAP = 5;
  const OTHER_SHAPE = 0.02;   /* as in vision/tray.py */

  const given = input.value.split(",").filter(Boolean).map(Number);
  const corners = given.length === 8 ? given : START;
  const percent = (number) => Math.min(100, Math.max(0, Math.round(number * 10) / 10));
  const corner = (at) => [corners[2 * at], corners[2 * at + 1]];
  /* Around the middle, as the server takes them: no two sides cross, wherever the corners were dragged. */
  const around = () => {
    const all = [0, 1, 2, 3].map(corner);
    const [x, y] = [0, 1].map((axis) => all.reduce((sum, one) => sum + one[axis], 0) / 4);
    return all.sort((one, other) => Math.atan2(one[1] - y, one[0] - x) - Math.atan2(other[1] - y, other[0] - x));
  };
  const draw = () => {
    handles.forEach((handle, at) => {
      const [left, top] = corner(at);
      handle.style.left = `${left}%`;
      handle.style.top = `${top}%`;
    });
    $$("polygon", box).forEach((polygon) => polygon.setAttribute("points", around().join(" ")));
    input.value = corners.join(",");
  };
  const move = (at, left, top) => {
    corners[2 * at] = percent(left);
    corners[2 * at + 1] = percent(top);
    draw();
  };

  let held = null;
  box.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    const { left, top, width, height } = image.getBoundingClientRect();
    const far = (at) => Math.hypot(left + corner(at)[0] * width / 100 - event.clientX, top + corner(at)[1] * height / 100 - event.clientY);
    const at = [0, 1, 2, 3].reduce((best, other) => (far(other) < far(best) ? other : best));
    held = { at, from: corner(at), x: event.clientX, y: event.clientY, width, height };
    box.setPointerCapture(event.pointerId);
    handles[at].focus({ preventScroll: true });
    event.preventDefault();
  });
  box.addEventListener("mousedown", (event) => event.preventDefault());   /* the corner keeps the focus */
  box.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [left, top] = held.from;
    move(held.at, left + (event.clientX - held.x) * 100 / held.width, top + (event.clientY - held.y) * 100 / held.height);
  });
  ["pointerup", "pointercancel"].forEach((name) => box.addEventListener(name, () => { held = null; }));

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  box.addEventListener("keydown", (event) => {
    const at = handles.indexOf(event.target);
    const way = ARROWS[event.key];
    if (at < 0 || !way) return;
    event.preventDefault();
    const far = event.shiftKey ? LEAP : STEP;
    const [left, top] = corner(at);
    move(at, left + far * way[0], top + far * way[1]);
    $("#tray-corner").textContent = companion.listed(corner(at).map((number) => `${number} %`));
  });

  image.addEventListener("load", () => {
    const shape = Number(box.dataset.shape);
    $("[data-silent]", place).hidden = true;
    $("[data-unfit]", place).hidden = !shape || Math.abs(Math.log(image.naturalWidth / image.naturalHeight / shape)) < OTHER_SHAPE;
  });
  const silent = () => { $("[data-silent]", place).hidden = false; };
  image.addEventListener("error", silent);
  if (image.complete && !image.naturalWidth && place.open) silent();
  $("[data-again]", place).addEventListener("click", () => { image.src = `/camera/still.jpg?t=${Date.now()}`; });
  draw();
})();
