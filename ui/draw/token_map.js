/* The token map: a text above its tokens, linked both ways. It draws a page's payload and computes
   nothing. Readers' text goes through textContent. */

import { drawPieces, element, lookOf, makeChip } from "../../bpe/player/chips.js";

const MAX_SAID = 4;

export class TokenMap {
  constructor(root) {
    this.root = root;
    this.list = this.root.querySelector(".tokens");
    this.text = this.root.querySelector(".text");
    for (const area of [this.text, this.list]) {
      area.addEventListener("pointerover", (event) => this.point(event.target));
      area.addEventListener("pointerleave", () => this.show(this.kept ?? []));
      area.addEventListener("click", (event) => this.keep(event.target));
    }
    this.list.addEventListener("keydown", (event) => this.press(event));
    whenLed(this.list, () => this.chips.length && this.move(this.at ?? 0));
    this.list.addEventListener("blur", () => this.release());
  }

  load({ segments, tokens, sizes, names }) {
    this.says = tokens.map((token) => token[4]);
    this.hint = names.hint;
    this.list.setAttribute("aria-label", names.tokens);
    this.root.querySelector(".sizes").replaceChildren(...sizes.map(drawSize));
    this.parts = segments.map((segment) => drawSegment(segment, tokens, names));
    const breaks = (i) => (segments[i][3] ? [element("br")] : []);
    this.text.replaceChildren(...this.parts.flatMap((part, i) => [part, ...breaks(i)]));
    this.chips = tokens.map((token, i) => drawOption(token, names.mark, `token-${i}`));
    this.chips.forEach((chip, i) => (chip.owned = [i]));
    this.list.replaceChildren(...this.chips);
    this.at = this.kept = null;
    this.show([]);
  }

  /* A token, or all tokens of a piece of the text. */
  owned(target) {
    for (let node = target; node && node !== this.root; node = node.parentNode) {
      if (node.owned) return node.owned;
    }
    return null;
  }

  point(target) {
    this.show(this.owned(target) ?? this.kept ?? []);
  }

  keep(target) {
    const owned = this.owned(target);
    this.kept = owned?.length && String(owned) !== String(this.kept) ? owned : null;
    this.show(this.kept ?? []);
  }

  release() {
    this.kept = null;
    this.show([]);
  }

  press(event) {
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    if (event.key in moves) this.move((this.at ?? 0) + moves[event.key]);
    else if (event.key === "Home") this.move(0);
    else if (event.key === "End") this.move(this.chips.length - 1);
    else return;
    event.preventDefault();
  }

  move(at) {
    this.at = Math.min(Math.max(at, 0), this.chips.length - 1);
    this.kept = [this.at];
    this.show(this.kept);
    this.chips[this.at].scrollIntoView({ block: "nearest" });
  }

  /* Highlight some tokens. */
  show(tokens) {
    const on = new Set(tokens);
    this.root.classList.toggle("pointing", on.size > 0);
    this.parts.forEach((part) => part.classList.toggle("on", part.owned.some((token) => on.has(token))));
    this.chips.forEach((chip, i) => {
      chip.classList.toggle("on", on.has(i));
      chip.setAttribute("aria-selected", String(on.has(i)));
    });
    if (on.size) this.list.setAttribute("aria-activedescendant", this.chips[tokens[0]].id);
    else this.list.removeAttribute("aria-activedescendant");
    this.root.querySelector(".said").textContent = saidOf(tokens, this.says) || this.hint;
  }
}

/* A piece of the text: in the colour of its first token; the place of a mark shows the mark. */
function drawSegment([kind, drawn, owned], tokens, names) {
  const isMark = kind === "mark";
  const part = drawPieces(element("span"), isMark ? tokens[owned[0]][2] : drawn);
  if (owned.length) part.className = lookOf(tokens[owned[0]][1]);
  part.classList.add(isMark ? "mark-place" : kind);
  if (kind === "lost") part.title = names.lost;
  if (owned.length > 1) {
    part.classList.add("many");
    part.dataset.size = owned.length;
  }
  part.owned = owned;
  return part;
}

/* A token to choose from a list, with its ID below. */
export function drawOption([exact, colour, drawn, id], meaning, place) {
  const chip = makeChip(exact, colour, drawn, meaning);
  chip.id = place;
  chip.setAttribute("role", "option");
  chip.append(element("span", id, "id"));
  return chip;
}

/* Call back when the keyboard reaches a list: a press goes to the pressed item. */
export function whenLed(list, does) {
  let isPressed = false;
  list.addEventListener("mousedown", () => {
    isPressed = true;
    setTimeout(() => (isPressed = false)); // the focus has arrived by then
  });
  list.addEventListener("focus", () => isPressed || does());
}

/* Show the description of the first of some tokens. */
export function saidOf(tokens, says) {
  const said = tokens.slice(0, MAX_SAID).map((token) => says[token]);
  return said.join(" ") + (tokens.length > MAX_SAID ? " …" : "");
}

/* A number and its unit, emphasized if it is the important one. */
export function drawSize([number, label, loud]) {
  const size = element("span", "", loud ? "loud" : "");
  size.append(element("b", number), ` ${label}`);
  return size;
}
