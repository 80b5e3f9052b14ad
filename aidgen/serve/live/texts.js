// The texts on the right: what each says in both languages, where it stands, and how to change it.

import { element, get, post } from "./talk.js";

const $ = (id) => document.getElementById(id);
const STATES = { translated: "translated", fuzzy: "fuzzy", missing: "untranslated" };

export class Texts {
  /** `place` returns what is open, as in expedition/rulebook/fr; `shown` is told what is chosen. */
  constructor(place, shown) {
    Object.assign(this, { place, shown, rows: [], faulty: new Set(), context: "", told: null });
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
    const told = await get(`text/${this.place()}/${encodeURIComponent(context)}`);
    if (this.context !== context) return;
    this.told.fits = told.fits;
    this.room();
    this.places();
  }

  faults(contexts) {
    this.faulty = contexts;
    this.list();
  }

  /** Show the list, of all texts or of those that need something. */
  list() {
    const kind = $("filter").value;
    $("texts").replaceChildren(...this.rows.filter((row) => this.is(row, kind)).map((row) => this.item(row)));
    $("count").textContent = $("texts").children.length;
  }

  item(row) {
    const item = element("li");
    const button = element("button", "row", row.translation || row.source);
    button.type = "button";
    button.dataset.context = row.context;
    button.setAttribute("aria-pressed", row.context === this.context);
    if (row.variant) button.append(element("span", "mark variant", row.variant));
    if (row.state && row.state !== "translated") button.append(element("span", "mark", STATES[row.state]));
    if (this.faulty.has(row.context)) button.append(element("span", "mark error", "fault"));
    button.addEventListener("click", () => this.pick(row.context));
    item.append(button);
    return item;
  }

  is(row, kind) {
    if (kind === "all") return true;
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
    if (writing && event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.save();
    else if (event.altKey && KEYS[event.key]) this.next(...KEYS[event.key]);
    else if (!writing && !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[event.key]) this.next(...KEYS[event.key]);
    else return;
    event.preventDefault();
  }

  async pick(context, focus = true) {
    if (this.context !== context) $("places").replaceChildren();
    this.context = context;
    this.told = await get(`text/${this.place()}/${encodeURIComponent(context)}`);
    if (this.context !== context) return;
    this.form(focus);
    this.list();
    this.shown(context);
    this.places();
  }

  /** Show what is known of the text that is chosen. */
  form(focus) {
    const told = this.told;
    $("text").hidden = false;
    $("context").textContent = told.context;
    $("role").textContent = told.role;
    $("note").textContent = told.note;
    $("said").textContent = "";
    $("meanwhile").hidden = true;
    this.side("source", told.source);
    this.side("translation", told.translation);
    $("translation").hidden = !told.translated;
    if (told.translated && !told.translation) {
      $("said").textContent = "The PO file has no entry for it: aidgen i18n sync makes one.";
    }
    $("save").disabled = !(told.source.editable || told.translation?.editable);
    this.room();
    if (focus) ($("translation").querySelector("textarea") ?? $("source").querySelector("textarea"))?.focus();
  }

  side(id, wording) {
    const fields = (wording?.forms ?? []).map((form, number) => {
      const label = element("label", "", wording.names[number] ?? (wording.forms.length > 1 ? `form ${number}` : ""));
      const area = element("textarea");
      area.value = form;
      area.rows = Math.min(9, Math.max(2, Math.ceil(form.length / 48) + form.split("\n").length - 1));
      area.readOnly = !wording.editable;
      area.spellcheck = true;
      area.setAttribute("aria-label", `${id} ${label.textContent}`);
      area.addEventListener("input", () => this.room());
      label.append(area);
      return label;
    });
    $(id).querySelector(".forms").replaceChildren(...fields);
    $(id).querySelector(".where").textContent = wording?.where ?? "";
    $(id).querySelector(".state").textContent = STATES[wording?.state] ?? "";
  }

  forms(id) {
    return [...$(id).querySelectorAll("textarea")].map((area) => area.value);
  }

  /** Say how much room there is: in characters, and in mm of the card. */
  room() {
    const told = this.told;
    const areas = this.forms(told.translation ? "translation" : "source");
    const lengths = areas.map((words) => seen(words, told.values));
    const limit = told.limit ? `${Math.max(...lengths)} of ${told.limit} characters` : `${lengths.join(", ")} characters`;
    const fits = told.fits.map((fit) =>
      fit.room === null ? `${fit.box}: grows` : `${fit.box}: ${fit.room} mm left at ${fit.size} pt`);
    $("room").textContent = [limit, ...fits].join(" · ");
    $("room").classList.toggle("error", Boolean(told.limit) && Math.max(...lengths) > told.limit);
  }

  async save() {
    const told = this.told;
    if (!told) return;
    for (const which of ["source", "translation"]) {
      const before = told[which];
      const forms = this.forms(which);
      const fuzzy = which === "translation" && before?.state === "fuzzy";
      if (!before?.editable || (!fuzzy && forms.every((form, number) => form === before.forms[number]))) continue;
      const answer = await post(`text/${this.place()}/${encodeURIComponent(told.context)}`, {
        which, forms, seen: before.forms,
      });
      const said = await answer.json();
      if (answer.status === 409) return this.conflict(which, forms, said);
      if (!answer.ok) {
        $("said").textContent = said.problems.map((one) => one.message).join("; ") || "could not be saved";
        return;
      }
      before.forms = forms;
      if (which === "translation") before.state = "translated";
      $("said").textContent = `saved: ${said.where}`;
      $(which).querySelector(".state").textContent = STATES[before.state] ?? "";
    }
  }

  /** Show what the file says now beside what is to be written. Nothing is lost, nothing is written. */
  conflict(which, forms, said) {
    $("meanwhile").hidden = false;
    $("theirs").textContent = said.now.join("\n");
    $("mine").textContent = forms.join("\n");
    $("said").textContent = `not saved: ${said.where} has changed`;
    const settle = (words) => {
      this.told[which].forms = said.now;
      this.side(which, { ...this.told[which], forms: words });
      this.told[which].forms = said.now;
      $("meanwhile").hidden = true;
      $("said").textContent = "";
    };
    $("take").onclick = () => settle(said.now);
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

const KEYS = { n: ["all"], p: ["all", -1], u: ["missing"], f: ["fuzzy"], e: ["fault"] };
const KEYS_OF = { "next-missing": "missing", "next-fuzzy": "fuzzy", "next-fault": "fault" };

/** Return how many characters a reader sees, values filled in, as the check counts them. */
export function seen(words, values) {
  const shown = words
    .replaceAll("*", "")
    .replace(/(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])/g, "*")
    .replace(/\[([^[\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/\{([^{}]*)\}/g, (_, name) => values[name] ?? "");
  return [...shown.normalize("NFC")].length;
}

