// The texts on the right: what each says, where it stands in its file, its room, and a field to change it.

import { editorLink, element, get, post } from "./talk.js";

const $ = (id) => document.getElementById(id);
const STATES = { translated: "translated", fuzzy: "fuzzy", missing: "untranslated" };
const KEYS = { KeyN: ["all"], KeyP: ["all", -1], KeyU: ["missing"], KeyF: ["fuzzy"], KeyE: ["fault"] };
const BUTTONS = { "next-missing": "missing", "next-fuzzy": "fuzzy", "next-fault": "fault" };

export class Texts {
  /** `place` returns the open aid, as in expedition/rulebook/fr; `shown` is called with the chosen text. */
  constructor(place, shown) {
    Object.assign(this, { place, shown, rows: [], problems: [], faulty: new Set(), context: "", details: null });
    this.unsaved = new Map(); // address of a text → what is typed, and what the file had before
    this.saving = Promise.resolve();
    this.saved = 0; // how many texts have been saved
    $("find").addEventListener("input", () => this.list());
    $("filter").addEventListener("change", () => this.list());
    $("save-next").addEventListener("click", () => this.saveAndNext());
    $("edit").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    for (const [id, kind] of Object.entries(BUTTONS)) $(id).addEventListener("click", () => this.next(kind));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("beforeunload", (event) => this.unsaved.size && event.preventDefault());
  }

  /** Return the address of a text; all aids of a game in a language share what is typed. */
  address(context) {
    return `text/${this.place()}/${encodeURIComponent(context)}`;
  }

  typedKey(context) {
    const [game, , locale] = this.place().split("/");
    return [game, locale, context].join(" ");
  }

  /** Show the texts of the aid that has been opened; the chosen one stays if it is among them. */
  async open() {
    const context = this.context;
    Object.assign(this, { context: "", details: null });
    $("text").hidden = true;
    await this.load();
    if (this.rows.some((row) => row.context === context)) await this.pick(context, false);
  }

  async load() {
    const place = this.place();
    const rows = await get(`texts/${place}`);
    if (place !== this.place() || JSON.stringify(rows) === JSON.stringify(this.rows)) return; // thousands, of a large deck
    this.rows = rows;
    this.list();
  }

  /** After a change of the files: the list and the room as they are now. What is being written stays. */
  async renew() {
    await this.load();
    if (this.context) await this.pick(this.context, false);
  }

  /** Show the problems of the chosen text, and mark all texts that have one. */
  faults(problems) {
    this.problems = problems;
    this.report();
    const contexts = new Set(problems.map(({ context }) => context).filter(Boolean));
    const same = contexts.size === this.faulty.size && [...contexts].every((context) => this.faulty.has(context));
    this.faulty = contexts;
    if (!same) this.list();
  }

  report() {
    const here = this.problems.filter(({ context }) => context && context === this.context);
    $("checked").replaceChildren(...here.map(({ severity, message, hint }) => element("li", severity, hint ? `${message} – ${hint}` : message)));
  }

  // The list of texts

  list() {
    const kind = $("filter").value;
    const sought = folded($("find").value.trim());
    const words = (row) => folded(`${row.translation ?? ""} ${row.source} ${row.context}`);
    const rows = this.rows.filter((row) => this.is(row, kind) && words(row).includes(sought));
    $("texts").replaceChildren(...rows.map((row) => this.item(row)));
    $("count").textContent = rows.length;
  }

  item(row) {
    const button = element("button", "row", row.translation || row.source);
    button.type = "button";
    button.dataset.context = row.context;
    button.setAttribute("aria-pressed", row.context === this.context);
    if (row.state && row.state !== "translated") button.append(element("span", "mark", STATES[row.state]));
    if (this.unsaved.has(this.typedKey(row.context))) button.append(element("span", "mark", "not saved"));
    if (this.faulty.has(row.context)) button.append(element("span", "mark error", "fault"));
    button.addEventListener("click", () => this.pick(row.context));
    const item = element("li");
    item.append(button);
    return item;
  }

  is(row, kind) {
    if (kind === "all") return true;
    if (kind === "unsaved") return this.unsaved.has(this.typedKey(row.context));
    return kind === "fault" ? this.faulty.has(row.context) : row.state === kind;
  }

