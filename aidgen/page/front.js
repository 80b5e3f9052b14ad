// The front page: the language of the browser is chosen, and aids and rules are found as one types.

"use strict";
{
  const box = document.getElementById("find");
  const empty = document.getElementById("nothing");
  const fold = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const shown = (elements) => [...elements].filter((one) => one.checkVisibility());

  /** Choose the first language of the browser in which there are aids. */
  const languages = [...document.querySelectorAll("input[name=language]")];
  const own = navigator.languages
    .flatMap((tag) => [tag.replace("-", "_"), tag.split("-")[0]])
    .map((tag) => languages.find((one) => one.value === tag))
    .find(Boolean);
  if (own) own.checked = true;

  /** Show the aids that have all words; lead to the rules that are asked for. */
  const find = () => {
    const words = fold(box.value).split(/\s+/).filter(Boolean);
    for (const game of document.querySelectorAll(".game")) {
      const title = fold(game.querySelector("h2").textContent);
      for (const aid of game.querySelectorAll(".aid")) {
        const said = title + fold(aid.textContent);
        aid.hidden = !words.every((word) => said.includes(word));
      }
      const rules = game.querySelector(".ask");
      if (rules) {
        rules.search = words.length ? new URLSearchParams({ q: box.value.trim() }) : "";
        rules.lastElementChild.textContent = words.length ? `: ${box.value.trim()}` : "";
      }
      game.hidden = !rules && !game.querySelector(".aid:not([hidden])");
    }
    empty.hidden = shown(document.querySelectorAll(".aid, .ask")).length > 0;
  };
  box.form.hidden = false; // without a script there is nothing to find with
  box.addEventListener("input", find);
  box.form.addEventListener("submit", (event) => {
    event.preventDefault();
    shown(document.querySelectorAll(".aid a, .ask"))[0]?.focus();
  });
  find();
}
