/* What is chosen by tapping: an order, a number to correct, who plays in which colour. Without this file there are selects
   and fields to type in. */
(() => {
  "use strict";
  const { $, $$, make, changed, put, whenDrawn } = companion;

  /* ---- An order: each tap adds one, numbered; tapping it in the row takes it and what follows away ----
     The selects behind it hold the order once it is complete; until then they are not sent, unless they say what is true
     already (`data-keeps`: the places at the table). */
  const chosen = (pad) => $("input.order", pad).value.split(",").filter(Boolean);
  const choices = (pad) => $$(".choices [data-key]", pad);
  const selects = (pad) => $$(`#${CSS.escape(pad.dataset.selects)} select`);
  const drawOrder = (pad) => {
    const order = chosen(pad);
    const buttons = new Map(choices(pad).map((button) => [button.dataset.key, button]));
    const ready = order.length === buttons.size;
    buttons.forEach((button, key) => { button.disabled = order.includes(key); });
    $("ol", pad).replaceChildren(...order.map((key, place) => {
      const button = buttons.get(key);
      const number = make("b", { className: "figure", textContent: String(place + 1) });
      const sign = [...button.childNodes].map((node) => node.cloneNode(true));
      const back = make("button", { type: "button", className: "quiet" }, number, ...sign);
      back.dataset.back = String(place);
      back.setAttribute("aria-label", `${place + 1}: ${button.getAttribute("aria-label") ?? button.textContent.trim()} ×`);
      return make("li", {}, back);
    }));
    if (pad.dataset.keeps !== undefined) {
      if (ready) order.forEach((key, place) => { $(`select[name="place.${key}"]`, pad.closest("form")).value = String(place); });
    } else {
      selects(pad).forEach((select, place) => {
        select.disabled = !ready;
        if (ready) select.value = order[place];
      });
    }
    $$("[data-when-complete]", pad.closest("form")).forEach((button) => { button.disabled = !ready; });
  };
  document.addEventListener("click", (event) => {
    const pad = event.target.closest?.(".order-pad");
    const button = event.target.closest?.("button");
    if (!pad || !button) return;
    const input = $("input.order", pad);
    const keys = choices(pad).map((each) => each.dataset.key);
    let order = chosen(pad);
    if (button.dataset.key !== undefined) {
      order.push(button.dataset.key);
      /* The last one left has only one place to go. */
      if (order.length === keys.length - 1) order.push(keys.find((key) => !order.includes(key)));
    } else if (button.dataset.back !== undefined) order = order.slice(0, Number(button.dataset.back));
    else return;
    const complete = order.length === keys.length;
    put(input, order.join(","), false);
    drawOrder(pad);
    if (complete) changed(input);
    else if ($("#product")?.dataset.form === input.form.id) changed(input);   /* the bar asks what is still missing */
    else $(".telling", pad.closest("form"))?.replaceChildren();
  });

  /* ---- A correction: the number that was tapped goes into the field, with its range ---- */
  document.addEventListener("change", (event) => {
    const picked = event.target;
    if (!picked.matches?.("input[type=radio][data-corrects]")) return;
    const field = picked.form.elements[picked.dataset.corrects];
    field.dataset.low = picked.dataset.low;
    field.dataset.high = picked.dataset.high;
    picked.form.elements.was.value = picked.dataset.shown;
    put(field, picked.dataset.shown, false);
  }, true);   /* before the sentence is asked for */

  /* ---- New table: remembered players are tapped in seat order ---- */
  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.(".remembered button[data-name]");
    if (!chip) return;
    const form = chip.closest("form");
    const rows = $$(".seat-row", form);
    const row = rows.find((one) => $("input", one).value.trim() === "");
    if (!row || rows.some((one) => $("input", one).value.trim() === chip.dataset.name)) return;
    $("input", row).value = chip.dataset.name;
    const used = rows.filter((one) => one !== row && $("input", one).value.trim()).map((one) => $("select", one).value);
    const select = $("select", row);
    if (!used.includes(chip.dataset.color)) select.value = chip.dataset.color;
    else if (used.includes(select.value)) select.value = [...select.options].map((o) => o.value).find((color) => !used.includes(color));
    const taken = [...used, select.value];
    rows.filter((one) => one !== row && !$("input", one).value.trim()).forEach((one) => {
      const free = [...select.options].map((o) => o.value).find((color) => !taken.includes(color));
      if (taken.includes($("select", one).value) && free) $("select", one).value = free;
      taken.push($("select", one).value);
    });
    chip.disabled = true;
    enoughRows(form);
    settle(form);
  });

  /* ---- New table: one empty row below the last name, and no more. ---- */
  const enoughRows = (form) => {
    const rows = $$(".seat-row", form);
    const last = rows.reduce((found, row, place) => ($("input", row).value.trim() ? place : found), -1);
    const least = Number(form.dataset.least);
    rows.forEach((row, place) => row.classList.toggle("later", place > Math.max(last + 1, least)));
  };
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.(".seat-form");
    if (form) enoughRows(form);
  });
  document.addEventListener("keydown", (event) => {   /* Enter in a name goes to the next one, not to the table */
    const form = event.target.closest?.(".seat-form");
    if (event.key !== "Enter" || !form || !event.target.matches(".seat-row input") || event.isComposing) return;
    if (event.target.value.trim() === "") return;
    event.preventDefault();
    const rows = $$(".seat-row:not(.later) input", form);
    (rows[rows.indexOf(event.target) + 1] ?? $("button.primary", form)).focus();
  });

  /* ---- Colours: who has it already, a swap, the free ones. A row without a name gives way by itself. ---- */
  const had = new WeakMap();   // select -> the colour it had while every colour was there once
  const colorsOf = (form) => $$('select[name^="color."]', form);
  const nameOf = (select) => $("input[name^='name.']", select.closest(".seat-row")).value.trim();
  const wordOf = (select, key) => $(`option[value="${key}"]`, select).textContent.trim();
  const settle = (form) => {
    const all = colorsOf(form);
    if (new Set(all.map((select) => select.value)).size < all.length) return;
    $$(".color-note", form).forEach((old) => old.remove());
    all.forEach((select) => had.set(select, select.value));
  };
  const take = (select, color) => { select.value = color; settle(select.form); };
  const told = (select, other) => {
    const { wordsHas, wordsSwap, wordsFree } = select.form.dataset;
    const worded = (words, color) => words.replace("@", nameOf(other)).replace("#", wordOf(select, color));
    const text = (words) => make("span", { textContent: words });
    const button = (words, tap) => {
      const made = make("button", { type: "button", textContent: words });
      made.addEventListener("click", tap);
      return made;
    };
    const all = colorsOf(select.form);
    const offered = [...select.options].map((option) => option.value);
    const before = had.get(select) ?? offered.find((color) => all.every((one) => one.value !== color));
    const box = make("div", { className: "color-note row small" });
    box.setAttribute("role", "status");
    box.append(text(worded(wordsHas, select.value)), button(worded(wordsSwap, before), () => take(other, before)));
    const used = all.filter(nameOf).map((one) => one.value);
    const free = [before, ...offered]
      .filter((color, place, each) => !used.includes(color) && each.indexOf(color) === place);
    box.append(text(wordsFree), ...free.map((color) => button(wordOf(select, color), () => {
      const empty = all.find((one) => one !== select && one.value === color);
      if (empty) empty.value = before;
      take(select, color);
    })));
    select.closest(".seat-row").after(box);
  };
  document.addEventListener("change", (event) => {
    const select = event.target;
    if (!select.matches?.('form[data-words-has] select[name^="color."]')) return;
    $$(".color-note", select.form).forEach((old) => old.remove());
    const other = colorsOf(select.form).find((one) => one !== select && one.value === select.value);
    if (!other) settle(select.form);
    else if (nameOf(other)) told(select, other);
    else take(other, had.get(select));
  });

  /* A form that was refused comes back with both on one colour. */
  const compare = (form) => {
    settle(form);
    const named = colorsOf(form).filter(nameOf);
    const second = named.find((select, place) => named.findIndex((one) => one.value === select.value) < place);
    if (second && !$(".color-note", form)) told(second, named.find((one) => one.value === second.value));
  };

  /* A picture that was chosen is called by its name on the button that chose it. */
  document.addEventListener("change", (event) => {
    const place = event.target.matches?.("input[type=file]") && event.target.closest(".choose");
    if (place && event.target.files[0]) $("[data-chosen]", place).textContent = `✓ ${event.target.files[0].name}`;
  });

  const start = () => {
    $$(".seat-form").forEach(enoughRows);
    $$("form[data-words-has]").forEach(compare);
    $$(".order-pad").forEach(drawOrder);
  };
  whenDrawn(start);

  /* ---- A list of names: each tap adds one to what is typed ---- */
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-adds]");
    if (!button) return;
    const input = button.form.elements[button.dataset.adds];
    const names = input.value.split(/[,，、]/).map((name) => name.trim()).filter(Boolean);
    put(input, companion.listed([...names, button.textContent.trim()]));
  });
})();
