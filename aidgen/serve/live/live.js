// The live preview: shows the open aid, and replaces each picture as soon as a new one exists.

import { Pages } from "./pages.js";
import { Texts } from "./texts.js";
import { editorLink, get, post, listen, element, setEditor } from "./talk.js";

const $ = (id) => document.getElementById(id);
const pages = new Pages($("pages"), seen, (context) => texts.pick(context));
const texts = new Texts(() => name(), (context, page) => {
  pages.mark(context, texts.faulty);
  pages.reveal(page);
});
let pack, opened, latest;

/** Return the name of what is open, as in expedition/rulebook/fr. */
const name = () => [opened.game, opened.aid, opened.locale].map(encodeURIComponent).join("/");

async function begin() {
  pack = await get("pack");
  setEditor(pack.editor, pack.root);
  const asked = new URLSearchParams(location.hash.slice(1));
  const game = pack.games.find((one) => one.id === asked.get("game")) ?? pack.games[0];
  opened = {
    game: game.id,
    aid: asked.get("aid") ?? game.aids[0].id,
    locale: asked.get("locale") ?? own(game) ?? game.source,
  };
  choices();
  await open();
  listen(update, reopened);
  setInterval(() => seen(pages.seen()), 30000);
}

/** Return the language of the browser, if a game is in it. */
const own = (game) => navigator.languages.map((tag) => game.locales.find(({ id }) => id === tag.replace("-", "_") || id === tag.split("-")[0])?.id).find(Boolean);

/** Fill the lists that one chooses from. */
function choices() {
  const game = pack.games.find((one) => one.id === opened.game);
  $("game").replaceChildren(...pack.games.map(({ id, title }) => new Option(title, id)));
  $("aid").replaceChildren(...game.aids.map(({ id, title }) => new Option(title, id)));
  $("locale").replaceChildren(...game.locales.map(({ id, name }) => new Option(name, id)));
  for (const part of ["game", "aid", "locale"]) $(part).value = opened[part];
}

async function choose() {
  const game = pack.games.find((one) => one.id === $("game").value);
  const same = game.id === opened.game;
  opened = {
    game: game.id,
    aid: same ? $("aid").value : game.aids[0].id,
    locale: same ? $("locale").value : game.source,
  };
  choices();
  await open();
}

async function open() {
  const asked = new URLSearchParams(location.hash.slice(1)).get("text");
  history.replaceState(null, "", "#" + new URLSearchParams(opened));
  pages.clear();
  latest = null;
  show(await get(`view/${name()}`));
  await texts.open();
  if (asked) texts.pick(asked);
}

/** After a break in the news: what was missed is asked for. */
const reopened = async () => show(await get(`view/${name()}`));

function update(view) {
  if (view.view === [opened.game, opened.aid, opened.locale].join("/")) show(view);
}

function show(view) {
  if (latest && latest.view === view.view && latest.serial > view.serial) return;
  const before = latest;
  latest = view;
  if (view.pages) pages.show(view);
  state(view);
  faults(view);
  if (!before || before.serial === view.serial) return;
  clearTimeout(pause); // the list follows when the news have paused; what was removed is reported elsewhere
  pause = setTimeout(() => texts.renew().catch(() => {}), 400);
}

let pause = 0;
const problemsOf = (view) => [...(view.unusable ?? view.problems ?? []), ...(view.faults ?? []), ...(view.judged ?? [])];

function state(view) {
  const statuses = (view.pages ?? []).map(({ status }) => status);
  const proved = statuses.filter((one) => one === "proved").length;
  const reports = problemsOf(view);
  const bad = statuses.includes("faulty") || reports.some((one) => one.severity === "error");
  const which = view.working ? "working" : bad ? "faulty" : "proved";
  const words = {
    working: `checking: ${proved} of ${statuses.length}`,
    faulty: "problems: see the list",
    proved: reports.length ? "checked, with warnings" : "checked",
  };
  $("state").dataset.state = which;
  $("state").textContent = words[which];
}

function faults(view) {
  const all = [...new Map(problemsOf(view).map((one) => [`${one.where} ${one.message}`, one])).values()];
  texts.faults(all);
  pages.mark(texts.context, texts.faulty);
  $("problems").hidden = all.length === 0;
  $("problems").querySelector("ol").replaceChildren(
    ...all.map((one) => {
      const item = element("li", one.severity, one.message);
      if (one.context) {
        const button = element("button", "row", "edit");
        button.type = "button";
        button.addEventListener("click", () => texts.pick(one.context));
        item.append(button);
      }
      if (one.hint) item.append(element("span", "hint", ` – ${one.hint}`));
      item.append(editorLink(one.where));
      return item;
    }),
  );
}

/** Download the PDF of what is open, as `aidgen build` makes it; or say what holds it back. */
async function pdf() {
  const said = $("pdf-said");
  $("pdf").disabled = true;
  said.textContent = "making the PDF …";
  const answer = await fetch(`pdf/${name()}`).catch(() => null);
  $("pdf").disabled = false;
  said.textContent = "";
  if (!answer?.ok) {
    const problems = (await answer?.json().catch(() => null))?.problems ?? [];
    said.textContent = `no PDF: ${problems.map((one) => one.message).join("; ") || "it cannot be made now"}`;
    return;
  }
  const link = element("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = /filename="([^"]*)"/.exec(answer.headers.get("Content-Disposition"))[1];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000); // the browser is still reading it
}

function seen(numbers) {
  post(`seen/${name()}`, numbers).catch(() => {});
}

for (const part of ["game", "aid", "locale"]) $(part).addEventListener("change", choose);
$("eyes").addEventListener("change", () => {
  for (const { value } of $("eyes").options) if (value) $("pages").classList.toggle(value, value === $("eyes").value);
});
$("light").addEventListener("change", () => pages.light($("light").checked));
$("pdf").addEventListener("click", pdf);
$("zoom").addEventListener("change", () => pages.zoom($("zoom").value));
begin().catch((error) => ($("state").textContent = String(error)));
