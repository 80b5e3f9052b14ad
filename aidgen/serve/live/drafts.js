// What is typed and not saved yet: kept in the browser until it is saved or thrown away.

export class Drafts {
  /** `place` returns the game and language that are open, as in expedition/fr. */
  constructor(place) {
    this.place = place;
  }

  key(context, which) {
    return `aidgen-draft/${this.place()}/${which}/${context}`;
  }

  /** Return the draft of a text: its forms, and those of the file when it was begun; `null` if there is none. */
  get(context, which) {
    return JSON.parse(localStorage.getItem(this.key(context, which)) ?? "null");
  }

  /** Keep a draft; none is kept that says what the file says. */
  keep(context, which, forms, file) {
    const same = forms.length === file.length && forms.every((form, number) => form === file[number]);
    if (same) this.drop(context, which);
    else localStorage.setItem(this.key(context, which), JSON.stringify({ forms, file }));
  }

  drop(context, which) {
    localStorage.removeItem(this.key(context, which));
  }

  has(context) {
    return ["source", "translation"].some((which) => localStorage.getItem(this.key(context, which)) !== null);
  }
}
