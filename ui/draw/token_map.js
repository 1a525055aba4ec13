/* The token map: a text above its tokens, linked both ways. It draws what a page cut from an
   encoding and computes nothing. Text from a reader goes through textContent. */

import { drawPieces, element, lookOf, makeChip } from "./chips.js";

export class TokenMap {
  /* `name` sets the ids of its tokens apart from those of another map. */
  constructor(root, name = "token") {
    this.root = root;
    this.name = name;
    this.list = this.root.querySelector(".tokens");
    this.text = this.root.querySelector(".text");
    for (const area of [this.text, this.list]) {
      area.addEventListener("pointerover", (event) => this.point(event.target));
      area.addEventListener("pointerleave", () => this.show(this.kept ?? []));
      area.addEventListener("click", (event) => this.keep(event.target));
    }
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.list.addEventListener("focus", () => this.chips.length && this.move(this.at ?? 0));
    this.list.addEventListener("blur", () => this.release());
  }

  load({ segments, tokens, sizes, names }) {
    this.says = tokens.map((token) => token[4]);
    this.hint = names.hint;
    this.list.setAttribute("aria-label", names.tokens);
    this.root.querySelector(".sizes").replaceChildren(...sizes.map(size));
    this.parts = segments.map((segment) => drawSegment(segment, tokens, names));
    const breaks = (i) => (segments[i][3] ? [element("br")] : []);
    this.text.replaceChildren(...this.parts.flatMap((part, i) => [part, ...breaks(i)]));
    this.chips = tokens.map(([exact, colour, drawn, id], i) => {
      const chip = makeChip(exact, colour, drawn, names.mark);
      chip.id = `${this.name}-${i}`;
      chip.setAttribute("role", "option");
      chip.append(element("span", id, "id"));
      chip.owned = [i];
      return chip;
    });
    this.list.replaceChildren(...this.chips);
    this.at = this.kept = null;
    this.show([]);
  }

  /* A token, or every token of a piece of the text. */
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

  /* Light some tokens up, and tell whoever listens. */
  show(tokens) {
    this.light(tokens);
    this.told?.(tokens);
  }

  light(tokens) {
    const on = new Set(tokens);
    this.root.classList.toggle("pointing", on.size > 0);
    this.parts.forEach((part) => part.classList.toggle("on", part.owned.some((token) => on.has(token))));
    this.chips.forEach((chip, i) => {
      chip.classList.toggle("on", on.has(i));
      chip.setAttribute("aria-selected", String(on.has(i)));
    });
    if (on.size) this.list.setAttribute("aria-activedescendant", `${this.name}-${tokens[0]}`);
    else this.list.removeAttribute("aria-activedescendant");
    this.root.querySelector(".said").textContent = on.size
      ? tokens.slice(0, 4).map((token) => this.says[token]).join(" ") + (on.size > 4 ? " …" : "")
      : this.hint;
  }
}

/* A piece of the text: in the colour of its first token, and a mark's place with the mark itself. */
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

function size([number, label, loud]) {
  const part = element("span", "", loud ? "loud" : "");
  part.append(element("b", number), ` ${label}`);
  return part;
}
