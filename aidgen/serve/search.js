// Search of the rules. Needs no server: the index is a script.

"use strict";
// Words of which questions are made, by language, as they are without their accents.
const ASKING = {
  en: "a an the of to in on at is are was be do does did can may i you it we they he she what when where which who how why " +
    "if and or for with by from there this that many much have has my your one get gets work works make makes mean means happen happens rule rules about",
  fr: "le la les l un une des de du d et ou a au aux en dans sur est sont que qu quel quelle quels quelles quand comment " +
    "pourquoi combien il elle on je tu nous vous ils se s ce cette c y pour par avec qui ne pas fait faire peut si suis passe marche arrive signifie regle regles",
  de: "der die das ein eine einen und oder in im am an auf ist sind was wann wo wie wer warum wieviel viele es ich du wir " +
    "mit von fur zu man kann hat den dem des bedeutet passiert funktioniert geht regel regeln uber",
  es: "el la los las un una unos unas de del y o a al en por para con es son que cual cuales cuando como donde quien cuanto " +
    "cuantos cuantas se lo su mi no si hay hace hacer puede puedo pasa funciona significa regla reglas",
};
const MOST = 8;
const SHOWN = 400; // characters of a record
const NAME = 2; // how often more a word counts in a name than in a text; a third time more if it is all of the name
const LONG = 100; // words: in a record that long, a word counts 0.4 as much as in a short one, if it stands there once
const COVERED = 0.55; // of a question: less, and what is found speaks of something else
const index = globalThis.aidgenIndex ?? { docs: [], numbers: {} };
const STOP = new Set((ASKING[(index.locale ?? "en").slice(0, 2)] ?? "").split(" "));

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
// K.-O. is one word, as is d20.
const tokens = (words) => plain(words).replace(/(?<!\p{L})(\p{L})\.-?(\p{L})\b\.?/gu, "$1$2").match(/[\p{L}\p{N}]+/gu) ?? [];

/** Return a word without an ending that says how many there are, or of which gender. */
const bare = (word) => word.replace(/(es|e|s|x)$/, "");

/** Tell whether two words are forms of one: alike but for an ending. */
function alike(asked, known) {
  if (asked === known) return true;
  const [short, long] = (asked.length < known.length ? [asked, known] : [known, asked]).map(bare);
  const most = asked.length >= 4 && known.length >= 4 ? 4 : 1;
  return short.length >= 3 && long.startsWith(short) && long.length - short.length <= most;
}

const docs = index.docs.map((doc) => {
  const titles = tokens(doc.title);
  // What is asked for by its whole name is meant, whatever else is asked of it.
  const names = titles.filter((word) => word.length > 1 && !STOP.has(word));
  return { ...doc, titles, names, words: tokens(doc.text) };
});
const known = new Map();
for (const doc of docs) {
  for (const word of new Set([...doc.titles, ...doc.words])) known.set(word, (known.get(word) ?? 0) + 1);
}

/** Return the words of a question that are in the index, each with its weight; 0 of what is nowhere. */
function weighed(question) {
  const asked = tokens(question).filter((word) => word.length > 1 && !STOP.has(word) && !/^\d+$/.test(word) && index.numbers[word] === undefined);
  return [...new Set(asked)].map((word) => {
    const forms = [...known.keys()].filter((one) => alike(word, one));
    const held = forms.reduce((sum, one) => sum + known.get(one), 0);
    return { word, forms: new Set(forms), weight: held ? Math.log(1 + docs.length / held) : 0 };
  });
}

/** Return the numbers of a question, those in words too, each with the words around it. */
function numbers(question) {
  const all = tokens(question);
  return all.flatMap((word, at) => {
    const number = /^\d+$/.test(word) ? Number(word) : index.numbers[word];
    if (number === undefined) return [];
    return [{ number, before: all.slice(Math.max(0, at - 2), at), after: all.slice(at + 1, at + 2) }];
  });
}

const within = (number, low, high) => low !== null && number >= low && (high === null || number <= high);
const shared = (words, title) => words.filter((word) => tokens(title).some((one) => alike(word, one))).length;

/** Return the cell of a grid that the numbers of a question lead to, and how sure that is. */
function cell(grid, asked) {
  let best = null;
  const named = asked.filter((one) => tokens(grid.title).includes(String(one.number)));
  for (const row of grid.rows) {
    const [label, low, high, ...cells] = row;
    for (const key of asked) {
      if (!within(key.number, low, high)) continue;
      const sure = 1 + 2 * shared(key.before, grid.key) + 2 * named.filter((one) => one !== key).length;
      const found = { label, row: grid, cells, at: -1, sure };
      for (const roll of asked) {
        const at = roll === key ? -1 : grid.heads.findIndex(([, from, to]) => within(roll.number, from, to));
        if (at >= 0 && !named.includes(roll)) Object.assign(found, { at, sure: sure + 2 });
      }
      if (!best || found.sure > best.sure) best = found;
    }
  }
  return best;
}

