// What a link in a rule leads to, shown beside it: under the mouse, by keyboard, and at the first tap.

"use strict";
{
  const main = document.getElementById("content");
  const box = element("div", "popup");
  Object.assign(box, { id: "popup", hidden: true });
  box.setAttribute("role", "tooltip");
  document.body.append(box);
  let shown = null;

  const meant = (link) => docs.find((doc) => doc.href === `rules/${link.getAttribute("href")}`);
  function open(link) {
    const doc = meant(link);
    if (!doc || link === shown) return;
    close();
    shown = link;
    const title = element("strong", "", doc.title);
    const said = snippet(doc, []);
    box.replaceChildren(title, said);
    box.hidden = false;
    link.setAttribute("aria-describedby", box.id);
    const { left, bottom, top } = link.getBoundingClientRect();
    const below = bottom + box.offsetHeight < window.innerHeight || top < box.offsetHeight;
    box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - box.offsetWidth - 8)) + window.scrollX}px`;
    box.style.top = `${(below ? bottom + 4 : top - box.offsetHeight - 4) + window.scrollY}px`;
  }
  function close() {
    shown?.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  }

  for (const link of main.querySelectorAll(".ag-record a[href]")) {
    if (!meant(link)) continue;
    let touched = false;
    link.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch" && shown !== link));
    link.addEventListener("click", (event) => {
      if (!touched) return; // the second tap follows the link
      event.preventDefault();
      open(link);
    });
    link.addEventListener("mouseenter", () => open(link));
    link.addEventListener("focus", () => open(link));
    link.addEventListener("mouseleave", () => setTimeout(() => !box.matches(":hover") && shown === link && close(), 150));
    link.addEventListener("blur", close);
  }
  box.addEventListener("mouseleave", close);
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
}
