/* Numbers: steps by buttons and arrow keys, typing, what the person saw; and for fingers a keypad from below, because the
   phone's own has no plus for sums, covers the field and differs from phone to phone. Without this file one types. */
(() => {
  "use strict";
  const { $, $$, changed, clamp, dirty, put, submit, total, whenDrawn } = companion;
  const FIELD = ".stepper input, input.number";
  const isField = (element) => element?.matches?.(FIELD) && !element.disabled;

  /* ---- A number of a sheet is entered at once, with the value that its author saw ---- */
  const saw = (input) => {
    if (input.dataset.saw === undefined) input.dataset.saw = input.defaultValue;
  };
  const send = (input) => {
    const form = input.form;
    const was = form.elements.was;
    if (was) was.value = input.dataset.saw ?? input.defaultValue;
    const value = total(input.value);
    if (value !== null) input.dataset.saw = String(value);
    input.companionSent = input.value;
    dirty(input, true);
    submit(form);
  };
  document.addEventListener("focusin", (event) => {
    const input = event.target;
    if (isField(input)) { saw(input); delete input.companionSent; input.select(); }
  });
  document.addEventListener("keydown", (event) => {   /* Enter means one entry, not a change and a submit */
    const input = event.target;
    if (event.key !== "Enter" || !input.matches?.(".sheet-form .stepper input")) return;
    if (event.isComposing || event.keyCode === 229) return;   /* this Enter chooses a word that is still being written */
    event.preventDefault();
    if (input.value.trim() !== "" && input.value !== input.companionSent) send(input);
  });
  document.addEventListener("input", (event) => { if (isField(event.target)) saw(event.target); });
  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!input.matches?.(".sheet-form .stepper input") || input.value.trim() === "") return;
    if (input.value !== input.companionSent) send(input);
  });

  /* ---- One more, one less: by button or by arrow key ---- */
  const step = (input, by) => {
    saw(input);
    const from = total(input.value) ?? Math.max(0, Number(input.dataset.low));
    const entered = input.closest(".sheet-form");
    put(input, String(clamp(input, from + by)), !entered);
    if (entered) send(input);
    if (input === document.activeElement) input.select();   /* the next digit begins a new number */
    if (input === field) begin();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".stepper button[data-step]");
    if (!button) return;
    event.preventDefault();
    step($("input", button.closest(".stepper")), Number(button.dataset.step));
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || !event.target.matches?.(".stepper input") || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    step(event.target, by);
  });

  /* ---- The keypad ---- */
  const pad = () => $("#number-pad");
  let field = null;     // what the keypad is for
  let fresh = true;     // the next digit begins a new number
  let edited = false;   // by the keypad: the browser then tells of no change
  let touching = matchMedia("(pointer: coarse)").matches;

  const following = (input) => {
    const fields = $$(FIELD, input.form ?? document).filter((one) => isField(one) && one.checkVisibility?.() !== false);
    return fields[fields.indexOf(input) + 1];
  };
  const draw = () => {
    const { low, high } = field.dataset;
    const value = total(field.value);
    const parts = field.value.match(/\d+/g) ?? [];
    $(".of", pad()).textContent = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent.trim() ?? "";
    $(".shown", pad()).textContent = parts.length > 1 && value !== null ? `${field.value} = ${value}` : field.value || "–";
    const range = $(".range", pad());
    range.textContent = low === undefined ? "" : `${low}–${high}`;
    range.classList.toggle("warn", value !== null && low !== undefined && clamp(field, value) !== value);
    const done = $("[data-pad=done]", pad());
    done.textContent = following(field) ? done.dataset.next : done.dataset.ok;
  };
  const begin = () => {
    fresh = true;
    draw();
  };
  /* The field stays in sight above the keypad, and nothing moves where it already is. */
  const reveal = () => {
    const room = pad().offsetHeight;
    document.body.style.paddingBottom = `${room}px`;
    document.documentElement.style.setProperty("--pad", `${room}px`);
    const over = field.getBoundingClientRect().bottom + 12 - (innerHeight - room);
    if (over > 0) scrollBy(0, over);
  };
  const open = (input) => {
    if (!pad() || field === input) return;
    field = input;
    pad().hidden = false;
    document.documentElement.classList.add("numbering");
    begin();
    reveal();
  };
  const close = () => {
    if (!field) return;
    field = null;
    pad().hidden = true;
    document.body.style.paddingBottom = "";
    document.documentElement.classList.remove("numbering");
  };
  /* What was keyed counts as typed: a number of a sheet is entered, an emptied one is what it was. */
  const settle = (input) => {
    if (!edited) return;
    edited = false;
    if (input.value.trim() === "" && input.closest(".sheet-form")) {
      input.value = input.dataset.saw ?? input.defaultValue;
      dirty(input, false);
    } else changed(input);
  };
  const key = (name) => {
    const now = field.value;
    const signed = Number(field.dataset.low) < 0;
    if (name === "back") field.value = fresh ? "" : now.slice(0, -1);
    else if (name === "+" || name === "-") {
      const starts = now === "" || (fresh && (total(now) === 0 || (name === "-" && signed)));
      if (starts && !(name === "-" && signed)) return;
      field.value = starts ? name : now.replace(/[+-]$/, "") + name;
    } else field.value = fresh ? name : now + name;
    fresh = false;
    edited = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    draw();
  };
  const byTouch = (input) => { if (pad()) input.inputMode = "none"; };

  document.addEventListener("pointerdown", (event) => {
    touching = event.pointerType !== "mouse";
    if (touching && isField(event.target)) byTouch(event.target);
    if (event.target.closest?.("#number-pad")) event.preventDefault();
  });
  document.addEventListener("mousedown", (event) => { if (event.target.closest?.("#number-pad")) event.preventDefault(); });
  document.addEventListener("focusin", (event) => { if (touching && isField(event.target)) open(event.target); });
  document.addEventListener("focusout", (event) => {
    if (!isField(event.target)) return;
    settle(event.target);
    if (!isField(event.relatedTarget)) close();
  });
  document.addEventListener("click", (event) => {
    if (touching && isField(event.target) && event.target === document.activeElement) open(event.target);
    const button = event.target.closest?.("#number-pad [data-pad]");
    if (!button || !field) return;
    if (button.dataset.pad !== "done") { key(button.dataset.pad); return; }
    const input = field;
    const next = following(input);
    if (next) { byTouch(next); next.focus(); } else input.blur();
  });
  document.addEventListener("keydown", (event) => {
    touching = false;
    if (event.key === "Escape") close();
  });
  document.addEventListener("input", (event) => { if (event.target === field && event.isTrusted) { fresh = false; draw(); } });
  /* A field that a swap took away has no keypad any more. */
  whenDrawn(() => { if (field && !field.isConnected) close(); else if (field && fresh) draw(); });
})();
