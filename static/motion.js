/* Motion that explains: totals roll to their new value; the reveal counts lane by lane; a page stays where its reader is.
   With reduced motion nothing here moves: what the page says is the state after it. */
(() => {
  "use strict";
  const { $, $$, whenDrawn } = window.companion;
  const ROLL_MS = 250;
  const LANE_MS = 700;
  const PAUSE_MS = 2600;   // by itself: so long a category stands before the next one comes
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  /* ---- Figures ---- */
  const rolling = new Map();   // element -> the end of what it is doing
  const roll = (element, from, to, ms, wait = 0) => {
    rolling.get(element)?.();
    const write = (n) => { if (element.textContent !== String(n)) element.textContent = String(n); };
    write(from);
    const start = performance.now() + wait;
    let frame;
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / ms));
      write(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
      else rolling.delete(element);
    };
    frame = requestAnimationFrame(step);
    rolling.set(element, () => { cancelAnimationFrame(frame); rolling.delete(element); });
  };
  /* A total that somebody's entry has changed: what it was is known from what this page showed before. */
  const shown = new Map();   // id or place of a figure -> its value
  const totals = (moving) => {
    const now = new Map();
    $$("#panel .roll[data-now]").forEach((element, index) => {
      const place = element.id || element.closest("[id]")?.id + index;
      const value = Number(element.dataset.now);
      now.set(place, value);
      const was = shown.get(place);
      if (moving && was !== undefined && was !== value && Number.isFinite(value)) roll(element, was, value, ROLL_MS);
    });
    shown.clear();
    now.forEach((value, place) => shown.set(place, value));
  };

  /* ---- The reveal on the big screen: the lowest first, the highest last, then they change places ---- */
  let moves = [];
  let step = null;
  const unveil = (moving) => {
    const reveal = $("#reveal");
    const now = reveal ? Number(reveal.dataset.shown) : null;
    const next = now !== null && step !== null && now === step + 1;
    if (now === step && moving) return;
    step = now;
    moves.splice(0).forEach((stop) => stop());
    if (!reveal || !next || !moving || still()) return;
    const lanes = $$(".score-lane", reveal);
    const all = lanes.length * LANE_MS;
    const tops = lanes.map((lane) => lane.offsetTop);
    const run = (element, frames, options) => {
      const motion = element.animate(frames, { fill: "backwards", ...options });
      moves.push(() => motion.cancel());
    };
    lanes.forEach((lane, place) => {
      const { turn, was, before, total } = lane.dataset;
      const wait = turn * LANE_MS;
      roll($(".lane-total", lane), Number(before), Number(total), LANE_MS - 100, wait);
      $$(".fresh rect", lane).forEach((rect) => {
        const { x, width } = rect;
        const from = rect.closest(".lost") ? x.baseVal.value + width.baseVal.value : x.baseVal.value;
        rect.style.transformOrigin = `${from}px 0`;
        run(rect, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
          duration: LANE_MS - 100, delay: wait, easing: "cubic-bezier(.2,.7,.3,1)",
        });
      });
      $$(".came p, .fresh text", lane).forEach((words) => {
        run(words, [{ opacity: 0 }, { opacity: 1 }], { duration: 150, delay: wait });
      });
      const lit = setTimeout(() => {
        lanes.forEach((other) => other.classList.toggle("lit", other === lane));
      }, wait);
      const dark = setTimeout(() => lane.classList.remove("lit"), all + 900);
      moves.push(() => { clearTimeout(lit); clearTimeout(dark); lane.classList.remove("lit"); });
      const away = tops[was] - tops[place];
      if (away) {
        run(lane, [{ transform: `translateY(${away}px)`, zIndex: 1 }, { transform: "none", zIndex: 1 }], {
          duration: 500, delay: all + 100, easing: "ease-in-out",
        });
      }
    });
  };

  /* ---- By itself: this phone reveals one category after the other, until it is tapped again ---- */
  let byItself = false;
  let waiting = 0;
  const pace = () => {
    const button = $("#by-itself");
    if (!button) byItself = false;
    else button.setAttribute("aria-pressed", String(byItself));
    clearTimeout(waiting);
    if (!byItself) return;
    const people = Number(button.dataset.people);
    waiting = setTimeout(() => $("#act-reveal button")?.click(), people * LANE_MS + PAUSE_MS);
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#by-itself")) return;
    byItself = !byItself;
    pace();
    if (byItself) { clearTimeout(waiting); $("#act-reveal button")?.click(); }
  });

  /* ---- The next game: the big screen goes along when it is opened ---- */
  const follow = () => {
    const next = $(".board [data-next]");
    if (next) location.replace(next.dataset.next);
  };

  /* ---- What others enter moves nothing under a reader's eyes ---- */
  /* What sticks to an edge of the window says nothing of where the reader is. */
  const stuck = (element) => {
    for (let outer = element; outer && outer.id !== "panel"; outer = outer.parentElement) {
      if (/fixed|sticky|absolute/.test(getComputedStyle(outer).position)) return true;
    }
    return false;
  };
  const answerable = () => $("#question")?.dataset.question ?? $("#ending")?.id;
  let kept = [];   // what the reader sees, from the top down, and where
  let asked;   // what was asked of them before
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    kept = [];
    asked = answerable();
    if (ctx.companionKey || ctx.target?.id !== "panel" || scrollY < 1) return;
    $$("#panel [id]").forEach((element) => {
      const { top, height } = element.getBoundingClientRect();
      if (height && top >= 0 && top < innerHeight && !stuck(element)) kept.push([element.id, top]);
    });
    changed.observe(ctx.target, { subtree: true, childList: true });
  });
  /* A new question that is in sight as the page lies is what they look for: it is not pushed out of sight to keep what they
     had before. The end is shown to everybody. */
  const stay = () => {
    const fresh = $("#question, #ending");
    const { top, bottom } = fresh?.getBoundingClientRect() ?? {};
    if (fresh && answerable() !== asked && (fresh.id === "ending" || (bottom > 0 && top < innerHeight / 2))) {
      kept = [];
      if (top < 0) fresh.scrollIntoView({ block: "start", behavior: "instant" });
    }
    for (const [id, top] of kept) {
      const now = document.getElementById(id)?.getBoundingClientRect();
      if (!now?.height) continue;
      scrollBy({ top: now.top - top, behavior: "instant" });
      break;
    }
    kept = [];
  };
  /* Told as soon as the page has changed, before it is drawn again. */
  const changed = new MutationObserver(() => { changed.disconnect(); stay(); });

  let drawn = false;
  whenDrawn((event) => {
    if (event.type === "htmx:after:swap" && event.detail.ctx?.target?.id !== "panel") return;
    totals(drawn && !still());
    unveil(drawn);
    pace();
    if (drawn) follow();
    drawn = true;
  });

  /* ---- Print and share ---- */
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-share]");
    if (link && navigator.canShare) {   /* browsers offer it at https addresses only; else the picture is downloaded */
      event.preventDefault();
      try {
        const picture = new File([await (await fetch(link.href)).blob()], link.download, { type: "image/png" });
        if (navigator.canShare({ files: [picture] })) { await navigator.share({ files: [picture] }); return; }
      } catch (problem) {
        if (problem.name === "AbortError") return;
      }
      location.assign(link.href);
    }
    if (event.target.closest?.("[data-print]")) print();
  });
  if (new URLSearchParams(location.search).has("print")) addEventListener("load", () => setTimeout(print, 100));
})();
