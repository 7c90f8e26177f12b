/* What a page needs beyond htmx: a key for every tap, a watch over the stream, and typing that survives other people's taps.
   The page works without this file, less comfortably: forms post, pages reload. */
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("script");
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  /* A key belongs to what the person meant. No crypto.randomUUID on plain http. */
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");

  /* ---- Numbers, as people write them (static/numbers.js enters them) ---- */
  const digits = (text) => text.normalize("NFKC").replace(/[−‐‑–—﹣－]/g, "-").replace(/\s+/g, "");
  const total = (text) => {
    const plain = digits(text);
    if (!/^[+-]?\d{1,6}([+-]\d{1,6})*$/.test(plain)) return null;
    return plain.match(/[+-]?\d+/g).reduce((sum, part) => sum + Number(part), 0);
  };
  const clamp = (input, value) => Math.min(Number(input.dataset.high), Math.max(Number(input.dataset.low), value));
  const dirty = (input, on) => (on ? input.setAttribute("data-dirty", "") : input.removeAttribute("data-dirty"));

  /* Words one after the other, with the comma that this language has between them. */
  const listed = (words) => words.join(root.lang.startsWith("zh") ? "、" : ", ");
  const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));
  /* A value as if it had been typed: other people's taps leave it alone, and what listens for changes hears of it, unless
     `heard` says that it will be told otherwise. */
  const put = (input, value, heard = true) => {
    input.value = value;
    dirty(input, true);
    if (heard) changed(input);
  };

  /* Safari before 16 has no requestSubmit: the form's own button sends it just the same. */
  const submit = (form) => {
    if (form.requestSubmit) form.requestSubmit();
    else form.querySelector("button:not([type=button]), input[type=submit]")?.click();
  };

  document.addEventListener("input", (event) => {
    if (event.target.matches?.("input, textarea")) dirty(event.target, true);
  });
  /* A key that takes the focus away would send a half-typed number. */
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.(".keypad button")) event.preventDefault();
  });

  /* ---- Dice: keyed on drawn faces ---- */
  const diceOf = (pad) => $(`[name="${CSS.escape(pad.dataset.for)}"]`, pad.closest("form"));
  const drawDice = (pad) => {
    if (!pad.dataset.for) return;
    const shown = $(".dice", pad);
    const rolled = diceOf(pad).value.split(",").filter(Boolean);
    shown.replaceChildren(...rolled.map((face, index) => {
      const die = $(`.keypad [data-face="${CSS.escape(face)}"]`, pad)?.cloneNode(true) ?? document.createElement("button");
      die.type = "button";
      die.dataset.remove = index;
      delete die.dataset.face;
      die.disabled = false;
      return die;
    }));
    /* A die that is picked in a reading gives its place to what is keyed. */
    const reading = pad.companionReading;
    const given = reading && reading.picked !== null ? rolled.indexOf(reading.spots[reading.picked].face) : -1;
    const stays = rolled.filter((_, index) => index !== given);
    const full = stays.length >= Number(pad.dataset.high);
    $$(".keypad button", pad).forEach((button) => {
      const limit = Number(button.dataset.limit || 99);
      button.disabled = full || stays.filter((face) => face === button.dataset.face).length >= limit;
    });
    $$("[data-count]", pad).forEach((out) => { out.textContent = String(rolled.length); });
    pad.dispatchEvent(new Event("companion:dice-drawn", { bubbles: true }));
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".dice-pad button");
    const pad = button?.closest(".dice-pad");
    if (!pad) return;
    const input = diceOf(pad);
    const rolled = input.value.split(",").filter(Boolean);
    if (button.dataset.face !== undefined) rolled.push(button.dataset.face);
    else if (button.dataset.remove !== undefined) rolled.splice(Number(button.dataset.remove), 1);
    else return;
    event.preventDefault();
    put(input, rolled.join(","));
  });
  document.addEventListener("change", (event) => {
    const pad = event.target.closest?.(".dice-pad");
    if (pad?.dataset.for && event.target === diceOf(pad)) drawDice(pad);
  });

  /* ---- Forms: a key each, and what happens while nobody answers ---- */
  const waiting = new Map();   // form -> requests that have no answer yet
  /* The form an entry comes from; what only asks (the sentence before it is confirmed) enters nothing. */
  const entering = (source) => (source.closest?.(".telling") ? null : source.closest?.("form.acting"));
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.request.method === "GET" || !ctx.request.body?.set) return;
    const form = entering(ctx.sourceElement);
    if (!form) return;
    ctx.companionKey = form.dataset.retry || newKey();
    delete form.dataset.retry;
    ctx.request.body.set("key", ctx.companionKey);
    waiting.set(form, (waiting.get(form) || 0) + 1);
  });
  /* A form that its own answer removed from the page hears of no end: it waits for nothing any more. */
  const busy = () => {
    for (const form of waiting.keys()) if (!form.isConnected) waiting.delete(form);
    return waiting.size > 0;
  };
  const settled = (form, ok) => {
    const left = (waiting.get(form) || 1) - 1;
    waiting.set(form, left);
    if (left > 0) return;
    waiting.delete(form);
    if (!ok) return;
    form.removeAttribute("data-draft");
    $$("[data-dirty]", form).forEach((input) => {
      if (input === document.activeElement && total(input.value) !== Number(input.dataset.saw)) return;
      dirty(input, false);
      if (input.dataset.theirs !== undefined) { input.setAttribute("value", input.dataset.theirs); input.value = input.dataset.theirs; }
      delete input.dataset.theirs;
      delete input.dataset.saw;
    });
    $$(".dice-pad", form).forEach(drawDice);
  };
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    const seq = ctx.response?.headers?.get?.("X-Seq");
    const shown = $("#panel > [data-seq]");
    if (seq && shown && Number(seq) < Number(shown.dataset.seq)) event.preventDefault();
    /* What the server said before this answer is past: where the number is again what the page shows, nothing is set anew. */
    else if (ctx.target?.id === "panel") $$("[data-theirs]").forEach((input) => { delete input.dataset.theirs; });
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.response?.headers?.get?.("X-Gone")) gone();
    const form = entering(ctx.sourceElement);
    if (!form) return;
    const status = ctx.response?.status;
    const ok = status !== undefined && status < 400;
    if (ok) {
      $("#refusal")?.replaceChildren();
      if (form.dataset.clear !== undefined) form.reset();
    } else if (status === undefined || status >= 500) {
      form.dataset.retry = ctx.companionKey;   // the answer was lost: the same tap again keeps its key
      offline(true);
      lost(form);
    } else {
      $$(".stepper input[data-dirty]", form).forEach((input) => input.setAttribute("aria-invalid", "true"));
    }
    settled(form, ok);
    redraw();
    if (ok) $$("[aria-invalid]", form).forEach((input) => input.removeAttribute("aria-invalid"));
  });
  const lost = (form) => {
    const box = $("#refusal");
    const words = $("#lost-words");
    if (!box || !words) return;
    const shown = words.content.cloneNode(true);
    $("[data-again]", shown).addEventListener("click", () => { box.replaceChildren(); submit(form); });
    $("[data-dismiss]", shown).addEventListener("click", () => { box.replaceChildren(); leave(form); });
    box.replaceChildren(shown);
  };
  /* Left alone, an entry that got no answer is not entered: its fields show what the server says again. */
  const leave = (form) => {
    delete form.dataset.retry;
    $$("[data-dirty]", form).forEach((input) => {
      input.value = input.dataset.theirs ?? input.defaultValue;
      input.setAttribute("value", input.value);
      ["saw", "theirs"].forEach((name) => delete input.dataset[name]);
      delete input.companionSent;
      dirty(input, false);
    });
    $$(".dice-pad", form).forEach(drawDice);
    refresh();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-dismiss]");
    if (button) $("#refusal")?.replaceChildren();
    const mine = event.target.closest?.("[data-mine]");
    if (mine) {   /* "yours or theirs": enter mine all the same, having seen theirs */
      const form = $(`form.acting [data-dirty]`)?.form;
      $("#refusal")?.replaceChildren();
      if (!form) return;
      const input = $("[data-dirty]", form);
      input.dataset.saw = mine.dataset.now;
      if (form.elements.was) form.elements.was.value = mine.dataset.now;
      submit(form);
    }
    const theirs = event.target.closest?.("[data-theirs-now]");
    if (theirs) {
      $$("[data-dirty]").forEach((input) => { dirty(input, false); delete input.dataset.saw; delete input.dataset.theirs; });
      $("#refusal")?.replaceChildren();
      if ($("#panel")) refresh();
      else location.reload();
    }
  });

  /* ---- Live: the stream says only a number; a panel that shows another one is fetched ---- */
  let heardAt = Date.now();
  let heardSeq = null;
  let triedAt = 0;
  const place = () => $("#stream");
  const offline = (is) => {
    const note = $("#offline");
    if (note && note.hidden === is) note.hidden = !is;
    root.classList.toggle("offline", is);
  };
  const refresh = () => {
    const panel = $("#panel");
    if (panel && window.htmx) htmx.trigger(panel, "refresh");
  };
  const heard = (seq, force) => {
    heardAt = Date.now();
    heardSeq = Number(seq);
    offline(false);
    const shown = $("#panel > [data-seq]");
    /* A tap under way brings the newest panel along. */
    if (shown && (force || (String(seq) !== shown.dataset.seq && !busy()))) refresh();
  };
  const tab = newKey().slice(0, 12);
  const connect = () => {
    const old = place();
    if (!old || document.hidden) return;
    triedAt = Date.now();
    const fresh = document.createElement("div");
    fresh.id = "stream";
    fresh.hidden = true;
    Object.assign(fresh.dataset, old.dataset);
    const rings = $("#panel > [data-rings]")?.dataset.rings ?? "";   /* a ring between this page and its stream is told at once */
    fresh.setAttribute("hx-sse:connect", `/t/${old.dataset.code}/stream?tab=${tab}&rings=${rings}${old.dataset.board ? "&board=1" : ""}`);
    fresh.setAttribute("hx-config", "sse.connectTimeout:2000 sse.reconnectMaxDelay:2500");
    fresh.addEventListener("seq", (event) => heard(event.detail.data));
    fresh.addEventListener("people", (event) => heard(event.detail.data, true));
    fresh.addEventListener("dice", (event) => {
      const detail = { thrown: event.detail.data, seq: heardSeq };
      document.dispatchEvent(new CustomEvent("companion:throw", { detail }));
    });
    old.replaceWith(fresh);
    htmx.process(fresh);
  };
  const poll = async () => {
    const old = place();
    if (!old) return;
    try {
      const answer = await fetch(`/t/${old.dataset.code}/seq`, { signal: AbortSignal.timeout(2000), cache: "no-store" });
      if (answer.ok) heard((await answer.json()).seq);
      if (answer.status === 404) gone();
    } catch { /* the watch below says so */ }
  };
  /* The table was deleted: the page says so and asks no more. */
  const gone = () => {
    const note = $("#gone");
    if (!note || !place()) return;
    place().remove();
    offline(false);
    note.hidden = false;
    $$("#panel button, #panel input, #panel select").forEach((control) => { control.disabled = true; });
  };
  const watch = () => {
    if (document.hidden || !place()) return;
    const quiet = Date.now() - heardAt;
    if (quiet > 4200) offline(true);
    if (quiet > 3000 && Date.now() - triedAt > 2500) { connect(); poll(); }
  };
  const back = () => {
    if (document.hidden || !place()) return;
    heardAt = Date.now();
    refresh();
    connect();
    poll();
  };
  document.addEventListener("visibilitychange", back);
  window.addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  window.addEventListener("online", back);
  window.addEventListener("offline", () => { if (place()) offline(true); });

  /* ---- Morphing: what the person is typing, opened or looks at stays ---- */
  const drafts = {
    init() {},
    htmx_before_morph_attr(element, detail) {
      if (element.name === "was" && element.form && $("[data-dirty]", element.form)) return false;
      if (detail.attrName === "value" && element.hasAttribute?.("data-dirty")) {
        element.dataset.theirs = detail.newValue;
        return false;
      }
      if (detail.attrName === "checked" && element.form?.hasAttribute("data-draft")) return false;
      if (/^data-(low|high)$/.test(detail.attrName) && element.hasAttribute?.("data-dirty")) return false;
      return !/^(data-(dirty|theirs|saw|retry|draft)|inputmode)$/.test(detail.attrName);
    },
  };
  const glow = () => {
    $$("#panel [data-now]").forEach((element) => {
      const now = element.dataset.now;
      if (element.companionNow !== undefined && element.companionNow !== now) {
        element.classList.remove("glow");
        void element.offsetWidth;
        element.classList.add("glow");
      }
      element.companionNow = now;
    });
  };
  /* ---- The step: its action waits until the answer is complete; a new question is the first thing in sight ---- */
  const product = () => $("#product");
  const waits = () => {
    const ready = !!$("[data-ready]", product() ?? root);
    $$("[data-waits]").forEach((button) => { button.disabled = !!product() && !ready; });
  };
  /* Other people's taps draw the bar anew: what stands in the form is still there, so its sentence is asked for again. */
  const redraw = () => {
    const shown = product();
    if (!shown) return;
    if ($("#" + CSS.escape(shown.dataset.form))?.hasAttribute("data-draft")) htmx.trigger(shown, "draw");
    waits();
  };
  const asked = () => $("#question")?.dataset.question;
  let answered = asked();
  const turnTo = () => {
    const question = $("#question");
    if (asked() === answered) return;
    answered = asked();
    /* Whoever is typing the next number already keeps the field: what they key must not go astray. */
    if (document.activeElement?.matches("input, textarea, select")) return;
    if (!question) {   /* nothing more is asked: what the others do stands where the next question will */
      $("#me")?.nextElementSibling?.scrollIntoView({ block: "start", behavior: "instant" });
      return;
    }
    question.scrollIntoView({ block: "start" });
    question.focus({ preventScroll: true });
  };
  /* How high the bar is: what lies above it, and the room below the page, keep clear of it. */
  const bars = window.ResizeObserver && new ResizeObserver(([entry]) => {
    root.style.setProperty("--bar", `${entry.target.isConnected ? entry.target.offsetHeight : 0}px`);
  });
  const measure = () => {
    bars?.disconnect();
    const bar = $(".actionbar");
    if (bar) bars?.observe(bar);
  };
  document.addEventListener("htmx:after:swap", (event) => {
    const { ctx } = event.detail;
    if (ctx?.target?.id === "product" || ctx?.sourceElement?.id === "product") {
      waits();
      /* The mistake is mended: the refusal that spoke of it goes. One that waits for an answer stays. */
      if ($("[data-ready]", product()) && !$("#refusal [data-again]")) $("#refusal")?.replaceChildren();
      return;
    }
    measure();
    if (ctx?.companionKey && ctx.response?.status < 400) turnTo();
    else if (!busy()) answered = asked();
    /* A form that its own answer took away hears of no end: what the next step waits for is looked at here. */
    if (ctx?.companionKey) waits();
    else redraw();
    if (ctx?.companionKey && ctx.response?.status < 400) $("#refusal")?.replaceChildren();
    glow();
    $$(".dice-pad").forEach(drawDice);
  });
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-draft-form]")) form.setAttribute("data-draft", "");
  });
  document.addEventListener("click", (event) => {   /* a menu closes when something else is tapped */
    $$("details.menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    $$("details.menu[open]").forEach((menu) => { menu.open = false; $("summary", menu).focus(); });
    $("#refusal")?.replaceChildren();
  });

  /* Counts on from what the server said, by the phone's own clock: it is right after a sleep too. */
  const minutes = (all) => {
    const two = (n) => String(n).padStart(2, "0");
    const [hours, left] = [Math.floor(all / 3600), all % 3600];
    return (hours ? hours + ":" + two(Math.floor(left / 60)) : Math.floor(left / 60)) + ":" + two(left % 60);
  };
  const tick = () => $$("[data-runs]").forEach((shown) => {
    if (shown.said !== shown.dataset.seconds) {
      shown.said = shown.dataset.seconds;
      shown.began = Date.now() - 1000 * shown.said;
    }
    shown.textContent = minutes(Math.floor((Date.now() - shown.began) / 1000));
  });
  setInterval(tick, 500);

  const start = () => {
    if (!window.htmx) $("#needs")?.removeAttribute("hidden");   /* what the page cannot work without, in words */
    if (window.htmx) htmx.registerExtension?.("companion-drafts", drafts);
    $$(".dice-pad").forEach(drawDice);
    glow();
    if (place()) { connect(); setInterval(watch, 500); }
    answered = asked();
    redraw();
    measure();
  };
  /* After htmx's own start: a stream element processed twice would open two streams that replace each other. */
  document.addEventListener("DOMContentLoaded", () => setTimeout(start));
  /* What a page is shown with, and again after each swap. */
  const whenDrawn = (show) => {
    document.addEventListener("htmx:after:swap", show);
    document.addEventListener("DOMContentLoaded", show);
  };
  /* A script that few steps need comes with the first step that names it; one that did not come is asked for at the next drawing. */
  whenDrawn(() => $$("[data-script]").forEach(({ dataset: { script } }) => {
    if ($(`script[src="${CSS.escape(script)}"]`)) return;
    const brought = make("script", { src: script });
    brought.addEventListener("error", () => brought.remove());
    document.head.append(brought);
  }));
  window.companion = { $, $$, make, changed, clamp, dirty, drawDice, listed, put, submit, total, whenDrawn };
})();
