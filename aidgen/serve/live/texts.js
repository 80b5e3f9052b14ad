// The texts on the right: what each says in both languages, where it stands, and how to change it.

import { Drafts } from "./drafts.js";
import { editorLink, element, get, post } from "./talk.js";
import { Values } from "./values.js";

const $ = (id) => document.getElementById(id);
const PAUSE = 500; // ms without a key, after which a text is checked
const STATES = { translated: "translated", fuzzy: "fuzzy", missing: "untranslated" };

export class Texts {
  /** `place` returns what is open, as in expedition/rulebook/fr; `shown` is called with the text that is chosen. */
  constructor(place, shown) {
    Object.assign(this, { place, shown, rows: [], faulty: new Set(), context: "", details: null, saved: new Map(), done: [] });
    this.drafts = new Drafts(() => place().split("/").filter((_, part) => part !== 1).join("/"));
    this.values = new Values($("values"), place, (words) => this.insert(words), (change) => this.remember(change));
    $("find").addEventListener("input", () => this.list());
    $("discard").addEventListener("click", () => this.discard());
    $("undo").addEventListener("click", () => this.undo());
    $("save-next").addEventListener("click", () => this.saveAndNext());
    $("unlock").addEventListener("click", () => this.unlock());
    $("filter").addEventListener("change", () => this.list());
    $("edit").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    for (const [id, kind] of Object.entries(KEYS_OF)) $(id).addEventListener("click", () => this.next(kind));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async load() {
    this.rows = await get(`texts/${this.place()}`);
    this.list();
  }

  /** After a change: the list, the room and the places as they are now; what is being written stays. */
  async renew() {
    await this.load();
    const context = this.context;
    if (!context) return;
    const details = await get(`text/${this.place()}/${encodeURIComponent(context)}`);
    if (this.context !== context) return;
    Object.assign(this.details, { fits: details.fits, side: details.side });
    this.values.show(details.quoted, true);
    this.room();
    this.places();
    this.shown(context, details.side);
  }

  faults(contexts) {
    this.faulty = contexts;
    this.list();
  }

  /** Show the list, of all texts or of those that need something. */
  list() {
    const kind = $("filter").value;
    const sought = folded($("find").value.trim());
    const kept = this.rows.filter((row) => this.is(row, kind) && folded(`${row.translation ?? ""} ${row.source} ${row.context}`).includes(sought));
    $("texts").replaceChildren(...kept.map((row) => this.item(row)));
    $("count").textContent = $("texts").children.length;
  }

  item(row) {
    const item = element("li");
    const button = element("button", "row", row.translation || row.source);
    button.type = "button";
    button.dataset.context = row.context;
    button.setAttribute("aria-pressed", row.context === this.context);
    if (row.state && row.state !== "translated") button.append(element("span", "mark", STATES[row.state]));
    if (this.drafts.has(row.context)) button.append(element("span", "mark", "draft"));
    if (this.faulty.has(row.context)) button.append(element("span", "mark error", "fault"));
    button.addEventListener("click", () => this.pick(row.context));
    item.append(button);
    return item;
  }

  is(row, kind) {
    if (kind === "all") return true;
    if (kind === "draft") return this.drafts.has(row.context);
    return kind === "fault" ? this.faulty.has(row.context) : row.state === kind;
  }

  /** Go to the next text of a kind, in reading order. */
  next(kind, step = 1) {
    const at = this.rows.findIndex((row) => row.context === this.context);
    const number = this.rows.length;
    for (let moved = 1; moved <= number; moved++) {
      const row = this.rows[(((at < 0 && step < 0 ? 0 : at) + step * moved) % number + number) % number];
      if (this.is(row, kind)) return this.pick(row.context, true);
    }
    $("said").textContent = `no text here is ${STATES[kind] ?? "faulty"}`;
  }

  key(event) {
    const writing = event.target.matches("textarea, input, select");
    const way = KEYS[event.code]; // with Alt, a Mac writes other letters
    if (writing && event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.shiftKey ? this.saveAndNext() : this.save();
    else if (event.altKey && !event.ctrlKey && way) this.next(...way);
    else if (!writing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && way) this.next(...way);
    else return;
    event.preventDefault();
  }

  async pick(context, focus = true) {
    if (this.context !== context) $("places").replaceChildren();
    this.context = context;
    this.details = await get(`text/${this.place()}/${encodeURIComponent(context)}`);
    if (this.context !== context) return;
    this.form(focus);
    this.list();
    this.shown(context, this.details.side);
    this.places();
  }

  /** Put words where one is writing. */
  insert(words) {
    const area = this.area ?? document.querySelector("#translation textarea, #source textarea");
    if (!area || area.readOnly) return;
    area.setRangeText(words, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
    area.focus();
  }

  /** After typing: keep a draft, say how much room there is, and check what is written. */
  typed(id) {
    const wording = this.details[id];
    this.drafts.keep(this.details.context, id, this.forms(id), wording.forms);
    this.room();
    this.draft();
    clearTimeout(this.checking);
    if (id === "translation") this.checking = setTimeout(() => this.check().catch(() => {}), PAUSE);
  }

  /** Say whether there is a draft. */
  draft() {
    const drafted = this.drafts.has(this.details.context);
    $("discard").hidden = !drafted;
    $("drafted").textContent = drafted ? "Not saved yet; kept as a draft." : "";
  }

  discard() {
    if (!thrownAway()) return;
    for (const which of ["source", "translation"]) this.drafts.drop(this.details.context, which);
    this.form(true);
    this.list();
  }

  /** Check the translation as it is written. */
  async check() {
    const context = this.details.context;
    const forms = this.forms("translation");
    const answer = await post(`check/${this.place()}/${encodeURIComponent(context)}`, forms);
    if (!answer.ok || this.context !== context || forms.join() !== this.forms("translation").join()) return;
    const found = await answer.json();
    $("checked").replaceChildren(...found.map((one) => element("li", one.severity, one.hint ? `${one.message} – ${one.hint}` : one.message)));
  }

  async saveAndNext() {
    if (await this.save()) this.next($("filter").value === "all" ? "all" : $("filter").value);
  }

  /** Let the source be written, which is another's text while one translates. */
  unlock() {
    for (const area of $("source").querySelectorAll("textarea")) area.readOnly = !this.details.source.editable;
    $("unlock").hidden = true;
    $("source").querySelector("textarea")?.focus();
  }

  remember(change) {
    this.done.push(change);
    $("undo").hidden = false;
  }

  /** Take back the last save. */
  async undo() {
    const { address, undo, context } = this.done.pop() ?? {};
    $("undo").hidden = this.done.length === 0;
    if (!address) return;
    const answer = await post(address, undo);
    $("said").textContent = answer.ok ? "taken back" : "not taken back: the file has changed";
    if (answer.ok && undo.which) this.saved.set(`${undo.which} ${context}`, undo.forms);
    if (this.context) await this.pick(this.context, false);
    $("said").textContent = answer.ok ? "taken back" : "not taken back: the file has changed";
  }

  /** Show what is known of the text that is chosen. */
  form(focus) {
    const details = this.details;
    $("text").hidden = false;
    $("context").textContent = details.context;
    $("role").textContent = details.role;
    $("note").textContent = details.note;
    $("said").textContent = "";
    $("meanwhile").hidden = true;
    $("checked").replaceChildren();
    for (const which of ["source", "translation"]) this.side(which, details[which], this.drafts.get(details.context, which)?.forms);
    const locked = details.translated && details.source.editable && !this.drafts.get(details.context, "source");
    if (locked) for (const area of $("source").querySelectorAll("textarea")) area.readOnly = true;
    $("unlock").hidden = !locked;
    this.values.show(details.quoted);
    this.help(details);
    this.draft();
    $("translation").hidden = !details.translated;
    if (details.translated && !details.translation) {
      $("said").textContent = "The PO file has no entry for it: aidgen i18n sync makes one.";
    }
    $("save-next").disabled = $("save").disabled = !(details.source.editable || details.translation?.editable);
    this.room();
    if (focus) ($("translation").querySelector("textarea") ?? $("source").querySelector("textarea"))?.focus();
  }

  /** Show the glossary's words for this text, and what may be put in. */
  help(details) {
    const terms = details.terms.map(([source, target]) => this.button(`${source}: ${target}`, target));
    const signs = [...new Set(details.source.forms.join(" ").match(/\{[^{}]*\}|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])/g) ?? [])];
    $("help").replaceChildren(...terms, ...signs.map((sign) => this.button(sign, sign)));
    if (details.translated) $("help").append(this.button("copy the source", details.source.forms.at(-1)));
  }

  button(label, words) {
    const button = element("button", "put", label);
    button.type = "button";
    button.addEventListener("click", () => this.insert(words));
    return button;
  }

  /** Show a text of a side; `drafted` is what was written and not saved. */
  side(id, wording, drafted) {
    const fields = (drafted ?? wording?.forms ?? []).map((form, number) => {
      const label = element("label", "", wording.names[number] ?? (wording.forms.length > 1 ? `form ${number}` : ""));
      const area = element("textarea");
      area.value = form;
      area.rows = Math.min(9, Math.max(2, Math.ceil(form.length / 48) + form.split("\n").length - 1));
      area.readOnly = !wording.editable;
      area.spellcheck = true;
      area.setAttribute("aria-label", `${id} ${label.textContent}`);
      area.lang = (this.details.languages[id] ?? "").replace("_", "-");
      area.addEventListener("input", () => this.typed(id));
      area.addEventListener("focus", () => (this.area = area));
      label.append(area);
      return label;
    });
    $(id).querySelector(".forms").replaceChildren(...fields);
    this.area = null;
    $(id).querySelector(".place").replaceChildren(...(wording ? [editorLink(wording.where)] : []));
    $(id).querySelector(".state").textContent = STATES[wording?.state] ?? "";
  }

  forms(id) {
    return [...$(id).querySelectorAll("textarea")].map((area) => area.value);
  }

  /** Say how much room there is: in characters, and in mm of the card. */
  room() {
    const details = this.details;
    const areas = this.forms(details.translation ? "translation" : "source");
    const lengths = areas.map((words) => seen(words, details.values));
    const limit = details.limit ? `${Math.max(...lengths)} of ${details.limit} characters` : `${lengths.join(", ")} characters`;
    const fits = details.fits.map((fit) =>
      fit.room === null ? `${fit.box}: grows` : `${fit.box}: ${fit.room} mm left at ${fit.size} pt`);
    $("room").textContent = [limit, ...fits].join(" · ");
    $("room").classList.toggle("error", Boolean(details.limit) && Math.max(...lengths) > details.limit);
  }

  /** Save what has changed; return whether all of it is saved. A change that one has saved oneself is no conflict. */
  async save() {
    const details = this.details;
    if (!details) return false;
    for (const which of ["source", "translation"]) {
      const before = details[which];
      const forms = this.forms(which);
      const fuzzy = which === "translation" && before?.state === "fuzzy";
      if (!before?.editable || (!fuzzy && forms.every((form, number) => form === before.forms[number]))) continue;
      const address = `text/${this.place()}/${encodeURIComponent(details.context)}`;
      const mine = `${which} ${details.context}`;
      let file = this.drafts.get(details.context, which)?.file ?? before.forms;
      let answer = await post(address, { which, forms, seen: file });
      let said = await answer.json();
      if (answer.status === 409 && same(said.now, this.saved.get(mine))) {
        file = said.now;
        answer = await post(address, { which, forms, seen: file });
        said = await answer.json();
      }
      if (answer.status === 409) {
        this.conflict(which, forms, said);
        return false;
      }
      if (!answer.ok) {
        $("said").textContent = said.problems.map((one) => one.message).join("; ") || "could not be saved";
        return false;
      }
      this.saved.set(mine, forms);
      this.drafts.drop(details.context, which);
      this.remember({ address, context: details.context, undo: { which, forms: file, seen: forms } });
      before.forms = forms;
      if (which === "translation") before.state = "translated";
      $("said").textContent = `saved: ${said.where}`;
      $(which).querySelector(".state").textContent = STATES[before.state] ?? "";
    }
    this.draft();
    this.list();
    return true;
  }

  /** Show what the file says now beside what is to be written. Nothing is lost, nothing is written. */
  conflict(which, forms, said) {
    $("meanwhile").hidden = false;
    $("theirs").textContent = said.now.join("\n");
    $("mine").textContent = forms.join("\n");
    $("said").textContent = `not saved: ${said.where} has changed`;
    const settle = (words) => {
      this.details[which].forms = said.now;
      this.drafts.keep(this.details.context, which, words, said.now);
      this.side(which, this.details[which], words);
      this.draft();
      $("meanwhile").hidden = true;
      $("said").textContent = "";
    };
    $("take").onclick = () => thrownAway() && settle(said.now);
    $("keep").onclick = () => {
      settle(forms);
      this.save();
    };
  }

  /** Show every place where the text is printed. */
  async places() {
    const context = this.context;
    const now = Date.now(); // another address, or the browser shows the picture that it has
    const found = await get(`places/${this.place()}/${encodeURIComponent(context)}`);
    if (this.context !== context) return;
    $("places").replaceChildren(
      ...found.map((place, number) => {
        const item = element("li");
        const button = element("button", "row", place.box ? `${place.title}: ${place.box}` : place.title);
        button.type = "button";
        button.addEventListener("click", () => {
          $("aid").value = place.aid;
          $("aid").dispatchEvent(new Event("change"));
        });
        const picture = new Image();
        picture.loading = "lazy";
        picture.alt = "";
        picture.src = `glimpse/${this.place()}/${encodeURIComponent(context)}/${number}?${now}`;
        item.append(button, picture);
        return item;
      }),
    );
  }
}

const KEYS = { KeyN: ["all"], KeyP: ["all", -1], KeyU: ["missing"], KeyF: ["fuzzy"], KeyE: ["fault"] };
const KEYS_OF = { "next-missing": "missing", "next-fuzzy": "fuzzy", "next-fault": "fault" };

/** Ask before what is typed is lost; return whether it may be. */
const thrownAway = () => window.confirm("Throw away what you have written and not saved?");

const folded = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const same = (forms, others) => Boolean(others) && forms.length === others.length && forms.every((form, number) => form === others[number]);

/** Return how many characters a reader sees, values filled in, as the check counts them. */
export function seen(words, values) {
  const shown = words
    .replaceAll("*", "")
    .replace(/(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])/g, "*")
    .replace(/\[([^[\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/\{([^{}]*)\}/g, (_, name) => values[name] ?? "");
  return [...shown.normalize("NFC")].length;
}

