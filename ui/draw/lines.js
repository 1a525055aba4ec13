/* Numbers by step as lines, looked up in what the record says. A mark stands at the player's step:
   whichever of the two is moved, the other follows. */

const DRAWN = "http://www.w3.org/2000/svg";

export default function ({ data, parentElement }) {
  const lines = instanceIn(parentElement, (parent) => new Lines(parent));
  lines.update(data);
  return whenGone(parentElement, () => lines.leave());
}

class Lines {
  constructor(parent) {
    this.part = (selector) => parent.querySelector(`.lines ${selector}`);
    this.root = parent.querySelector(".lines");
    this.listeners = new AbortController();
    const hear = ({ detail }) => {
      if (detail.key !== this.data?.player) return;
      this.heard = detail.step;
      this.paint(this.heard);
    };
    document.addEventListener("step", hear, { signal: this.listeners.signal });
    const plot = this.part(".plot");
    plot.addEventListener("pointerdown", ({ pointerId }) => plot.setPointerCapture(pointerId));
    for (const type of ["pointerdown", "pointermove"]) {
      plot.addEventListener(type, (event) => event.buttons === 1 && this.point(event));
    }
  }

  leave() {
    this.listeners.abort();
  }

  update(data) {
    this.data = data;
    const { lines, title, told, axis, log, last, least, most, marked, tall } = data;
    this.root.style.setProperty("--tall", tall);
    this.root.setAttribute("aria-label", told);
    const range = (least ? `${this.written(least)} – ` : "") + this.written(most) + log;
    const words = { title, axis, range, last: last.toLocaleString("en") };
    for (const [name, text] of Object.entries(words)) this.part(`.${name}`).textContent = text;
    const paths = lines.map((line) => coloured(path(this.through(line), line.dash), line));
    if (marked !== null) {
      paths.push(path(`M${this.across(marked)} 0V100`));
      paths.at(-1).classList.add("marked");
    }
    this.part("svg").replaceChildren(...paths);
    this.numbers = lines.map((line) => coloured(element("span", "", "one"), line));
    this.part(".series").replaceChildren(...this.numbers);
    this.paint(this.heard ?? data.step); // once it is heard, the player is ahead of Python
  }

  written(value) {
    const { digits } = this.data;
    return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  /* Where a step and a value are drawn, in a field of 1000 by 100. */
  across(step) {
    return ((1000 * step) / Math.max(this.data.last, 1)).toFixed(1);
  }

  down(value) {
    const scale = this.data.log ? Math.log : Number;
    const [least, most, at] = [this.data.least, this.data.most, value].map(scale);
    return (100 - (100 * (at - least)) / (most - least || 1)).toFixed(2);
  }

  /* A value holds until the next one where the line goes by stairs. */
  through({ values }) {
    const places = values.map((value, step) => {
      const [x, y] = [this.across(step), this.down(value)];
      return this.data.stairs && step ? `H${x}V${y}` : `${step ? "L" : "M"}${x} ${y}`;
    });
    return places.join("");
  }

  paint(step) {
    const at = Math.min(step, this.data.last);
    this.root.dataset.at = at;
    this.part(".here").style.left = `${this.across(at) / 10}%`;
    this.data.lines.forEach(({ name, values }, i) => {
      this.numbers[i].textContent = `${name}: ${at in values ? this.written(values[at]) : "–"}`;
    });
  }

  point({ clientX }) {
    const { left, width } = this.part(".plot").getBoundingClientRect();
    const step = Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * this.data.last);
    document.dispatchEvent(new CustomEvent("go", { detail: { key: this.data.player, step } }));
  }
}

function path(way, dash = "") {
  const drawn = document.createElementNS(DRAWN, "path");
  drawn.setAttribute("d", way);
  if (dash) drawn.setAttribute("stroke-dasharray", dash);
  return drawn;
}

function coloured(drawn, { colour, stroke }) {
  drawn.style.setProperty("--colour", colour);
  drawn.style.setProperty("--stroke", stroke);
  return drawn;
}
