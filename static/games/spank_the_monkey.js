/* Entering cards: a tap fills a number, a card played before fills them all. Without script one types the same fields. */
(() => {
  "use strict";
  const { $, $$, changed, put } = companion;
  const fill = (form, name, value) => {
    const input = form.elements[name];
    if (!input) return;
    put(input, value, false);
    mark(form, name);
  };
  const mark = (form, name) => {
    $$(`[data-into="${CSS.escape(name)}"]`, form).forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.value === form.elements[name].value.trim()));
    });
  };
  const chips = (form) => {
    const named = $("[data-named]", form);
    $$(".remembered [data-card]", form).forEach((chip) => {
      chip.setAttribute("aria-pressed", String(chip.dataset.name === named?.value.trim()));
    });
  };
  const take = (form, chip) => {
    const row = `f.cards.${chip.dataset.card}.`;
    for (const name of ["name", "height", "strength", "modifier", "value"]) {
      if (form.elements[row + name]) fill(form, row + name, chip.dataset[name] ?? "");
    }
    if (chip.dataset.word && form.elements["f.category"]) fill(form, "f.category", chip.dataset.word);
    const kind = chip.dataset.word && $(`[name="f.kind"][value="${CSS.escape(chip.dataset.word)}"]`, form);
    if (kind) kind.checked = true;
    chips(form);
  };
  document.addEventListener("click", (event) => {
    const number = event.target.closest?.("[data-into]");
    const card = event.target.closest?.(".remembered [data-card]");
    const form = (number ?? card)?.closest("form");
    if (!form) return;
    event.preventDefault();
    if (number) fill(form, number.dataset.into, number.dataset.value);
    else take(form, card);
    changed(form);
  });
  /* A typed name, or one read by the camera, that was played before brings its numbers along. */
  const typed = (event) => {
    const input = event.target;
    const form = input.form;
    if (!form || !input.name?.startsWith("f.")) return;
    if ($(`[data-into="${CSS.escape(input.name)}"]`, form)) mark(form, input.name);
    if (!input.matches("[data-named]")) return;
    const chip = $$(".remembered [data-card]", form).find((one) => one.dataset.name === input.value.trim());
    if (chip) { take(form, chip); changed(form); } else chips(form);
  };
  /* Junk that is put onto itself stays where it is: the gaps below and above it are not offered. */
  const gaps = (form) => {
    const junk = form?.elements["f.junk"];
    const to = form?.elements["f.to"];
    if (!junk || !to?.options) return;
    const [seat, index] = junk.value.split(":");
    const own = [`${seat}:${index}`, `${seat}:${Number(index) + 1}`];
    for (const gap of to.options) gap.disabled = own.includes(gap.value);
    if (to.selectedOptions[0]?.disabled) to.value = [...to.options].find((gap) => !gap.disabled)?.value;
  };
  const every = () => $$("form:has([name='f.to'])").forEach(gaps);
  every();
  document.addEventListener("input", typed);
  document.addEventListener("change", typed);
  document.addEventListener("change", (event) => gaps(event.target.form));
  document.addEventListener("htmx:after:swap", () => {
    every();
    $$("form:has([data-named])").forEach((form) => {
      chips(form);
      $$(".quick input", form).forEach((input) => mark(form, input.name));
    });
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.("[data-named], .quick input")) event.target.select();
  });
})();
