// The numbers that a text quotes: what each is, in which file, what prints it, and how to change it.

import { editorLink, element, get, post } from "./talk.js";

export class Values {
  /** `place` returns what is open; `insert` puts words into the text that is written; `saved` is called after each change. */
  constructor(room, place, insert, saved) {
    Object.assign(this, { room, place, insert, saved, held: new Map() });
  }

  /** Show numbers; `renewed` after a change of a file: then what is being typed stays, and what was said of it. */
  show(quoted, renewed = false) {
    this.room.hidden = quoted.length === 0;
    const held = renewed ? this.held : new Map();
    this.held = new Map(quoted.map((value) => [value.name, this.kept(held.get(value.name), value) ?? { value, item: this.item(value) }]));
    const list = this.room.querySelector("ul");
    const items = [...this.held.values()].map((one) => one.item);
    const same = items.length === list.children.length && items.every((item, at) => item === list.children[at]);
    if (!same) list.replaceChildren(...items); // which takes the focus away
  }

  /** Return what is shown of a number, if it may stay: what is typed does, and is compared with the file when it is saved. */
  kept(one, value) {
    if (!one || one.value.editable !== value.editable) return null;
    const typed = one.item.querySelector("input").value !== one.value.forms[0];
    if (!typed && one.value.forms[0] !== value.forms[0]) return null;
    one.value.where = value.where;
    one.item.lastElementChild.replaceWith(editorLink(value.where));
    return one;
  }

  item(value) {
    const item = element("li", "value");
    const form = element("form");
    const label = element("label", "", `{${value.name}} `);
    const box = element("input");
    Object.assign(box, { value: value.forms[0], readOnly: !value.editable, size: 6 });
    label.append(box);
    const put = element("button", "", "Insert");
    put.type = "button";
    put.addEventListener("click", () => this.insert(`{${value.name}}`));
    const save = element("button", "", "Save number");
    save.disabled = !value.editable;
    const where = element("button", "", "Where is it printed?");
    where.type = "button";
    const said = element("output");
    said.setAttribute("role", "status");
    where.addEventListener("click", () => this.where(value, said));
    form.append(label, put, " ", save, " ", where);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save(value, box.value, said);
    });
    item.append(form, said, editorLink(value.where));
    return item;
  }

  address(value) {
    return `value/${this.place()}/${encodeURIComponent(value.name)}`;
  }

  async where(value, said) {
    said.textContent = "…";
    const reply = await get(this.address(value));
    said.textContent = `In ${reply.texts.length} texts; printed in: ${reply.aids.join(", ") || "none"}`;
  }

  async save(value, raw, said) {
    const answer = await post(this.address(value), { raw, seen: value.forms[0] });
    const reply = await answer.json();
    if (answer.status === 409) {
      said.textContent = `not saved: the file has ${reply.now[0]} now`;
      value.forms = reply.now;
    } else if (!answer.ok) said.textContent = reply.problems.map((one) => one.message).join("; ");
    else {
      said.textContent = `saved: ${reply.where}`;
      this.saved({ address: this.address(value), undo: { raw: value.forms[0], seen: raw.trim() } });
      value.forms = [raw.trim()];
    }
  }
}
