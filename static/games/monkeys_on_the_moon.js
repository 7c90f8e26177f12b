/* Tapping tribes in order; and in a civilization turn: the card first, then whom it can teach. Works on whatever is drawn. */
(() => {
  "use strict";
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

  /* ---- Six tribes in order: each tap adds one, tapping it in the row takes it and what follows away ---- */
  const chosen = (pad) => pad.querySelector("input.order").value.split(",").filter(Boolean);
  const draw = (pad) => {
    const order = chosen(pad);
    const buttons = new Map($$("[data-key]", pad.querySelector(".discs")).map((button) => [button.dataset.key, button]));
    buttons.forEach((button, key) => { button.disabled = order.includes(key); });
    pad.querySelector("ol").replaceChildren(...order.map((key, place) => {
      const item = document.createElement("li");
      const back = document.createElement("button");
      back.type = "button";
      back.dataset.back = String(place);
      back.className = "quiet";
      back.setAttribute("aria-label", `${place + 1}: ${buttons.get(key).getAttribute("aria-label")} ×`);
      back.append(String(place + 1), buttons.get(key).firstElementChild.cloneNode(true));
      item.append(back);
      return item;
    }));
    const ready = order.length === buttons.size;
    if (ready) $$("select", pad.closest("form")).forEach((select, place) => { select.value = order[place]; });
    $$("[data-when-complete]", pad.closest("form")).forEach((button) => { button.disabled = !ready; });
  };
  document.addEventListener("click", (event) => {
    const pad = event.target.closest?.(".order-pad");
    const button = event.target.closest?.("button");
    if (!pad || !button) return;
    const input = pad.querySelector("input.order");
    let order = chosen(pad);
    if (button.dataset.key !== undefined) order.push(button.dataset.key);
    else if (button.dataset.back !== undefined) order = order.slice(0, Number(button.dataset.back));
    else return;
    /* The last one left has only one place to go. */
    const keys = $$(".discs [data-key]", pad).map((each) => each.dataset.key);
    if (button.dataset.key !== undefined && order.length === keys.length - 1) order.push(keys.find((key) => !order.includes(key)));
    input.value = order.join(",");
    input.setAttribute("data-dirty", "");
    draw(pad);
    if (order.length === keys.length) changed(input);
    else pad.closest("form").querySelector(".telling")?.replaceChildren();
  });

  /* ---- Teaching ---- */
  const narrow = (form) => {
    const card = form.querySelector('[name="f.card"]:checked')?.value;
    const open = card ? (form.querySelector(`[data-card="${card}"]`)?.dataset.teaches || "").split(" ") : [];
    $$(".node", form).forEach((node) => {
      const radio = node.querySelector("input");
      node.classList.toggle("cannot", Boolean(card) && !open.includes(radio.value));
    });
    return open;
  };
  const clearAlly = (form) => $$('[name="f.ally"]', form).forEach((radio) => { radio.checked = false; });
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("#teach");
    if (!form) return;
    if (event.target.name === "f.card") {
      const open = narrow(form);
      const taught = form.querySelector('[name="f.tribe"]:checked');
      if (!taught || !open.includes(taught.value)) {
        const own = form.querySelector(`[name="f.tribe"][value="${event.target.value}"]`);
        if (own) { own.checked = true; clearAlly(form); changed(own); }
      }
    }
    if (event.target.name === "f.tribe") clearAlly(form);
  }, true);

  /* ---- Cards by eye: a name such as "red 4" says tribe and number ---- */
  const tribesOf = (place) => place.dataset.words.split(";").map((each) => {
    const [tribe, sign, called] = each.split("=");
    return { tribe, sign, called: called.split(",") };
  });
  const kindOf = (tribes, name) => {
    const plain = name.normalize("NFKC").toLowerCase();
    const number = plain.match(/[1-9]/)?.[0];
    const found = tribes.filter(({ called }) => called.some((word) => plain.includes(word)));
    return number && found.length === 1 ? { tribe: found[0].tribe, number } : null;
  };
  document.addEventListener("companion:cards", (event) => {
    const place = event.target.closest(".named");
    const form = place?.closest("form");
    if (!form) return;
    const tribes = tribesOf(place);
    const kinds = event.detail.names.map((name) => ({ name, kind: kindOf(tribes, name) }));
    if (form.id === "pick") {
      const first = kinds.find(({ kind }) => kind)?.kind;
      const radios = first ? [`[name="f.tribe"][value="${first.tribe}"]`, `[name="f.number"][value="${first.number}"]`] : [];
      radios.map((radio) => form.querySelector(radio)).filter(Boolean).forEach((radio) => { radio.checked = true; changed(radio); });
      return;
    }
    const monkeys = {};
    kinds.forEach(({ kind }) => { if (kind) { const key = `${kind.tribe} ${kind.number}`; monkeys[key] = (monkeys[key] || 0) + 1; } });
    const item = (text) => { const line = document.createElement("li"); line.textContent = text; return line; };
    const shown = Object.entries(monkeys).map(([key, n]) => {
      const [tribe, number] = key.split(" ");
      const line = item("");
      const pill = document.createElement("span");
      pill.className = `monkey tribe-${tribe}`;
      pill.textContent = `${tribes.find((each) => each.tribe === tribe).sign} ${number}`;
      line.append(pill, ` × ${n}`);
      return line;
    });
    const strange = kinds.filter(({ kind }) => !kind).map(({ name }) => name);
    if (strange.length) shown.push(item(`${place.dataset.strange} ${strange.join(", ")}`));
    form.querySelector(".found").replaceChildren(...shown);
    form.querySelector("#pile-action").value = JSON.stringify({ type: "add_monkeys", monkeys });
    form.querySelector("#pile-action").setAttribute("data-dirty", "");
    form.querySelector("#pile-add").disabled = !Object.keys(monkeys).length;
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const form = event.detail.ctx.sourceElement;
    if (form?.id !== "pile" || (event.detail.ctx.response?.status ?? 500) >= 400) return;
    form.querySelector(".found").replaceChildren();
    form.querySelector("#pile-add").disabled = true;
  });

  const start = () => {
    $$(".order-pad").forEach(draw);
    $$("#teach").forEach(narrow);
  };
  document.addEventListener("htmx:after:swap", start);
  document.addEventListener("DOMContentLoaded", start);
})();
