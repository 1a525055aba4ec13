/* Two readings of one text, one above the other, with differing parts set apart. It draws a page's
   payload of both encodings and computes nothing. Readers' text goes through textContent. */

import { drawPieces, element, instanceIn, whenGone } from "../../bpe/player/chips.js";
import { drawOption, drawSize, saidOf, whenLed } from "../draw/token_map.js";

const ENTRY = "input, textarea, select, [contenteditable]";
const ALONG = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

export default function ({ data, parentElement, setTriggerValue }) {
  const readings = instanceIn(parentElement, (parent) => new Readings(parent.querySelector(".pair")));
  readings.ask = (side, token) => setTriggerValue("word", [side, token]);
  readings.update(data.payload);
  return whenGone(parentElement, () => readings.listeners.abort());
}

class Readings {
  /* kept: [side, token] chosen by click or key; it stays highlighted. */
  constructor(root) {
    this.root = root;
    this.list = root.querySelector(".parts");
    this.heads = [...root.querySelectorAll(".reading")];
    this.ids = root.querySelector(".all-ids");
    this.ids.addEventListener("click", () => this.turn());
    this.listeners = new AbortController();
    addEventListener("keydown", (event) => this.pressed(event), this.listeners);
    this.list.addEventListener("pointerover", ({ target }) => this.show(placeOf(target) ?? this.kept));
    this.list.addEventListener("pointerleave", () => this.show(this.kept));
    this.list.addEventListener("click", ({ target }) => this.open(placeOf(target)));
    this.list.addEventListener("keydown", (event) => this.move(event));
    whenLed(this.list, () => this.keep(this.kept ?? [0, 0]));
    this.list.addEventListener("blur", () => this.keep(null));
  }

  update(payload) {
    if (payload === this.payload) return;
    this.payload = payload;
    Object.assign(this, JSON.parse(payload));
    this.ids.textContent = this.names.ids;
    this.ids.title = `${this.names.ids} (I)`;
    this.list.setAttribute("aria-label", this.names.label);
    this.maps.forEach(({ title, sizes }, side) => {
      this.heads[side].querySelector(".name").textContent = title;
      this.heads[side].querySelector(".sizes").replaceChildren(...sizes.map(drawSize));
    });
    this.chips = this.maps.map((map, side) => map.tokens.map((token, at) => drawToken(token, map, side, at)));
    this.list.replaceChildren(...this.parts.flatMap((part) => this.draw(part)));
    this.keep(null);
  }

  draw([isLast, parted, ...rows]) {
    const part = element("div", "", parted ? "stretch parted" : "stretch");
    rows.forEach((row, side) => {
      const line = element("div", "", "row");
      line.append(...row.map((each) => this.chips[side][each] ?? drawLost(each, this.names.lost)));
      part.append(line);
    });
    return isLast ? [part, element("div", "", "line-end")] : [part];
  }

  keep(place) {
    this.kept = place;
    this.show(place);
  }

  /* Highlight a token, and the tokens of the other reading that share some of its text. */
  show(place) {
    const [side, token] = place ?? [0, null];
    const lit = [[], []];
    if (this.chips[side][token]) {
      lit[side] = [token];
      lit[1 - side] = this.links[side][token] ?? [];
      this.list.setAttribute("aria-activedescendant", this.chips[side][token].id);
    } else this.list.removeAttribute("aria-activedescendant");
    this.root.classList.toggle("pointing", lit[side].length > 0);
    lit.forEach((tokens, of) => this.light(of, tokens));
  }

  light(side, tokens) {
    const { names, tokens: rows } = this.maps[side];
    this.chips[side].forEach((chip, at) => {
      chip.classList.toggle("on", tokens.includes(at));
      chip.setAttribute("aria-selected", String(tokens.includes(at)));
    });
    const said = saidOf(tokens, rows.map((row) => row[4]));
    this.heads[side].querySelector(".said").textContent = said || names.hint;
  }

  /* Left and right move along a reading, up and down to the other one. */
  move(event) {
    const [side, token] = this.kept ?? [0, 0];
    if (event.key === "Enter") this.ask(side, token);
    else if (event.key in ALONG) {
      const last = this.chips[side].length - 1;
      this.keep([side, Math.min(Math.max(token + ALONG[event.key], 0), last)]);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const other = event.key === "ArrowDown" ? 1 : 0;
      if (other !== side) this.keep([other, this.links[side][token]?.[0] ?? 0]);
    } else return;
    event.preventDefault();
    this.chips[this.kept[0]][this.kept[1]]?.scrollIntoView({ block: "nearest" });
  }

  open(place) {
    this.keep(place && String(place) !== String(this.kept) ? place : null);
    if (place) this.ask(...place);
  }

  turn() {
    const shown = this.root.classList.toggle("ids");
    this.ids.setAttribute("aria-pressed", String(shown));
  }

  pressed(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.composedPath()[0].matches?.(ENTRY) || event.key.toLowerCase() !== "i") return;
    this.turn();
  }
}

function placeOf(target) {
  return target.closest?.(".token")?.place ?? null;
}

function drawToken(token, { names }, side, at) {
  const chip = drawOption(token, names.mark, `token-${side}-${at}`);
  chip.dataset.side = side;
  chip.title = token[4];
  chip.place = [side, at];
  return chip;
}

/* Text without a token. */
function drawLost(drawn, title) {
  const lost = drawPieces(element("span", "", "lost"), drawn);
  lost.title = title;
  return lost;
}
