/* What is chosen by tapping: an order, a number to correct, who plays in which colour. Without this file there are selects
   and fields to type in. */
(() => {
  "use strict";
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

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
      const item = document.createElement("li");
      const back = document.createElement("button");
      const number = document.createElement("b");
      back.type = "button";
      back.dataset.back = String(place);
      back.className = "quiet";
      back.setAttribute("aria-label", `${place + 1}: ${buttons.get(key).getAttribute("aria-label") ?? buttons.get(key).textContent.trim()} ×`);
      number.className = "figure";
      number.textContent = String(place + 1);
      back.append(number, ...[...buttons.get(key).childNodes].map((node) => node.cloneNode(true)));
      item.append(back);
      return item;
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
    input.value = order.join(",");
    input.setAttribute("data-dirty", "");
    drawOrder(pad);
    if (order.length === keys.length) changed(input);
    else $(".telling", pad.closest("form"))?.replaceChildren();
  });

  /* ---- A correction: the number that was tapped goes into the field, with its range ---- */
  document.addEventListener("change", (event) => {
    const picked = event.target;
    if (!picked.matches?.("input[type=radio][data-into]")) return;
    const field = picked.form.elements[picked.dataset.into];
    field.dataset.low = picked.dataset.low;
    field.dataset.high = picked.dataset.high;
    field.value = picked.dataset.shown;
    field.setAttribute("data-dirty", "");
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
  });
  const start = () => $$(".order-pad").forEach(drawOrder);
  document.addEventListener("htmx:after:swap", start);
  document.addEventListener("DOMContentLoaded", start);
})();