/** Return what is found for a question, the best first, and the words that stand nowhere. */
function search(question) {
  const asked = weighed(question);
  const sought = numbers(question);
  const unknown = asked.filter((one) => !one.weight).map((one) => one.word);
  const rarest = Math.log(1 + docs.length);
  const all = asked.reduce((sum, one) => sum + (one.weight || rarest), 0);
  const found = docs.map((doc) => {
    let score = 0;
    let covered = 0;
    // Which part of its name is asked for: what is called just that comes before what is called more.
    const meant = doc.names.filter((word) => asked.some(({ forms }) => forms.has(word))).length / (doc.names.length || 1);
    for (const { forms, weight } of asked) {
      const title = doc.titles.some((one) => forms.has(one));
      const times = doc.words.filter((one) => forms.has(one)).length;
      if (title || times) covered += weight;
      score += weight * ((title ? NAME + meant : 0) + (2 * times) / (times + 0.5 + doc.words.length / LONG));
    }
    const cells = (doc.grids ?? []).map((grid) => cell(grid, sought)).filter(Boolean);
    const best = cells.sort((one, other) => other.sure - one.sure)[0];
    if (best && covered) score += 2 * best.sure;
    const part = all ? covered / all : 0;
    return { doc, score: score * part, enough: meant === 1 || part >= COVERED, cell: best };
  });
  const enough = found.filter((one) => one.score > 0 && one.enough);
  return { results: enough.sort((one, other) => other.score - one.score).slice(0, MOST), unknown, asked };
}

// What is shown --------------------------------------------------------------------------------

function element(tag, look, words) {
  const made = document.createElement(tag);
  if (look) made.className = look;
  if (words !== undefined) made.textContent = words;
  return made;
}

/** Return the part of what a record says, its name apart, that speaks of what was asked, its words marked. */
function snippet({ title, text: whole }, asked) {
  const text = whole.startsWith(title) ? whole.slice(title.length).trim() : whole;
  const forms = new Set(asked.flatMap((one) => [...one.forms]));
  const parts = text.split(/(?<=[.!?…:;])\s+/);
  const value = (part) => new Set(tokens(part).filter((one) => forms.has(one))).size;
  const best = parts.reduce((one, other) => (value(other) > value(one) ? other : one), parts[0] ?? "");
  const at = text.length <= SHOWN ? 0 : parts.indexOf(best); // what is short is shown whole
  const shown = element("p");
  const rest = parts.slice(at).join(" ");
  const seen = rest.length <= SHOWN ? rest : `${rest.slice(0, SHOWN).replace(/\s+\S*$/, "")} …`;
  for (const piece of seen.split(/([\p{L}\p{N}]+)/u)) {
    shown.append(forms.has(plain(piece)) ? element("mark", "", piece) : piece);
  }
  return shown;
}

function answer({ cell: found }) {
  const shown = element("p", "answer");
  shown.append(`${found.row.title} · ${found.row.key} ${found.label}`);
  if (found.at >= 0) {
    shown.append(` · ${found.row.heads[found.at][0]} → `, element("strong", "", found.cells[found.at]));
  } else {
    found.row.heads.forEach(([head], at) => shown.append(` · ${head} → ${found.cells[at]}`));
  }
  return shown;
}

function item(result, asked, printed) {
  const shown = element("li");
  const title = element("h2");
  const link = element("a", "", result.doc.title);
  link.href = result.doc.href;
  title.append(link);
  shown.append(title);
  shown.append(result.cell && result.cell.sure > 2 ? answer(result) : snippet(result.doc, asked));
  if (result.doc.printed.length) {
    const where = element("p", "facts", `${printed} `);
    result.doc.printed.forEach(([words, address], number) => {
      const page = element("a", "", words);
      page.href = address;
      where.append(number ? ", " : "", page);
    });
    shown.append(where);
    const [words, address, picture] = result.doc.printed[0];
    const look = element("a", "look");
    look.href = address;
    look.tabIndex = -1;
    const image = element("img");
    Object.assign(image, { src: picture, alt: words, loading: "lazy" });
    look.append(image);
    shown.append(look);
  }
  return shown;
}

function show(question) {
  const list = document.getElementById("results");
  const told = document.getElementById("told");
  list.replaceChildren();
  told.textContent = "";
  if (!question.trim()) return;
  const { results, unknown, asked } = search(question);
  list.append(...results.map((one) => item(one, asked, list.dataset.printed)));
  const lacking = unknown.length ? ` ${told.dataset.unknown} ${unknown.join(", ")}.` : "";
  told.textContent = results.length ? lacking : `${told.dataset.nothing}${lacking}`;
}

const box = document.getElementById("asked");
if (box) {
  const page = new URLSearchParams(location.search);
  box.form.hidden = false; // without a script there are the lists below
  box.addEventListener("input", () => show(box.value));
  box.form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", `?${new URLSearchParams({ q: box.value })}`);
    show(box.value);
    document.querySelector("#results a")?.focus();
  });
  if (page.get("q")) {
    box.value = page.get("q");
    show(box.value);
  }
}
