/* In a civilization turn: the card first, then whom it can teach. Works on whatever is drawn. */
(() => {
  "use strict";
  const { $, $$, make, changed, put, whenDrawn } = companion;

  /* ---- Teaching ---- */
  const narrow = (form) => {
    const card = $('[name="f.card"]:checked', form)?.value;
    const open = card ? ($(`[data-card="${card}"]`, form)?.dataset.teaches || "").split(" ") : [];
    $$(".node", form).forEach((node) => {
      const radio = $("input", node);
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
      const taught = $('[name="f.tribe"]:checked', form);
      if (!taught || !open.includes(taught.value)) {
        const own = $(`[name="f.tribe"][value="${event.target.value}"]`, form);
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
      radios.map((radio) => $(radio, form)).filter(Boolean).forEach((radio) => { radio.checked = true; changed(radio); });
      return;
    }
    const monkeys = {};
    kinds.forEach(({ kind }) => { if (kind) { const key = `${kind.tribe} ${kind.number}`; monkeys[key] = (monkeys[key] || 0) + 1; } });
    const shown = Object.entries(monkeys).map(([key, n]) => {
      const [tribe, number] = key.split(" ");
      const { sign } = tribes.find((each) => each.tribe === tribe);
      const pill = make("span", { className: `monkey tribe-${tribe}`, textContent: `${sign} ${number}` });
      return make("li", {}, pill, ` × ${n}`);
    });
    const strange = kinds.filter(({ kind }) => !kind).map(({ name }) => name);
    if (strange.length) shown.push(make("li", {}, `${place.dataset.strange} ${strange.join(", ")}`));
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

  whenDrawn(() => $$("#teach").forEach(narrow));
})();
