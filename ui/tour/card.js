/* A card of the tour: it points at a live control, waits until its reader has done it, ticks it. */

import { fill } from "../draw/chips.js";
import { isDrawing, scrolledPart } from "../shell/shims/page.js";
import { bringInSight, find, isShown, putAround, putBeside } from "./place.js";

const PATIENCE = 4000; // ms after which what was so from the beginning counts as done

export class TourCard {
  at = 0;

  constructor(guide, template) {
    this.guide = guide;
    guide.layer.append(template.content.cloneNode(true));
    this.root = guide.layer.querySelector(".tour-card");
    this.ring = guide.layer.querySelector(".tour-ring");
    this.part = (selector) => this.root.querySelector(selector);
    const doing = {
      leave: () => this.leave(),
      show: () => this.showControl(),
      back: () => this.go(this.at - 1),
      next: () => (this.at === this.count ? this.leave() : this.go(this.at + 1)),
    };
    for (const [name, act] of Object.entries(doing)) this.button(name).onclick = act;
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing || event.keyCode === 229) return;
      event.stopPropagation();
      this.leave();
    });
    // The page may still grow while it is built: the control is kept in sight until the reader moves.
    for (const type of ["wheel", "pointerdown", "keydown", "touchstart"]) {
      addEventListener(type, () => (this.moved = true), true);
    }
    for (const type of ["scroll", "resize"]) addEventListener(type, () => this.place(), true);
  }

  button(name) {
    return this.part(`[data-do="${name}"]`);
  }

  get count() {
    return this.guide.data.cards.length;
  }

  /* The card to go on with. */
  get left() {
    const { at } = kept();
    return this.guide.data.cards[at - 1] ? at : 1;
  }

  get card() {
    return this.guide.data.cards[this.at - 1];
  }

  /* Moving ------------------------------------------------------------------------------- */

  /* Open a card with the state its words speak of. */
  go(at) {
    const card = this.guide.data.cards[at - 1];
    if (!card) return;
    this.put(at);
    this.guide.visit(card.page, { ...card.query, tour: at });
  }

  /* What the address says: a card to show, or none. In another language it may have another text. */
  show(at) {
    const { page, query } = this.guide.data.cards[at - 1] ?? {};
    const isTold = page === this.guide.data.here && JSON.stringify(query) !== this.asks;
    const isNew = at && (at === this.at ? isTold : this.isElsewhere(at));
    this.put(at);
    if (isNew) this.guide.visit(page, { ...query, tour: at }, { replace: true });
  }

  put(at) {
    const moved = at !== this.at;
    this.at = at;
    this.asks = JSON.stringify(this.card?.query);
    this.root.hidden = !at;
    document.documentElement.classList.toggle("touring", Boolean(at));
    if (!at) this.ring.hidden = true;
    if (at) this.paint();
    if (moved && at) this.open();
  }

  /* A link that names no more than a card leads where the card plays; other links are kept. */
  isElsewhere(at) {
    const { page, query } = this.guide.data.cards[at - 1];
    const { searchParams } = new URL(location.href);
    const bare = ["step", "corpus", "sentence"].every((name) => !searchParams.has(name));
    return page !== this.guide.data.here || (bare && Object.keys(query).length > 0 && !this.isReload);
  }

  /* A page that is only loaded anew stays as it was left. */
  get isReload() {
    return performance.getEntriesByType("navigation")[0]?.type === "reload";
  }

  open() {
    this.moved = this.armed = false;
    this.openedAt = performance.now();
    keep({ at: this.at });
    this.guide.sayWhere();
    this.root.focus({ preventScroll: true });
  }

  leave() {
    this.put(0);
    this.guide.change({ tour: null });
    scrolledPart()?.focus({ preventScroll: true });
  }

  /* Drawing ------------------------------------------------------------------------------ */

  paint() {
    const { card, at, count } = this;
    const { words } = this.guide.data;
    const done = kept().done ?? [];
    const isDone = done.includes(card.name);
    this.root.setAttribute("aria-label", fill(words.named, { at, of: count }));
    this.part("h2").textContent = words[`ask_${card.name}`];
    this.part(".position").textContent = fill(words.position, { at, of: count });
    this.part(".text").replaceChildren(...formatted(words[`do_${card.name}`]));
    this.part(".after").replaceChildren(...(isDone ? formatted(words[`say_${card.name}`]) : []));
    this.part(".state").textContent = isDone ? `✓ ${words.done}` : "";
    this.root.classList.toggle("is-done", isDone);
    const name = (button, word) => (this.button(button).textContent = words[word]);
    this.button("leave").setAttribute("aria-label", words.leave);
    this.button("leave").title = `${words.leave} (Esc)`;
    name("show", "show");
    name("back", "back");
    this.button("back").disabled = at === 1;
    name("next", at === count ? "finish" : "next");
    const dots = this.guide.data.cards.map((each, place) => {
      const dot = document.createElement("i");
      dot.classList.toggle("done", done.includes(each.name));
      dot.classList.toggle("here", place + 1 === at);
      return dot;
    });
    this.part(".dots").replaceChildren(...dots);
    this.place();
  }

  get target() {
    if (this.card?.page !== this.guide.data.here) return null;
    return this.card.points.map(find).find(isShown) ?? null;
  }

  place() {
    if (!this.at) return;
    const { target } = this;
    const box = target && (target.closest('[role="group"]') ?? target);
    const rect = box?.getBoundingClientRect();
    putBeside(this.root, rect);
    putAround(this.ring, rect);
    document.documentElement.style.setProperty("--tour-room", `${this.root.offsetHeight}px`);
  }

  showControl() {
    const { target } = this;
    if (!target) return this.go(this.at); // the reader has gone elsewhere
    bringInSight(target, this.root.offsetHeight);
    target.focus({ preventScroll: true });
    this.place();
  }

  /* Waiting ------------------------------------------------------------------------------ */

  look() {
    if (!this.at) return;
    const { target } = this;
    if (target && !this.moved && !isDrawing()) bringInSight(target, this.root.offsetHeight);
    this.place();
    // While the page is drawn, the player may stand where the card before left it.
    if (isDrawing()) this.openedAt = performance.now();
    if (isDrawing() || kept().done?.includes(this.card.name)) return;
    const isSo = this.isSo(this.card.done);
    this.armed ||= (target && !isSo) || performance.now() - this.openedAt > PATIENCE;
    if (!isSo || !this.armed) return;
    keep({ done: [...(kept().done ?? []), this.card.name] });
    this.paint();
  }

  /* Whether everything is so that makes the card done, as the page shows it. */
  isSo({ player, step, choice, value, gone }) {
    const conditions = [
      this.card.page === this.guide.data.here,
      !player || reached(find(`${player} >> .player`), step),
      !choice || new URL(location.href).searchParams.get(choice) === value,
      !gone || !isShown(find(gone)),
    ];
    return conditions.every(Boolean);
  }
}

function reached(player, step) {
  if (!player?.hasAttribute("aria-label")) return false; // it has no data yet
  const last = player.querySelector(".slider")?.max;
  return Number(player.dataset.step) >= Number(step === "last" ? last : step);
}

/* Words with **strong** parts and `tokens`, as elements. */
function formatted(text) {
  return text.split(/(\*\*.+?\*\*|`.+?`)/).map((part) => {
    if (part.startsWith("**")) {
      return Object.assign(document.createElement("strong"), { textContent: part.slice(2, -2) });
    }
    if (!part.startsWith("`")) return part;
    const code = Object.assign(document.createElement("code"), { textContent: part.slice(1, -1) });
    code.dir = "ltr";
    return code;
  });
}

/* The card the reader was at and those done, kept in this browser; where that is not allowed, for
   as long as the window is open. */
let remembered = {};

function kept() {
  try {
    return JSON.parse(localStorage.getItem("tour")) ?? remembered;
  } catch {
    return remembered;
  }
}

function keep(values) {
  remembered = { ...kept(), ...values };
  try {
    localStorage.setItem("tour", JSON.stringify(remembered));
  } catch {
    /* remembered all the same */
  }
}
