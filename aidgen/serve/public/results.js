// The search box in the head of each page: what is found, shown below it while one types.

"use strict";
const SHOWN = 400; // characters of a record
const LONGEST_VALUE = 40; // characters of a cell that is shown large

function element(tag, look, words) {
  const made = document.createElement(tag);
  if (look) made.className = look;
  if (words !== undefined) made.textContent = words;
  return made;
}

/** Return the part of a record's text that is about what was asked, its words marked. */
function snippet({ title, whole }, words) {
  const text = whole.startsWith(title) ? whole.slice(title.length).trim() : whole;
  const found = new Set(words.flatMap((word) => [...word.forms.keys()]));
  const parts = text.split(/(?<=[.!?…:;])\s+/);
  const value = (part) => new Set(tokens(part).filter((word) => found.has(word))).size;
  const best = parts.reduce((one, other) => (value(other) > value(one) ? other : one), parts[0] ?? "");
  const at = text.length <= SHOWN ? 0 : parts.indexOf(best); // a short text is shown whole
  const rest = parts.slice(at).join(" ");
  const seen = rest.length <= SHOWN ? rest : `${rest.slice(0, SHOWN).replace(/\s+\S*$/, "")} …`;
  const shown = element("p");
  for (const piece of seen.split(/([\p{L}\p{N}]+)/u)) {
    shown.append(found.has(plain(piece)) ? element("mark", "", piece) : piece);
  }
  return shown;
}

/** Return the cell that a question leads to, with its row and column. */
function cellOf({ prepared: { table }, parts: [{ part, rows: [row] }], column }) {
  const shown = element("p", "answer");
  const [label, , , ...cells] = table.parts[part].rows[row];
  const value = cells[column];
  shown.append(`${table.parts[part].title} · ${table.key} ${label} · ${table.heads[column][0]} → `, element("strong", value.length > LONGEST_VALUE ? "long" : "", value));
  return shown;
}

/** Return a part of a table, with the rows of `kept` or all, those of `rows` and the column marked. */
function grid(table, part, { rows = [], kept = null, column = -1 } = {}) {
  const shown = element("table");
  const head = element("tr");
  const columnHead = (label, look) => {
    const cell = element("th", look, label);
    cell.scope = "col";
    return cell;
  };
  const look = (low, at) => [low === null ? "" : "range", at === column ? "chosen" : ""].join(" ").trim();
  head.append(columnHead(table.key, ""), ...table.heads.map(([label, low], at) => columnHead(label, look(low, at))));
  const body = element("tbody");
  table.parts[part].rows.forEach(([label, , , ...cells], at) => {
    if (kept && !kept.includes(at)) return;
    const row = element("tr", rows.includes(at) ? "chosen" : "");
    const title = element("th", "", label);
    title.scope = "row";
    row.append(title, ...cells.map((cell, place) => element("td", place === column ? "chosen" : "", cell)));
    body.append(row);
  });
  const top = element("thead");
  top.append(head);
  if (table.parts.length > 1) shown.append(element("caption", "", table.parts[part].title));
  shown.append(top, body);
  return shown;
}

/** Return the tables that a question may mean: of each part the rows that fit, or all of them. */
function gridsOf({ prepared: { table }, parts, column }) {
  const shown = element("div", "tables");
  const several = parts.length > 1;
  for (const { part, rows } of parts) shown.append(grid(table, part, { rows, kept: several && rows.length ? rows : null, column }));
  return shown;
}

function item({ doc, table }, words, { printed, base }) {
  const shown = element("li");
  const title = element("h2");
  const link = element("a", "", doc.title);
  link.href = base + doc.href;
  title.append(link);
  shown.append(title);
  if (table?.sure) shown.append(cellOf(table));
  else if (table) shown.append(gridsOf(table));
  else shown.append(snippet(doc, words));
  if (doc.printed.length) {
    const where = element("p", "facts", `${printed} `);
    doc.printed.forEach(([label, address], number) => {
      const page = element("a", "", label);
      page.href = base + address;
      where.append(number ? ", " : "", page);
    });
    shown.append(where);
    const [label, address, picture] = doc.printed[0];
    const look = element("a", "look");
    Object.assign(look, { href: base + address, tabIndex: -1 });
    look.setAttribute("aria-hidden", "true"); // the same link as the one above
    const image = element("img");
    Object.assign(image, { src: base + picture, alt: label, loading: "lazy" });
    look.append(image);
    shown.append(look);
  }
  return shown;
}

/** Show what is found for a question, in place of the page. */
function show(box, question) {
  const [found, list, summary] = ["found", "results", "summary"].map((id) => document.getElementById(id));
  const empty = !question.trim();
  found.hidden = empty;
  document.getElementById("content").hidden = !empty;
  document.title = empty ? show.title : `${question} – ${show.title}`;
  list.replaceChildren();
  found.querySelector("h1")?.remove();
  summary.textContent = "";
  if (empty) return;
  found.prepend(element("h1", "unseen", question)); // that of the page is hidden
  const { results, unknown, words, near } = search(question);
  list.append(...results.map((one) => item(one, words, { printed: list.dataset.printed, base: box.form.dataset.base })));
  const lacking = unknown.length ? `${summary.dataset.unknown} ${unknown.join(", ")}.` : "";
  const count = `${summary.dataset.hits} ${results.length}.`;
  const parts = !results.length ? [summary.dataset.nothing, lacking] : near ? [lacking, summary.dataset.near] : [count, lacking];
  summary.textContent = parts.join(" ").trim();
}

/** Go to the next or the previous result, or back to the box. */
function move(box, step) {
  const links = [...document.querySelectorAll("#results h2 a")];
  const at = links.indexOf(document.activeElement) + step;
  (links[Math.min(at, links.length - 1)] ?? box).focus();
}

{
  const box = document.getElementById("asked");
  show.title = document.title;
  box.form.hidden = false; // without a script there are lists
  const address = (question) => history.replaceState(null, "", question ? `?${new URLSearchParams({ q: question })}` : location.pathname);
  box.addEventListener("input", () => show(box, box.value));
  box.form.addEventListener("submit", (event) => {
    event.preventDefault();
    address(box.value.trim());
    show(box, box.value);
    document.querySelector("#results a")?.focus();
  });
  document.addEventListener("keydown", (event) => {
    const writing = event.target.matches?.("input:not(#asked), select, textarea, [contenteditable]");
    if (writing || event.ctrlKey || event.altKey || event.metaKey) return;
    const searching = !document.getElementById("found").hidden;
    if (event.key === "/" && event.target !== box) box.focus();
    else if (searching && event.key === "ArrowDown") move(box, 1);
    else if (searching && event.key === "ArrowUp") move(box, -1);
    else if (searching && event.key === "Escape") {
      box.value = "";
      address("");
      show(box, "");
      box.focus();
    } else return;
    event.preventDefault();
  });
  const page = new URLSearchParams(location.search);
  if (page.get("q")) {
    box.value = page.get("q");
    show(box, box.value);
  }
}
