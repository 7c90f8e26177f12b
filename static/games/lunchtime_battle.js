/* A known monster's numbers, once its name is typed or read from a picture. */
(() => {
  "use strict";
  const fill = (input) => {
    const form = input.form;
    const known = [...document.querySelectorAll(".known button")].find((button) => button.value === input.value.trim());
    if (!known || !form) return;
    const hunger = form.querySelector(`[name="f.hunger"][value="${known.dataset.hunger}"]`);
    if (hunger) hunger.checked = true;
    const foods = known.dataset.foods.split(",");
    form.querySelectorAll('[name^="f.foods."]').forEach((field, index) => {
      field.value = foods[index];
      field.setAttribute("data-dirty", "");
    });
    form.setAttribute("data-draft", "");
  };
  for (const type of ["input", "change"]) {
    document.addEventListener(type, (event) => { if (event.target.matches?.('[id^="lay-"][name="f.name"]')) fill(event.target); });
  }
})();

/* The count, symbol by symbol: it runs once for each new count, a tap skips it, and reduced motion leaves it out. */
(() => {
  "use strict";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const LONGEST_MS = 4000;
  const STEP_MS = 260;
  let shown = null;      // the key of the count that was run last
  let timer = 0;

  const ring = () => document.querySelector("#ring svg[data-count]");
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    const svg = ring();
    if (!svg) return;
    svg.removeAttribute("data-running");
    svg.querySelectorAll(".pip").forEach((pip) => { pip.removeAttribute("data-on"); pip.removeAttribute("data-here"); });
    svg.querySelector(".running").setAttribute("hidden", "");
    svg.querySelector(".total").removeAttribute("hidden");
  };
  const run = (svg) => {
    const total = Number(svg.dataset.count);
    const order = svg.dataset.symbols.split(",").map(Number);
    const lap = order.reduce((sum, n) => sum + n, 0);
    if (!lap || !total) return;
    const path = order.flatMap((n, turn) => Array.from({ length: n }, (_, pip) => [turn, pip]));
    let counted = 0;
    const step = () => {
      const here = ring();
      if (!here || here.dataset.key !== shown) return stop();
      if (counted === total) return stop();
      here.setAttribute("data-running", "");
      here.querySelector(".total").setAttribute("hidden", "");
      here.querySelector(".running").removeAttribute("hidden");
      if (counted % lap === 0) here.querySelectorAll(".pip").forEach((pip) => pip.removeAttribute("data-on"));
      here.querySelectorAll(".pip[data-here]").forEach((pip) => { pip.removeAttribute("data-here"); pip.setAttribute("data-on", ""); });
      const [turn, index] = path[counted % lap];
      const pip = here.querySelectorAll(`.spot[data-turn="${turn}"] .pip`)[index];
      counted += 1;
      pip?.setAttribute("data-here", "");
      here.querySelector(".running").textContent = String(counted);
    };
    step();
    timer = setInterval(step, Math.min(STEP_MS, LONGEST_MS / total));
  };
  const look = () => {
    const svg = ring();
    if (!svg) { shown = null; clearInterval(timer); timer = 0; return; }
    if (svg.dataset.key === shown) return;
    stop();
    shown = svg.dataset.key;
    if (!still.matches && svg.dataset.symbols) run(svg);
  };
  document.addEventListener("click", (event) => { if (event.target.closest?.("#ring")) stop(); });
  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("DOMContentLoaded", look);
  if (document.readyState !== "loading") look();
})();
