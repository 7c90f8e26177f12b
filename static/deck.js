/* Cards of one picture named by tapping: the marked card takes the name, then the next one without a name is marked. */
(() => {
  "use strict";
  const { $, $$, changed } = companion;
  const form = $("form#deck");
  const inputs = () => $$("input[name^=name-]", form);
  const marked = () => $(".next input", form);
  const mark = (input) => {
    $$(".next", form).forEach((card) => card.classList.remove("next"));
    const card = input?.closest("li");
    card?.classList.add("next");
    card?.scrollIntoView({ block: "nearest" });
  };
  const following = (input) => {
    const all = inputs();
    const at = all.indexOf(input);
    return [...all.slice(at + 1), ...all.slice(0, at + 1)].find((one) => !one.value);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-name]");
    if (button) {
      const input = marked() ?? following();
      if (!input) return;
      input.value = button.dataset.name;
      changed(input);
      mark(following(input));
      return;
    }
    const card = event.target.closest?.("ol.cuts li");
    const input = card && $("input", card);
    if (input) mark(input);
  });
  /* Return goes on to the next card instead of keeping half of them. */
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[name^=name-]")) return;
    event.preventDefault();
    const all = inputs();
    const next = all[all.indexOf(event.target) + 1];
    mark(next ?? null);
    (next ?? event.target).focus();
  });
  const asked = $("ol.cuts .asked input", form);
  if (asked) mark(asked);
  else mark(inputs().find((one) => !one.value));
})();