  /** Go to the next text of a kind, in reading order. */
  next(kind, step = 1) {
    const count = this.rows.length;
    const start = this.rows.findIndex((row) => row.context === this.context);
    const from = start < 0 && step < 0 ? 0 : start;
    for (let moved = 1; moved <= count; moved++) {
      const row = this.rows[(((from + step * moved) % count) + count) % count];
      if (this.is(row, kind)) return this.pick(row.context);
    }
    $("said").textContent = `no text here is ${STATES[kind] ?? "faulty"}`;
  }

  key(event) {
    const writing = event.target.matches("textarea, input, select");
    const way = KEYS[event.code]; // with Alt, a Mac writes other letters
    const modified = event.ctrlKey || event.metaKey;
    if (writing && event.key === "Enter" && modified) event.shiftKey ? this.saveAndNext() : this.save();
    else if (way && !modified && (event.altKey || (!writing && !event.shiftKey))) this.next(...way);
    else return;
    event.preventDefault();
  }

  // The chosen text

  async pick(context, focus = true) {
    const again = this.context === context && this.details;
    this.context = context;
    const before = this.saved;
    const details = await get(this.address(context)).catch(() => null);
    if (this.context !== context) return;
    if (this.saved !== before) return this.pick(context, focus); // asked before the last save
    if (!details?.context) { // it has been removed, or its file cannot be read now: its field stays
      if (!again) $("said").textContent = "this text cannot be read now";
      return;
    }
    this.details = details;
    this.describe();
    const same = again && this.fields().join("\0") === this.forms().join("\0");
    if (!same) this.field();
    this.room();
    this.report();
    if (!again) this.list();
    this.shown(context, details.page);
    if (focus) $("field").querySelector("textarea")?.focus();
  }

  /** Return what the field of the chosen text should have: what is typed, or the text of the file. */
  forms() {
    return this.unsaved.get(this.typedKey(this.context))?.forms ?? this.details.text?.forms ?? [];
  }

  /** Return what the field has. */
  fields() {
    return [...$("field").querySelectorAll("textarea")].map((area) => area.value);
  }

