// Whether a printed sheet is of today: what its mark is, and which marks sheets bear today.

"use strict";
{
  const form = document.getElementById("mark");
  const seen = document.getElementById("seen");
  const verdict = document.getElementById("verdict");
  const words = (said) => said.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [];

  /** Tell whether a mark is written: its figures, and if anything stands before them, its edition. */
  const bears = (written, mark) => {
    const [edition, figures] = mark.split(" · ").map(words);
    const said = words(written);
    const at = said.indexOf(figures[0]);
    return at === 0 || (at > 0 && said.slice(Math.max(0, at - edition.length), at).join(" ") === edition.join(" "));
  };
  /** Tell whether a whole mark is written: perhaps an edition, six hexadecimal digits, perhaps a language. */
  const isMark = (written) => {
    const said = words(written);
    const at = said.findIndex((word) => /^[0-9a-f]{6}$/.test(word));
    return at >= 0 && at <= 3 && said.length - at <= 3;
  };
  const judge = () => {
    const marks = JSON.parse(form.dataset.marks);
    const games = marks.filter(([, mark]) => bears(seen.value, mark)).map(([game]) => game);
    const message = games.length ? form.dataset.current : isMark(seen.value) ? form.dataset.outdated : form.dataset.unreadable;
    const which = games.length && marks.length > 1 ? `${games.join(", ")}: ` : "";
    verdict.textContent = seen.value.trim() ? which + message : "";
  };
  form.hidden = false;
  seen.addEventListener("input", judge);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    judge();
  });
  const asked = new URLSearchParams(location.search).get("mark");
  if (asked) {
    seen.value = asked;
    judge();
  }
}
