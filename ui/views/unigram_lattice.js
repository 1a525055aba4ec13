/* Draws a lattice laid out by unigram_lattice.py: letters, below them the pieces that fit, and the best
   split as a line through its boxes. A click on a piece of several letters removes it from the lattice,
   or restores it. */

import { drawPieces, element, instanceIn, lookOf, svg, whenGone } from "../../bpe/player/chips.js";

const LEAST_SHARE = 0.005; // of a path that is drawn
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export default function ({ data, parentElement, setTriggerValue }) {
  const lattice = instanceIn(parentElement, (parent) => new Lattice(parent));
  lattice.ask = (piece) => setTriggerValue("piece", piece);
  lattice.update(data);
  return whenGone(parentElement);
}

class Lattice {
  constructor(parent) {
    this.root = parent.querySelector(".lattice");
    this.field = element("div", "", "field");
    this.field.tabIndex = 0;
    this.field.setAttribute("role", "listbox");
    this.legend = element("p", "", "legend");
    this.root.append(this.field, this.legend);
    // A click leaves the keys to the player.
    this.field.addEventListener("mousedown", (event) => event.preventDefault());
    this.field.addEventListener("keydown", (event) => this.press(event));
    this.field.addEventListener("focus", () => this.point(this.at ?? 0));
    this.field.addEventListener("blur", () => this.point(null));
  }

  update(data) {
    const source = JSON.stringify(data);
    if (source === this.source) return;
    this.source = source;
    this.data = data;
    const { label, letters, lanes, edges, asks } = data;
    const word = String(letters);
    if (word !== this.word) Object.assign(this, { word, at: 0 });
    this.root.classList.toggle("asks", Boolean(asks));
    this.field.setAttribute("aria-label", label);
    this.field.style.setProperty("--letters", letters.length);
    this.field.style.setProperty("--lanes", lanes);
    const above = letters.map((letter, at) => {
      const drawn = drawPieces(element("span", "", "letter token"), letter);
      drawn.style.gridColumn = at + 1;
      drawn.setAttribute("aria-hidden", "true");
      return drawn;
    });
    this.boxes = edges.map((edge, at) => this.box(edge, at));
    this.field.replaceChildren(...above, route(data), ...this.boxes);
    this.drawLegend(data);
    this.point(this.field.matches(":focus") ? (this.at ?? 0) : null);
  }

  box({ piece, colour, drawn, start, end, lane, share, percent, state, leaves, title }, at) {
    const box = element("span", "", `${lookOf(colour)} edge ${state}`);
    box.append(drawPieces(element("span", "", "name"), drawn), element("span", percent, "percent"));
    box.append(element("i", "", "bar"));
    box.id = `edge-${at}`;
    box.title = title;
    box.setAttribute("role", "option");
    box.setAttribute("aria-label", title);
    box.setAttribute("aria-selected", String(state === "best"));
    Object.assign(box.dataset, { state, share });
    if (state !== "gone") box.dataset.token = piece;
    box.classList.toggle("leaves", leaves);
    box.classList.toggle("fixed", state === "gone" || end - start === 1);
    box.style.gridArea = `${lane + 2} / ${start + 1} / auto / ${end + 1}`;
    box.style.setProperty("--share", share);
    if (state !== "gone") box.addEventListener("click", () => this.data.asks && this.ask(piece));
    return box;
  }

  drawLegend({ legend, note }) {
    const entries = legend.map(([name, text]) => {
      const entry = element("span", "", "entry");
      const swatch = element("i", "", `swatch ${name}`);
      swatch.setAttribute("aria-hidden", "true");
      entry.append(swatch, text);
      return entry;
    });
    this.legend.replaceChildren(...entries, ...(note ? [element("span", note, "entry")] : []));
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.at ?? 0;
    if (event.key in MOVES) this.point(at + MOVES[event.key]);
    else if (event.key === "Home") this.point(0);
    else if (event.key === "End") this.point(this.boxes.length - 1);
    else if (event.key === "Enter" || event.key === " ") this.boxes[at]?.click();
    else return;
    event.preventDefault();
  }

  /* The item reached by keys. */
  point(at) {
    if (at !== null) this.at = Math.min(Math.max(at, 0), this.boxes.length - 1);
    this.boxes?.forEach((box, number) => box.classList.toggle("at", at !== null && number === this.at));
    if (at === null) this.field.removeAttribute("aria-activedescendant");
    else this.field.setAttribute("aria-activedescendant", `edge-${this.at}`);
  }
}

/* Nodes between the letters, and from node to node a line through each box, as thick as its share of the
   word's probability; the best split has the accent. One unit is one letter wide and one lane high. */
function route({ letters, lanes, edges }) {
  const nodes = [...letters, null].map((_, at) => at);
  const lines = {
    guides: nodes.map((at) => `M${at} 0V${lanes}`).join(""),
    base: `M0 0H${letters.length}`,
    nodes: nodes.map((at) => `M${at} 0h0`).join(""),
  };
  const seen = edges.filter(({ state, share }) => state === "best" || share >= LEAST_SHARE);
  const ways = seen.map(({ state, start, end, lane, share }) => {
    const d = `M${start} 0V${lane + 0.5}H${end}V0`;
    return svg("path", { class: `way ${state}`, d, "stroke-width": (1 + 9 * share).toFixed(2) });
  });
  ways.sort((one, other) => one.matches(".best") - other.matches(".best"));
  const viewBox = `0 0 ${letters.length} ${lanes}`;
  const drawing = svg("svg", { viewBox, preserveAspectRatio: "none", "aria-hidden": "true" });
  const [guides, base, dots] = Object.entries(lines).map(([name, d]) => svg("path", { class: name, d }));
  drawing.append(guides, base, ...ways, dots);
  return drawing;
}