  describe() {
    const { role, note, source, text, terms, translated } = this.details;
    $("text").hidden = false;
    $("context").textContent = this.context;
    $("role").textContent = role;
    $("note").textContent = note;
    $("original").hidden = !translated;
    $("original-words").textContent = source.forms.join("\n");
    $("original-words").lang = this.details.sourceLanguage;
    $("original").querySelector(".place").replaceChildren(editorLink(source.where));
    $("state-of-text").textContent = STATES[text?.state] ?? "";
    $("place").replaceChildren(...(text ? [editorLink(text.where)] : []));
    const signs = source.forms.join(" ").match(/\{[^{}]*\}|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])/g) ?? [];
    const help = [...terms.map(([word, target]) => [`${word}: ${target}`, target]), ...[...new Set(signs)].map((sign) => [sign, sign])];
    if (translated) help.push(["copy the source", source.forms.at(-1)]);
    $("help").replaceChildren(...(text?.editable ? help : []).map(([label, words]) => this.insertion(label, words)));
    $("save").disabled = $("save-next").disabled = !text?.editable;
  }

  /** Show the field anew: one area for each form of the text. */
  field() {
    const { text, language } = this.details;
    const typed = this.forms();
    $("field").replaceChildren(...typed.map((form, number) => {
      const label = element("label", "", text.names[number] ?? (typed.length > 1 ? `form ${number}` : ""));
      const area = element("textarea");
      Object.assign(area, { value: form, readOnly: !text.editable, spellcheck: true, lang: language });
      area.rows = Math.min(9, Math.max(2, Math.ceil(form.length / 48) + form.split("\n").length - 1));
      area.setAttribute("aria-label", `Text ${label.textContent}`);
      area.addEventListener("input", () => this.typed());
      label.append(area);
      return label;
    }));
    $("conflict").hidden = true;
    const missing = text ? "" : "The PO file has no entry for this text: run aidgen i18n sync.";
    $("said").textContent = this.unsaved.has(this.typedKey(this.context)) ? "Not saved yet." : missing;
  }

  insertion(label, words) {
    const button = element("button", "put", label);
    button.type = "button";
    button.addEventListener("click", () => {
      const areas = [...$("field").querySelectorAll("textarea")];
      const area = areas.includes(document.activeElement) ? document.activeElement : areas[0];
      area.setRangeText(words, area.selectionStart, area.selectionEnd, "end");
      area.dispatchEvent(new Event("input"));
      area.focus();
    });
    button.addEventListener("mousedown", (event) => event.preventDefault()); // it would take the focus from the area
    return button;
  }

  /** After typing: keep what is typed, and show the room. */
  typed() {
    const key = this.typedKey(this.context);
    const forms = this.fields();
    const before = this.unsaved.get(key)?.before ?? this.details.text.forms;
    if (forms.join("\0") === before.join("\0")) this.unsaved.delete(key);
    else this.unsaved.set(key, { forms, before });
    $("said").textContent = this.unsaved.has(key) ? "Not saved yet." : "";
    this.room();
  }

  /** Show how much room there is: in characters, and in mm of the card or region. */
  room() {
    const { limit, values, fits } = this.details;
    const longest = Math.max(0, ...this.fields().map((words) => visibleLength(words, values)));
    const characters = limit ? `${longest} of ${limit} characters` : `${longest} characters`;
    const boxes = fits.map(({ box, room, size }) => (room === null ? `${box}: grows` : `${box}: ${room} mm left at ${size} pt`));
    $("room").textContent = [characters, ...boxes].join(" · ");
    $("room").classList.toggle("error", Boolean(limit) && longest > limit);
  }

  // Saving

  /** Save the chosen text once earlier saves have ended; return whether the file has it. */
  save() {
    const [context, place] = [this.context, this.place()];
    this.saving = this.saving.catch(() => {}).then(() => this.place() === place && this.context === context && this.send());
    return this.saving;
  }

  async saveAndNext() {
    if (await this.save()) this.next($("filter").value);
  }

  async send() {
    const { context, details } = this;
    const key = this.typedKey(context);
    const forms = this.fields();
    const { before } = this.unsaved.get(key) ?? { before: details.text?.forms };
    const fuzzy = details.text?.state === "fuzzy"; // saving it as it is makes it translated
    if (!details.text?.editable || (!fuzzy && !this.unsaved.has(key))) return Boolean(details.text);
    const answer = await post(this.address(context), { forms, seen: before }).catch(() => null);
    const body = await answer?.json().catch(() => null);
    const here = this.context === context && this.typedKey(context) === key;
    if (!answer?.ok) {
      if (!here) return false;
      if (answer?.status === 409) this.conflict(key, body);
      else $("said").textContent = `not saved: ${body?.problems?.map(({ message }) => message).join("; ") || "the server does not answer"}`;
      return false;
    }
    this.saved += 1;
    details.text.forms = forms;
    // What was typed while the save was under way is not in the file: it stays typed.
    const later = this.unsaved.get(key)?.forms ?? forms;
    const whole = later.join("\0") === forms.join("\0");
    if (whole) this.unsaved.delete(key);
    else this.unsaved.set(key, { forms: later, before: forms });
    if (here) $("said").textContent = whole ? `saved: ${body.where}` : `saved: ${body.where}; what you typed since is not`;
    this.list();
    return whole;
  }

  /** Show what the file has now beside what is typed. Nothing is lost, nothing is written. */
  conflict(key, { now, where }) {
    $("conflict").hidden = false;
    $("theirs").textContent = now.join("\n");
    $("mine").textContent = this.fields().join("\n");
    $("said").textContent = `not saved: ${where} has changed`;
    const settle = (forms) => {
      this.details.text.forms = now;
      if (forms) this.unsaved.set(key, { forms, before: now });
      else this.unsaved.delete(key);
      $("conflict").hidden = true;
    };
    $("take").onclick = () => {
      if (!window.confirm("Throw away what you have written?")) return;
      settle(null);
      this.field();
      this.list();
    };
    $("keep").onclick = () => {
      settle(this.fields());
      this.save();
    };
  }
}

const folded = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Return how many characters a reader sees, values filled in, as `aidgen check` counts them. */
function visibleLength(words, values) {
  const shown = words
    .replaceAll("*", "")
    .replace(/(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])/g, "*")
    .replace(/\[([^[\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/\{([^{}]*)\}/g, (_, name) => values[name] ?? "");
  return [...shown.normalize("NFC")].length;
}
