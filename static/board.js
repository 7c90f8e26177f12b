/* How long ago the newest entry was, kept true while the board stands still. */
(() => {
  "use strict";
  const seen = new Map();   // event -> when this screen first showed it, and how old it was then
  const tell = () => {
    const time = document.querySelector(".event time");
    if (!time) return;
    const event = time.closest(".event").dataset.event;
    if (!seen.has(event)) {
      seen.clear();
      seen.set(event, { at: Date.now(), age: Number(time.dataset.age) });
    }
    const { at, age } = seen.get(event);
    const minutes = Math.floor((age + (Date.now() - at) / 1000) / 60);
    const { just, minutes: few, hours } = time.dataset;
    const words = minutes < 2 ? just : minutes < 60 ? few.replace("#", minutes) : hours.replace("#", Math.floor(minutes / 60));
    if (time.textContent !== words) time.textContent = words;
  };
  setInterval(tell, 5000);
})();
