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
    $$(".known [data-card]", form).forEach((chip) => {
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
    const card = event.target.closest?.(".known [data-card]");
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
    const chip = $$(".known [data-card]", form).find((one) => one.dataset.name === input.value.trim());
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
  /* Known cards: as many as fit are shown, the rest is found by a part of the name. */
  const find = (list) => {
    const field = $(".find", list);
    if (!field) return;
    const wanted = field.value.normalize("NFKC").trim().toLocaleLowerCase();
    const most = Number(list.dataset.shown) - 1;
    const found = $$("[data-card]", list).filter((card) => card.dataset.name.normalize("NFKC").toLocaleLowerCase().includes(wanted));
    const first = found.filter((card) => card.getAttribute("aria-pressed") === "true");
    const shown = new Set([...first, ...found].slice(0, most));
    $$("[data-card]", list).forEach((card) => { card.hidden = !shown.has(card); });
    $(".none", list).hidden = found.length > 0;
  };
  document.addEventListener("input", (event) => {
    if (event.target.matches?.(".known .find")) find(event.target.closest(".known"));
  });
  document.addEventListener("input", typed);
  document.addEventListener("change", typed);
  document.addEventListener("change", (event) => gaps(event.target.form));
  /* The card about to be built stands on the small tower, and what it comes to below. */
  const grow = () => {
    const ghost = $(".mini .ghost");
    const input = $("#junk-height");
    if (!ghost || !input) return;
    const dots = $("#step [name=type][value=reinforce]:checked") ? 0 : Math.min(25, Number(input.value) || 0);
    ghost.className = `junk ghost h-${dots}`;
    const out = $(".mini .stands");
    const from = Number(out.dataset.from);
    out.textContent = dots ? `${from} → ${from + dots}` : String(from);
  };
  document.addEventListener("change", grow);
  document.addEventListener("input", grow);
  /* What the camera has read is chosen among the faces, if it is one of them. */
  document.addEventListener("change", (event) => {
    if (event.target.name !== "read.die" || event.target.form?.id !== "step") return;
    const read = event.target.value.split(",")[0];
    $$("[name='f.die']", event.target.form).forEach((face) => { face.checked = face.value === read; });
  }, true);
  /* Another answer starts empty; so does the step once it is entered: what the server offers next is what is chosen. */
  const clear = (form) => {
    const type = form.elements.type;
    const chosen = type.value;
    form.reset();
    $$("[data-dirty]", form).forEach((input) => input.removeAttribute("data-dirty"));
    if (type.length) type.value = chosen;
    chips(form);
    $$(".quick input", form).forEach((input) => mark(form, input.name));
    $$(".known", form).forEach(find);
    grow();
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("#step [name=type]")) clear(event.target.form);
  }, true);
  const entered = (ctx) => ctx?.companionKey && ctx.response?.status < 400 && ctx.sourceElement.id === "step";
  document.addEventListener("htmx:before:swap", (event) => {
    if (!entered(event.detail.ctx)) return;
    const step = $("#step");
    step?.removeAttribute("data-draft");
    $$("[data-dirty]", step ?? document.createElement("form")).forEach((input) => input.removeAttribute("data-dirty"));
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (entered(event.detail.ctx) && $("#step")) { $("#step").reset(); clear($("#step")); }
    every();
    $$("form:has([data-named])").forEach((form) => {
      chips(form);
      $$(".quick input", form).forEach((input) => mark(form, input.name));
    });
    $$(".known").forEach(find);
    grow();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.("[data-named], .quick input")) event.target.select();
  });
})();
