// "My table": the records that one has pinned, kept in this browser, shown on the page of their game.

"use strict";
{
  const main = document.getElementById("content");
  const key = `aidgen-table/${index.game}/${index.locale}`;
  const read = () => JSON.parse(localStorage.getItem(key) ?? "[]");
  const write = (pinned) => localStorage.setItem(key, JSON.stringify(pinned));

  /** Return a button that pins a record or takes it off. */
  function pin(href, changed = () => {}) {
    const button = element("button", "pin");
    button.type = "button";
    const look = () => {
      const there = read().includes(href);
      button.setAttribute("aria-pressed", there);
      button.textContent = there ? main.dataset.unpin : main.dataset.pin;
    };
    button.addEventListener("click", () => {
      const pinned = read();
      write(pinned.includes(href) ? pinned.filter((one) => one !== href) : [...pinned, href]);
      look();
      changed();
    });
    look();
    return button;
  }

  function card(doc) {
    const made = element("li");
    const title = element("h3");
    const link = element("a", "", doc.title);
    link.href = doc.href;
    title.append(link);
    const said = doc.table ? element("div", "tables") : snippet(doc, []);
    if (doc.table) said.append(...doc.table.parts.map((_, part) => grid(doc.table, part)));
    made.append(title, said, pin(doc.href, show));
    return made;
  }

  function show() {
    const room = document.getElementById("table");
    const pinned = read().map((href) => docs.find((doc) => doc.href === href)).filter(Boolean);
    room.hidden = pinned.length === 0;
    room.querySelector("ul").replaceChildren(...pinned.map(card));
  }

  if (document.getElementById("table")) show();
  const here = `rules/${main.dataset.ref}.html`;
  if (main.dataset.ref && docs.some((doc) => doc.href === here)) main.querySelector("h1")?.after(pin(here));
}
