/* My turn: the page's title and icon say so, and, each after one tap in the menu, a short vibration and a soft sound. The
   screen stays on where the browser can keep it on. What was chosen is kept on this phone. */
(() => {
  "use strict";
  const { $, $$, whenDrawn } = companion;
  const CAN = {
    vibrate: () => typeof navigator.vibrate === "function",
    sound: () => typeof (window.AudioContext ?? window.webkitAudioContext) === "function",
    awake: () => "wakeLock" in navigator,
  };
  const ON_AT_FIRST = { vibrate: false, sound: false, awake: true };
  const kept = (sign) => {
    try {
      const said = localStorage.getItem(`turn.${sign}`);
      return said === null ? ON_AT_FIRST[sign] : said === "on";
    } catch {   /* a browser that keeps nothing */
      return ON_AT_FIRST[sign];
    }
  };
  const chosen = Object.fromEntries(Object.keys(CAN).map((sign) => [sign, kept(sign)]));

  /* Two soft tones, a fifth apart. A browser plays them only on a page that was tapped. */
  let audio = null;
  const sound = () => {
    audio ??= new (window.AudioContext ?? window.webkitAudioContext)();
    audio.resume?.();
    [[523, 0], [784, 0.16]].forEach(([pitch, after]) => {
      const tone = audio.createOscillator();
      const level = audio.createGain();
      const at = audio.currentTime + after;
      tone.frequency.value = pitch;
      level.gain.setValueAtTime(0, at);
      level.gain.linearRampToValueAtTime(0.12, at + 0.03);
      level.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
      tone.connect(level).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.45);
    });
  };
  const SIGNS = { vibrate: () => navigator.vibrate(120), sound };
  const give = (sign) => { if (chosen[sign] && CAN[sign]()) SIGNS[sign](); };

  let lock = null;
  const stayAwake = async () => {
    const wanted = chosen.awake && CAN.awake() && !document.hidden && $("#turn-signs");
    try {
      if (wanted && (lock === null || lock.released)) lock = await navigator.wakeLock.request("screen");
      else if (!wanted && lock) { await lock.release(); lock = null; }
    } catch { lock = null; }   /* a battery that is nearly empty: the phone decides */
  };

  /* ---- Whose turn it is ---- */
  const page = () => $("#panel > [data-turn]");
  const icon = $("link[rel=icon]");
  let mine = page()?.dataset.turn === "mine";
  const tell = () => {
    const shown = page();
    if (!shown) return;
    const now = shown.dataset.turn === "mine";
    document.title = shown.dataset.title;
    if (icon && icon.getAttribute("href") !== shown.dataset.icon) icon.setAttribute("href", shown.dataset.icon);
    if (now && !mine) ["vibrate", "sound"].forEach(give);
    mine = now;
  };

  const draw = () => {
    $$("#turn-signs [data-sign]").forEach((button) => {
      button.hidden = !CAN[button.dataset.sign]();
      button.setAttribute("aria-pressed", String(chosen[button.dataset.sign]));
    });
    $$("#turn-signs .no-awake").forEach((words) => { words.hidden = CAN.awake(); });
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#turn-signs [data-sign]");
    if (!button) return;
    const { sign } = button.dataset;
    chosen[sign] = !chosen[sign];
    try {
      localStorage.setItem(`turn.${sign}`, chosen[sign] ? "on" : "off");
    } catch { /* kept until the page is left */ }
    draw();
    if (sign === "awake") stayAwake();
    else give(sign);   /* what it will be like */
  });
  document.addEventListener("visibilitychange", stayAwake);
  whenDrawn(() => { tell(); draw(); });
  stayAwake();
})();
