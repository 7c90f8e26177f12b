/* A double tap is one tap. What a tap enters is answered within some milliseconds, and then another button stands where the
   finger comes down again: the second tap would enter that too. So for a moment the same place enters nothing more.
   Quick taps that are meant, on a stepper or a monkey of the pad, are of one form outside the bar, and all count. */
(() => {
  "use strict";
  const MOMENT_MS = 350;
  const NEAR_PX = 30;
  let last = null;   // the tap before: when, where, and which form it was of
  let touched = false;
  document.addEventListener("pointerup", (event) => { touched = event.pointerType === "touch"; }, true);
  const entering = (target) => {
    const control = target.closest?.("button, a.button");
    if (!control || !control.closest("#panel")) return null;
    return control.tagName === "A" || (control.type === "submit" && control.form) ? control : null;
  };
  const meant = (control, { form }) => form && control.form?.id === form && !(form === "step" || control.closest(".actionbar"));
  document.addEventListener("click", (event) => {
    const control = entering(event.target);
    const again = last && (event.detail > 1 || (touched && event.detail === 1)) && event.timeStamp - last.at < MOMENT_MS
      && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR_PX;
    if (control && again && !meant(control, last)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (!control && again) return;   // the third tap of a flurry is still one of it
    last = control && { at: event.timeStamp, x: event.clientX, y: event.clientY, form: control.form?.id };
  }, true);
})();
