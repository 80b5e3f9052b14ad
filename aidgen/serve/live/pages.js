// The pages on the left: sides of paper, and on them a picture of each piece.

import { element, get } from "./talk.js";

const SCALES = [1, 1.5, 2, 3, 4];
const PX_PER_MM = 96 / 25.4;
const PT_PER_MM = 72 / 25.4;
const LARGEST_FIT = 1.6;
const KEPT = 500;
const AGAIN = 1000; // ms after which a picture that did not come is asked for again; longer each time

export class Pages {
  /** Show pages in an element; `seen` is called with the sides that are seen. */
  constructor(room, seen, picked) {
    Object.assign(this, { picked, chosen: "", faulty: new Set(), known: new Map() });
    this.room = room;
    this.asked = "fit";
    this.visible = new Set();
    this.view = null;
    this.watch = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const number = Number(entry.target.dataset.side);
        if (entry.isIntersecting) this.visible.add(number);
        else this.visible.delete(number);
      }
      this.draw();
      seen(this.seen());
    }, { rootMargin: "300px" });
    new ResizeObserver(() => this.asked === "fit" && this.place()).observe(room);
  }

  /** Return the sides that are seen, or nearly: those in the middle of the window first. */
  seen() {
    const away = (number) => {
      const { top, bottom } = this.room.children[number]?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      return Math.abs((top + bottom - window.innerHeight) / 2);
    };
    return [...this.visible].sort((one, other) => away(one) - away(other) || one - other);
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

  /** Show the sides of a view; what has not changed stays as it is. */
  show(view) {
    this.view = view;
    const sides = [...this.room.children];
    sides.slice(view.sides.length).forEach((side) => {
      this.watch.unobserve(side);
      this.visible.delete(Number(side.dataset.side));
      side.remove();
    });
    view.sides.forEach((_, number) => {
      if (sides[number]) return;
      const made = element("div", "side");
      made.dataset.side = number;
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", `Page ${number + 1}`);
      this.room.append(made);
      this.watch.observe(made);
    });
    this.place();
  }

  /** Put sides and pieces in their places, at the size that is asked for. */
  place() {
    if (!this.view) return;
    const widest = Math.max(...this.view.sides.map((side) => side.width), 1);
    const room = (this.room.clientWidth - 30) / (widest * PX_PER_MM);
    const zoom = this.asked === "fit" ? Math.min(room, LARGEST_FIT) : Number(this.asked);
    this.mm = zoom * PX_PER_MM;
    const needed = (this.mm / PT_PER_MM) * window.devicePixelRatio;
    this.scale = SCALES.find((one) => one >= needed * 0.99) ?? SCALES.at(-1);
    this.view.sides.forEach((side, number) => {
      const paper = this.room.children[number];
      paper.style.width = `${side.width * this.mm}px`;
      paper.style.height = `${side.height * this.mm}px`;
      paper.querySelector(".behind")?.remove();
      while (paper.children.length > side.pieces.length) paper.lastChild.remove();
      side.pieces.forEach((piece, at) => this.piece(paper, piece, at));
      if (this.lit) this.behind(paper, this.view.sides[number ^ 1]);
    });
    this.draw();
  }

  /** Show, or do not, through each side what is on the other side of its sheet. */
  light(lit) {
    this.lit = lit;
    this.place();
  }

  behind(paper, side) {
    const layer = element("div", "behind");
    side?.pieces.forEach((piece, at) => this.piece(layer, piece, at));
    paper.append(layer);
    for (const piece of layer.children) renew(piece);
  }

  piece(paper, piece, at) {
    let made = paper.children[at];
    if (!made) {
      made = element("div", "piece");
      paper.append(made);
    }
    made.style.left = `${piece.left * this.mm}px`;
    made.style.top = `${piece.top * this.mm}px`;
    made.style.width = `${piece.width * this.mm}px`;
    made.style.height = `${piece.height * this.mm}px`;
    const cut = piece.cut.map((edge) => `${edge * this.mm}px`).join(" ");
    made.style.clipPath = cut && `inset(${cut})`;
    made.classList.toggle("faulty", piece.status === "faulty");
    made.dataset.status = piece.status;
    made.dataset.wanted = address(piece, this.scale);
    made.dataset.key = piece.key;
    made.dataset.page = piece.page;
    made.dataset.width = piece.width;
    made.dataset.height = piece.height;
  }

  /** Have the pictures drawn that are seen and not there yet. */
  draw() {
    for (const number of this.seen()) {
      for (const piece of this.room.children[number]?.children ?? []) {
        if (piece.dataset.wanted) this.fill(piece);
      }
    }
  }

  /** Show a piece, then find its texts: such requests would go first, on a browser's six connections. */
  async fill(piece) {
    await renew(piece);
    if (piece.dataset.shown === piece.dataset.wanted) await this.spot(piece);
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
  reveal(side) {
    const spot = this.room.querySelector(".spot.chosen");
    if (spot) spot.scrollIntoView({ block: "nearest", inline: "nearest" });
    else this.room.children[side]?.scrollIntoView({ block: "nearest" });
  }

  /** Make the texts of a piece ones that can be clicked, as soon as it is known where they stand. */
  async spot(piece) {
    const wanted = piece.dataset.wanted.replace("picture", "spots").replace(/\/[^/]*$/, "");
    if (piece.dataset.spotted === wanted || piece.dataset.spotting) return;
    piece.dataset.spotting = wanted;
    if (!this.known.has(wanted)) {
      if (this.known.size > KEPT) this.known.clear();
      const found = await get(wanted).catch(() => []);
      if (found.length) this.known.set(wanted, found);
    }
    delete piece.dataset.spotting;
    if (!piece.dataset.wanted.includes(wanted.replace("spots/", ""))) return this.spot(piece);
    piece.dataset.spotted = wanted;
    const layer = element("div", "spots");
    for (const one of this.known.get(wanted) ?? []) layer.append(this.button(piece, one));
    piece.querySelector(".spots")?.remove();
    piece.append(layer);
  }

  button(piece, { context, edges: [left, top, right, bottom] }) {
    const spot = element("button", "spot");
    spot.type = "button";
    spot.tabIndex = -1; // the list has them all
    spot.dataset.context = context;
    spot.setAttribute("aria-label", context);
    const part = (length, whole) => `${(100 * length) / whole}%`;
    spot.style.left = part(left, piece.dataset.width);
    spot.style.top = part(top, piece.dataset.height);
    spot.style.width = part(right - left, piece.dataset.width);
    spot.style.height = part(bottom - top, piece.dataset.height);
    spot.addEventListener("click", () => this.picked(context));
    this.look(spot);
    return spot;
  }
}

export function address(piece, scale) {
  return `picture/${piece.draft ? "draft" : "set"}/${piece.key}/${piece.page}/${scale.toFixed(1)}`;
}

/** Show the picture that a piece should have; the old one stays until the new one is there. */
async function renew(piece) {
  if (piece.dataset.coming) return; // looked at again when that has come
  const wanted = piece.dataset.wanted;
  if (piece.dataset.shown === wanted) return;
  piece.dataset.coming = wanted;
  const picture = new Image();
  picture.alt = "";
  picture.src = wanted;
  try {
    await picture.decode();
    piece.querySelector("img")?.remove();
    piece.prepend(picture);
    piece.dataset.shown = wanted;
    piece.dataset.drawn = piece.dataset.key;
    piece.failures = 0;
  } catch {
    piece.failures = (piece.failures ?? 0) + 1;
  }
  delete piece.dataset.coming;
  if (piece.failures) await new Promise((done) => setTimeout(done, AGAIN * piece.failures));
  if (piece.isConnected && piece.dataset.shown !== piece.dataset.wanted) await renew(piece);
}
