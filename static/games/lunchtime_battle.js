/* Monsters known by name are found by a part of it; a tap fills a number of food symbols, a name that is known all of them. */
(() => {
  "use strict";
  const { $, $$, put, whenDrawn } = companion;
  const plain = (text) => text.normalize("NFKC").trim().toLocaleLowerCase();
  const find = () => {
    const field = $(".known .find");
    if (!field) return;
    const list = field.closest(".known");
    const wanted = plain(field.value);
    list.toggleAttribute("data-found", wanted !== "");
    const all = $$(".known-monster", list);
    const found = all.filter((monster) => plain(monster.value).includes(wanted));
    all.forEach((monster) => { monster.hidden = !found.includes(monster); });
    $(".none", list).hidden = found.length > 0;
  };
  const mark = () => {
    $$("[data-into]").forEach((key) => {
      const field = key.form?.elements[key.dataset.into];
      key.setAttribute("aria-pressed", String(field?.value.trim() === key.dataset.value));
    });
    const name = $("#step [name='f.name']")?.value.trim();
    const hunger = $("#step input[name='f.hunger']:enabled")?.value;
    $$("#step .hunger-keys button").forEach((key) => key.setAttribute("aria-pressed", String(key.value === hunger)));
    $$(".known-monster").forEach((monster) => monster.setAttribute("aria-pressed", String(monster.value === name)));
  };
  /* A name that is typed, or read from a picture. */
  const called = (input) => {
    const known = input && $$(".known-monster").find((monster) => monster.value === input.value.trim());
    const hunger = $("#step input[name='f.hunger']");
    if (hunger) {
      hunger.value = known?.dataset.hunger ?? "";
      hunger.disabled = hunger.value === "";
    }
    return known;
  };
  const fill = (input) => {
    const known = called(input);
    if (!known?.dataset.foods) return;
    const foods = known.dataset.foods.split(",");
    $$('[name^="f.foods."]', input.form).forEach((field, index) => put(field, foods[index], false));
    input.form.setAttribute("data-draft", "");
  };
  for (const type of ["input", "change"]) {
    document.addEventListener(type, (event) => {
      const input = event.target;
      if (input.matches?.(".known .find")) { find(); return; }
      if (input.form?.id !== "step") return;
      if (input.name === "f.name") fill(input);
      mark();
    }, true);   /* before the sentence is asked for */
  }
  document.addEventListener("keydown", (event) => {   /* what is found alone is not laid by the key that ends a search */
    if (event.key === "Enter" && event.target.matches?.(".known .find")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {   /* before the form is sent */
    if (event.target.closest?.(".hunger-keys button")) $("#step input[name='f.hunger']").disabled = true;
  }, true);
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-into]");
    if (key?.form) {
      const field = key.form.elements[key.dataset.into];
      put(field, field.value.trim() === key.dataset.value ? "" : key.dataset.value);
      mark();
    }
    const opens = event.target.closest?.("[data-opens]");
    const opened = opens && $(`[data-opened="${opens.dataset.opens}"]`);
    if (opened) {
      opened.open = true;
      opened.scrollIntoView({ block: "start" });
      $("summary", opened).focus({ preventScroll: true });
    }
  });
  whenDrawn(() => { find(); called($("#step [name='f.name']")); mark(); });
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

  const ring = () => $("#ring [data-count]");
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    const svg = ring();
    if (!svg) return;
    svg.removeAttribute("data-running");
    $$(".pip", svg).forEach((pip) => { pip.removeAttribute("data-on"); pip.removeAttribute("data-here"); });
    $("#ring .running").setAttribute("hidden", "");
    $("#ring .total").removeAttribute("hidden");
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
      $("#ring .total").setAttribute("hidden", "");
      $("#ring .running").removeAttribute("hidden");
      if (counted % lap === 0) $$(".pip", here).forEach((pip) => pip.removeAttribute("data-on"));
      $$(".pip[data-here]", here).forEach((pip) => { pip.removeAttribute("data-here"); pip.setAttribute("data-on", ""); });
      const [turn, index] = path[counted % lap];
      const pip = $$(`.spot[data-turn="${turn}"] .pip`, here)[index];
      counted += 1;
      pip?.setAttribute("data-here", "");
      $("#ring .running").textContent = String(counted);
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
  /* A tap on the ring ends the count that runs over it; else it makes the ring large, or small again. */
  document.addEventListener("click", (event) => {
    const figure = event.target.closest?.("#question #ring");
    if (event.target.closest?.("#ring") && ring()?.hasAttribute("data-running")) { stop(); return; }
    if (figure) { large = !large; size(); }
  });
  let large = false;
  const size = () => {
    const figure = $("#question #ring");
    figure?.toggleAttribute("data-large", large);
    $("#question .enlarge")?.setAttribute("aria-pressed", String(large));
  };
  whenDrawn(size);
  whenDrawn(look);
})();
