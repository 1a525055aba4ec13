/* Line charts by step, with values looked up in the record: a mark shows the step, and dragging moves to
   another. Part of each component with line charts. */

import { element, fill, svg, written } from "../../bpe/player/chips.js";

const MAX_POINTS = 600;
const FIELD = `
  <figcaption><span class="title"></span><span class="series"></span></figcaption>
  <div class="plot">
    <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true"></svg>
    <i class="cursor"></i><span class="range"></span><output class="here"></output>
  </div>
  <p class="ends"><span>0</span><span class="axis"></span><span class="last"></span></p>`;

export class Lines {
  /* go: called with the step of a press or a drag. */
  constructor(root, go) {
    Object.assign(this, { root, go });
    root.innerHTML = FIELD;
    this.part = (selector) => root.querySelector(selector);
    const plot = this.part(".plot");
    plot.addEventListener("pointerdown", ({ pointerId }) => plot.setPointerCapture(pointerId));
    for (const type of ["pointerdown", "pointermove"]) {
      plot.addEventListener(type, (event) => this.point(event));
    }
    plot.addEventListener("pointerleave", () => (this.part(".here").textContent = ""));
  }

  show(data) {
    this.data = data;
    const { lines, title = "", told, axis = "", log = "", last, least = 0, most, marked = null } = data;
    this.root.style.setProperty("--tall", data.tall ?? "");
    this.root.setAttribute("aria-label", told);
    const range = (least ? `${this.inDigits(least)} – ` : "") + this.inDigits(most) + log;
    const words = { title, axis, range, last: this.inDigits(last, 0) };
    for (const [name, text] of Object.entries(words)) this.part(`.${name}`).textContent = text;
    const path = (className, d, dash = "") => svg("path", { class: className, d, "stroke-dasharray": dash });
    const paths = lines.map((line) => coloured(path("line", this.through(line), line.dash), line));
    if (lines.length === 1) paths.unshift(path("area", `${this.through(lines[0])}V100H0Z`));
    if (marked !== null) paths.push(path("marked", `M${this.across(marked)} 0V100`));
    this.part("svg").replaceChildren(...paths);
    this.numbers = lines.map((line) => coloured(element("span", "", "one"), line));
    this.part(".series").replaceChildren(...this.numbers);
    for (const dot of this.dots ?? []) dot.remove();
    this.dots = lines.map((line) => coloured(element("i", "", "dot"), line));
    this.part(".plot").append(...this.dots);
  }

  inDigits(value, digits = this.data.digits ?? 0) {
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return written(value, fixed);
  }

  /* Coordinates of a step and a value, in a field of 1000 by 100. */
  across(step) {
    return ((1000 * step) / Math.max(this.data.last, 1)).toFixed(1);
  }

  down(value) {
    const scale = this.data.log ? Math.log : Number;
    const [least, most, at] = [this.data.least ?? 0, this.data.most, value].map(scale);
    return (100 - (100 * (at - least)) / (most - least || 1)).toFixed(2);
  }

  /* With stairs, a value is constant until the next one; a long line is sampled. */
  through({ values }) {
    const stride = Math.ceil(values.length / MAX_POINTS);
    const places = values.map((value, step) => {
      if (step % stride && step !== values.length - 1) return "";
      const [x, y] = [this.across(step), this.down(value)];
      return this.data.stairs && step ? `H${x}V${y}` : `${step ? "L" : "M"}${x} ${y}`;
    });
    return places.join("");
  }

  paint(step) {
    const at = Math.min(step, this.data.last);
    this.root.dataset.at = at;
    this.part(".cursor").style.left = `${this.across(at) / 10}%`;
    this.data.lines.forEach((line, i) => {
      this.numbers[i].textContent = this.named(line, at);
      this.dots[i].hidden = !(at in line.values);
      if (this.dots[i].hidden) return;
      const place = { left: `${this.across(at) / 10}%`, top: `${this.down(line.values[at])}%` };
      Object.assign(this.dots[i].style, place);
    });
  }

  named({ name, values }, step) {
    return fill(this.data.value, { name, n: step in values ? this.inDigits(values[step]) : "–" });
  }

  /* Show the step under the pointer, and its values; a drag goes there. */
  point({ buttons, clientX }) {
    const { lines, last, at } = this.data;
    const { left, width } = this.part(".plot").getBoundingClientRect();
    const step = Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * last);
    if (buttons === 1) this.go(step);
    const here = this.part(".here");
    const said = [fill(at, { step, steps: last }), ...lines.map((line) => this.named(line, step))];
    here.textContent = said.join(" · ");
    here.style.setProperty("--x", step / Math.max(last, 1));
  }
}

function coloured(part, { colour, stroke = "" }) {
  part.style.setProperty("--colour", colour);
  part.style.setProperty("--stroke", stroke);
  return part;
}
