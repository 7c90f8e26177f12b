/* In a civilization turn: the card first, then whom it can teach. Works on whatever is drawn. */
(() => {
  "use strict";
  const { $, $$, make, changed, put, whenDrawn } = companion;

  const submit = (form) => (form.requestSubmit ? form.requestSubmit() : $("button.default", form).click());
  const checked = (form, name) => $(`[name="${name}"]:checked`, form)?.value;

  /* ---- Teaching ---- */
  const teaches = (form) => Boolean($("#teaching", form));
  const narrow = (form) => {
    const card = checked(form, "f.card");
    const open = card ? ($(`[data-card="${card}"]`, form)?.dataset.teaches || "").split(" ") : [];
    $$(".node", form).forEach((node) => {
      const radio = $("input", node);
      const cannot = Boolean(card) && !open.includes(radio.value);
      node.classList.toggle("cannot", cannot);
      if (cannot) radio.setAttribute("aria-disabled", "true");
      else radio.removeAttribute("aria-disabled");
    });
    return open;
  };
  const clearAlly = (form) => $$('[name="f.ally"]', form).forEach((radio) => { radio.checked = false; });
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (!form || !teaches(form)) return;
    if (event.target.name === "f.card") {
      const open = narrow(form);
      const taught = $('[name="f.tribe"]:checked', form);
      if (!taught || !open.includes(taught.value)) {
        const own = $(`[name="f.tribe"][value="${event.target.value}"]`, form);
        if (own) { own.checked = true; clearAlly(form); changed(own); }
      }
    }
    if (event.target.name === "f.tribe") {
      clearAlly(form);
      $(`#ally-${event.target.value}`, form)?.scrollIntoView({ block: "center" });   /* below the ring on a small phone */
    }
  }, true);

  /* ---- Cards with a tribe and a number: one tap fills in both, and both show which card that is ---- */
  const fields = (form) => {
    const tribe = $("[name=cell]", form).dataset.tribe;
    return { tribe, number: "f.number" };
  };
  const cardOf = (form) => {
    const { tribe, number } = fields(form);
    const found = { tribe: checked(form, tribe), number: checked(form, number) };
    return found.tribe && found.number ? found : null;
  };
  const priced = (form) => {
    const sales = $(".sales", form);
    if (!sales) return;
    const card = cardOf(form);
    sales.classList.toggle("open", Boolean(card));
    if (!card) return;
    const lot = Number(sales.dataset.lot);
    const monkey = { tribe: card.tribe, number: Number(card.number), lot };
    const prices = JSON.parse(sales.dataset.prices)[card.tribe] ?? {};
    $$(".sale", sales).forEach((row) => {
      const player = Number(row.dataset.seat);
      const values = prices[player] ?? [];
      row.hidden = !values.length;
      const shown = JSON.stringify([values, monkey]);
      const place = $(".numbers", row);
      if (place.companionShown === shown) return;   /* other people's taps take no focus away */
      place.companionShown = shown;
      const who = $(".seat", row).textContent.trim();
      const buttons = values.map((value) => {
        const button = make("button", { name: "action", textContent: String(value) });
        button.value = JSON.stringify({ type: "sold", player, value, ...monkey });
        button.setAttribute("aria-label", `${who}: ${value}`);
        return button;
      });
      place.replaceChildren(...buttons);
      fold(row, buttons);
    });
    $(".nobody", sales).value = JSON.stringify({ type: "no_bid", ...monkey });
  };
  /* Most monkeys go for little: the first prices stand in one row with the name, the others one tap behind. */
  const AT_ONCE = 4;
  const fold = (row, buttons) => {
    if (buttons.length <= AT_ONCE + 1) return;
    const more = make("button", { type: "button", textContent: "…" });
    more.setAttribute("aria-label", `${$(".seat", row).textContent.trim()}: ${buttons[AT_ONCE].textContent} …`);
    const rest = buttons.slice(AT_ONCE);
    rest.forEach((button) => { button.hidden = true; });
    more.addEventListener("click", () => { rest.forEach((button) => { button.hidden = false; }); more.remove(); rest[0].focus(); });
    buttons[AT_ONCE - 1].after(more);
  };
  const showCard = (form) => {
    const card = cardOf(form);
    $$("[name=cell]", form).forEach((cell) => { cell.checked = card !== null && cell.value === `${card.tribe} ${card.number}`; });
    priced(form);
  };
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (!form || !$(".cards-pad", form)) return;
    const names = fields(form);
    if (event.target.name === "cell") {
      const [tribe, number] = event.target.value.split(" ");
      const radios = [[names.number, number], [names.tribe, tribe]].map(([name, value]) => $(`[name="${name}"][value="${value}"]`, form));
      radios.forEach((radio) => { radio.checked = true; });
      changed(radios[1]);
    }
    if (["cell", names.tribe, names.number].includes(event.target.name)) showCard(form);
  });

  /* ---- A new ship: its colour, then its points beside its places ---- */
  const showSize = (form) => {
    $$(".sizes button", form).forEach((button) => {
      const is = button.dataset.capacity === checked(form, "f.capacity") && button.dataset.points === checked(form, "f.points");
      button.setAttribute("aria-pressed", String(is));
    });
  };
  document.addEventListener("click", (event) => {
    const size = event.target.closest?.(".sizes button");
    if (!size) return;
    const { form } = size;
    ["capacity", "points"].forEach((name) => { $(`[name="f.${name}"][value="${size.dataset[name]}"]`, form).checked = true; });
    showSize(form);
    if (checked(form, "f.color")) submit(form);
    else changed($('[name="f.points"]:checked', form));
  });
  document.addEventListener("change", (event) => {
    const { form } = event.target;
    if (form && $(".sizes", form)) showSize(form);
  });

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
    if ($(".cards-pad", form)) {
      const first = kinds.find(({ kind }) => kind)?.kind;
      const radios = first ? [`[name="f.number"][value="${first.number}"]`, `[name="f.tribe"][value="${first.tribe}"]`] : [];
      radios.map((radio) => $(radio, form)).filter(Boolean).forEach((radio) => { radio.checked = true; changed(radio); });
      return;
    }
    const monkeys = {};
    kinds.forEach(({ kind }) => { if (kind) { const key = `${kind.tribe} ${kind.number}`; monkeys[key] = (monkeys[key] || 0) + 1; } });
    const doubted = (event.detail.unsure ?? []).map((name) => kindOf(tribes, name)).filter(Boolean);
    const marked = new Set(doubted.map(({ tribe, number }) => `${tribe} ${number}`));
    const shown = Object.entries(monkeys).map(([key, n]) => {
      const [tribe, number] = key.split(" ");
      const { sign } = tribes.find((each) => each.tribe === tribe);
      const pill = make("span", { className: `monkey tribe-${tribe}`, textContent: `${sign} ${number}` });
      return make("li", { className: marked.has(key) ? "unsure" : "" }, pill, ` × ${n}${marked.has(key) ? " ?" : ""}`);
    });
    const strange = kinds.filter(({ kind }) => !kind).map(({ name }) => name);
    if (strange.length) shown.push(make("li", {}, `${place.dataset.strange} ${companion.listed(strange)}`));
    $(".found", form).replaceChildren(...shown);
    put($("#pile-action", form), JSON.stringify({ type: "add_monkeys", monkeys }), false);
    $("#pile-add", form).disabled = !Object.keys(monkeys).length;
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const form = event.detail.ctx.sourceElement;
    if (form?.id !== "pile" || (event.detail.ctx.response?.status ?? 500) >= 400) return;
    $(".found", form).replaceChildren();
    $("#pile-add", form).disabled = true;
  });

  whenDrawn(() => {
    $$("form:has(#teaching)").forEach(narrow);
    $$("form:has(.cards-pad)").forEach(showCard);
    $$("form:has(.sizes)").forEach(showSize);
    $$("#sold .sale").forEach((row) => { if (!$("[type=button]", row)) fold(row, $$("button", row)); });
  });
})();
