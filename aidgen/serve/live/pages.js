// The pages on the left: a picture of each, and on it buttons where its texts are.

import { element, get } from "./talk.js";

const SCALES = [1, 1.5, 2, 3, 4];
const PX_PER_MM = 96 / 25.4;
const PT_PER_MM = 72 / 25.4;
const LARGEST_FIT = 1.6;
const KEPT = 200; // documents whose places of texts are kept
const AGAIN = 1000; // ms after which a picture that did not come is asked for again; longer each time

export class Pages {
  /** Show pages in an element; `seen` is called with the numbers of those that are looked at. */
  constructor(room, seen, picked) {
    Object.assign(this, { room, picked, chosen: "", faulty: new Set(), spots: new Map() });
    this.asked = "fit";
    this.visible = new Set();
    this.view = null;
    this.watch = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const number = Number(entry.target.dataset.page);
        if (entry.isIntersecting) this.visible.add(number);
        else this.visible.delete(number);
      }
      this.draw();
      seen(this.seen());
    }, { rootMargin: "300px" });
    new ResizeObserver(() => this.asked === "fit" && this.place()).observe(room);
  }

  /** Return the pages that are seen, or nearly: those in the middle of the window first. */
  seen() {
    const away = (number) => {
      const { top, bottom } = this.room.children[number]?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      return Math.abs((top + bottom - window.innerHeight) / 2);
    };
    return [...this.visible].sort((page, next) => away(page) - away(next) || page - next);
  }

  clear() {
    this.watch.disconnect();
    this.visible.clear();
    this.room.replaceChildren();
  }

  zoom(asked) {
    this.asked = asked;
    this.place();
  }

  /** Show the pages of a view; what has not changed stays as it is. */
  show(view) {
    this.view = view;
    const papers = [...this.room.children];
    papers.slice(view.pages.length).forEach((paper) => {
      this.watch.unobserve(paper);
      this.visible.delete(Number(paper.dataset.page));
      paper.remove();
    });
    view.pages.forEach((_, number) => {
      if (papers[number]) return;
      const paper = element("div", "page");
      paper.dataset.page = number;
      paper.setAttribute("role", "group");
      paper.setAttribute("aria-label", `Page ${number + 1}`);
      this.room.append(paper);
      this.watch.observe(paper);
    });
    this.place();
  }

  /** Give pages their size, as it is asked for. */
  place() {
    if (!this.view) return;
    const widest = Math.max(...this.view.pages.map(({ size }) => size.width), 1);
    const room = (this.room.clientWidth - 30) / (widest * PX_PER_MM);
    const zoom = this.asked === "fit" ? Math.min(room, LARGEST_FIT) : Number(this.asked);
    const mm = zoom * PX_PER_MM;
    const needed = (mm / PT_PER_MM) * window.devicePixelRatio;
    const scale = SCALES.find((one) => one >= needed * 0.99) ?? SCALES.at(-1);
    this.view.pages.forEach(({ key, page, size: { width, height }, status }, number) => {
      const paper = this.room.children[number];
      paper.style.width = `${width * mm}px`;
      paper.style.height = `${height * mm}px`;
      paper.classList.toggle("faulty", status === "faulty");
      Object.assign(paper.dataset, { wanted: `picture/${status === "draft" ? "draft" : "set"}/${key}/${page}/${scale.toFixed(1)}`, spots: `spots/${key}`, within: page, width, height });
    });
    this.draw();
  }

  /** Show, or do not, through each page what is on the other side of its sheet. */
  light(lit) {
    this.lit = lit;
    this.draw();
  }

  behind(paper, number) {
    const picture = this.lit && this.room.children[number ^ 1]?.querySelector("img:not(.behind)");
    const old = paper.querySelector(".behind");
    if (picture && old?.src === picture.src) return;
    old?.remove();
    if (!picture) return;
    const layer = picture.cloneNode();
    layer.classList.add("behind");
    paper.append(layer);
  }

  /** Have the pictures drawn that are seen and not there yet. */
  draw() {
    for (const number of this.seen()) if (this.room.children[number]) this.fill(this.room.children[number], number);
  }

  /** Show a page, then find its texts: such requests would go first, on a browser's six connections. */
  async fill(paper, number) {
    await renew(paper);
    for (const side of [number, number ^ 1]) if (this.room.children[side]) this.behind(this.room.children[side], side);
    if (paper.dataset.shown === paper.dataset.wanted) await this.spot(paper);
  }

  /** Mark the text that is chosen, and those with faults. */
  mark(chosen, faulty) {
    Object.assign(this, { chosen, faulty });
    for (const spot of this.room.querySelectorAll(".spot")) this.look(spot);
  }

  look(spot) {
    spot.classList.toggle("chosen", spot.dataset.context === this.chosen);
    spot.classList.toggle("faulty", this.faulty.has(spot.dataset.context));
  }

  /** Bring the text that is chosen into view. */
  reveal(page) {
    const spot = this.room.querySelector(".spot.chosen");
    if (spot) spot.scrollIntoView({ block: "nearest", inline: "nearest" });
    else this.room.children[page]?.scrollIntoView({ block: "nearest" });
  }

  /** Make the texts of a page ones that can be clicked, as soon as it is known where they are. */
  async spot(paper) {
    const wanted = paper.dataset.spots;
    if (paper.dataset.shown.startsWith("picture/draft")) return; // its texts may move
    if (paper.dataset.spotted === paper.dataset.shown) return;
    if (!this.spots.has(wanted)) {
      if (this.spots.size > KEPT) this.spots.clear();
      this.spots.set(wanted, get(wanted).catch(() => []));
    }
    const spots = await this.spots.get(wanted);
    if (!spots.length) this.spots.delete(wanted);
    if (paper.dataset.spots !== wanted || paper.dataset.shown !== paper.dataset.wanted) return; // its picture comes first
    paper.dataset.spotted = paper.dataset.shown;
    const layer = element("div", "spots");
    for (const spot of spots) if (spot.page === Number(paper.dataset.within)) layer.append(this.button(paper, spot));
    paper.querySelector(".spots")?.remove();
    paper.append(layer);
  }

  button(paper, { context, edges: [left, top, right, bottom] }) {
    const spot = element("button", "spot");
    spot.type = "button";
    spot.tabIndex = -1; // the list has them all
    spot.dataset.context = context;
    spot.setAttribute("aria-label", context);
    const part = (length, whole) => `${(100 * length) / whole}%`;
    const { width, height } = paper.dataset;
    Object.assign(spot.style, { left: part(left, width), top: part(top, height), width: part(right - left, width), height: part(bottom - top, height) });
    spot.addEventListener("click", () => this.picked(context));
    this.look(spot);
    return spot;
  }
}

/** Show the picture that a page should have; the old one stays until the new one is there. */
async function renew(paper) {
  if (paper.dataset.coming) return; // looked at again when that has come
  const wanted = paper.dataset.wanted;
  if (paper.dataset.shown === wanted) return;
  paper.dataset.coming = wanted;
  const picture = new Image();
  picture.alt = "";
  picture.src = wanted;
  try {
    await picture.decode();
    paper.querySelector("img:not(.behind)")?.remove();
    paper.prepend(picture);
    Object.assign(paper.dataset, { shown: wanted, drawn: wanted });
    paper.failures = 0;
  } catch {
    paper.failures = (paper.failures ?? 0) + 1;
  }
  delete paper.dataset.coming;
  if (paper.failures) await new Promise((done) => setTimeout(done, AGAIN * paper.failures));
  if (paper.isConnected && paper.dataset.shown !== paper.dataset.wanted) await renew(paper);
}
