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
    const { lines, title, axis, marked, tall } = data;
    this.root.style.setProperty("--tall", tall);
    this.last = lines[0].values.length - 1;
    this.most = Math.max(...lines.flatMap(({ values }) => values), 1);
    this.root.setAttribute("aria-label", title);
    this.part(".title").textContent = title;
    this.part(".axis").textContent = axis;
    this.part(".most").textContent = this.most.toLocaleString("en");
    this.part(".last").textContent = this.last.toLocaleString("en");
    const paths = lines.map((line) => coloured(path(this.through(line), line.dash), line));
    if (marked !== null) {
      const at = 1000 * this.across(marked);
      paths.push(path(`M${at} 0V100`));
      paths.at(-1).classList.add("marked");
    }
    this.part("svg").replaceChildren(...paths);
    this.numbers = lines.map((line) => coloured(element("span", "", "one"), line));
    this.part(".series").replaceChildren(...this.numbers);
    this.paint(this.heard ?? data.step); // once it is heard, the player is ahead of Python
  }

  across(step) {
    return step / Math.max(this.last, 1);
  }

  /* A value holds until the next one where the line goes by stairs. */
  through({ values }) {
    const places = values.map((value, step) => {
      const [x, y] = [(1000 * this.across(step)).toFixed(1), (100 - (100 * value) / this.most).toFixed(2)];
      return this.data.stairs && step ? `H${x}V${y}` : `${step ? "L" : "M"}${x} ${y}`;
    });
    return places.join("");
  }

  paint(step) {
    const at = Math.min(step, this.last);
    this.root.dataset.at = at;
    this.part(".here").style.left = `${100 * this.across(at)}%`;
    this.data.lines.forEach(({ name, values }, i) => {
      this.numbers[i].textContent = `${name}: ${values[at].toLocaleString("en")}`;
    });
  }

  point({ clientX }) {
    const { left, width } = this.part(".plot").getBoundingClientRect();
    const step = Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * this.last);
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
