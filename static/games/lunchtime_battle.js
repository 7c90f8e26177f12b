/* A known monster's numbers, once its name is typed or read from a picture. */
(() => {
  "use strict";
  const { $, $$, put } = companion;
  const fill = (input) => {
    const form = input.form;
    const known = $$(".known button").find((button) => button.value === input.value.trim());
    if (!known || !form) return;
    const hunger = $(`[name="f.hunger"][value="${known.dataset.hunger}"]`, form);
    if (hunger) hunger.checked = true;
    const foods = known.dataset.foods.split(",");
    $$('[name^="f.foods."]', form).forEach((field, index) => put(field, foods[index], false));
    form.setAttribute("data-draft", "");
  };
  for (const type of ["input", "change"]) {
    document.addEventListener(type, (event) => {
      if (event.target.matches?.('[id^="lay-"][name="f.name"]')) fill(event.target);
    });
  }
})();

/* The count, symbol by symbol: it runs once for each new count, a tap skips it, and reduced motion leaves it out. */
(() => {
  "use strict";
  const { $, $$, whenDrawn } = companion;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const LONGEST_MS = 4000;
  const STEP_MS = 260;
  let shown = null;      // the key of the count that was run last
  let timer = 0;

  const ring = () => $("#ring svg[data-count]");
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    const svg = ring();
    if (!svg) return;
    svg.removeAttribute("data-running");
    $$(".pip", svg).forEach((pip) => { pip.removeAttribute("data-on"); pip.removeAttribute("data-here"); });
    $(".running", svg).setAttribute("hidden", "");
    $(".total", svg).removeAttribute("hidden");
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
      $(".total", here).setAttribute("hidden", "");
      $(".running", here).removeAttribute("hidden");
      if (counted % lap === 0) $$(".pip", here).forEach((pip) => pip.removeAttribute("data-on"));
      $$(".pip[data-here]", here).forEach((pip) => { pip.removeAttribute("data-here"); pip.setAttribute("data-on", ""); });
      const [turn, index] = path[counted % lap];
      const pip = $$(`.spot[data-turn="${turn}"] .pip`, here)[index];
      counted += 1;
      pip?.setAttribute("data-here", "");
      $(".running", here).textContent = String(counted);
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
  whenDrawn(look);
})();
