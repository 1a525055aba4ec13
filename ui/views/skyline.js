/* A word's skyline: every height and every token is looked up in the record. A token is a brick from the step
   that made it to the step that merged it into another one. The line across it is at the player's step:
   moving one of the two moves the other. */

import { element, instanceIn, makeChip, whenGone, written } from "../../bpe/player/chips.js";
import { PlayerStep } from "../draw/player_step.js";

const EVEN = 40; // maximum steps of a run on a linear scale; a longer run uses cube roots
const SNAP = 6; // px around the top of a wall that count as its step
const STILL = 4; // px that a pointer may move during a click
const APART = 18; // px between two labels of the scale

export default function ({ data, parentElement, setTriggerValue }) {
  const skyline = instanceIn(parentElement, (parent) => new Skyline(parent));
  skyline.ask = (id) => setTriggerValue("asked", id);
  skyline.update(data);
  return whenGone(parentElement, () => skyline.leave());
}

class Skyline {
  constructor(parent) {
    this.root = parent.querySelector(".skyline");
    this.part = (selector) => this.root.querySelector(selector);
    this.grip = this.part(".grip");
    this.field = this.part(".field");
    this.at = new PlayerStep(() => this.paint());
    this.grip.addEventListener("keydown", (event) => this.pressed(event));
    this.field.addEventListener("pointerdown", (event) => this.grab(event));
    this.field.addEventListener("click", (event) => this.clicked(event));
    this.sized = new ResizeObserver(() => this.data && this.scale());
    this.sized.observe(this.field);
  }

  leave() {
    this.at.leave();
    this.sized.disconnect();
  }

  update({ payload, covers, ...at }) {
    this.covers = covers;
    this.at.update(at);
    if (payload !== this.payload) {
      this.payload = payload;
      this.load(JSON.parse(payload));
    }
    this.paint();
  }

  /* What does not change with the step ------------------------------------------------- */

  load(data) {
    this.data = data;
    const { cells, heights, standing, names } = data;
    this.chips = data.tokens.map(([exact, colour, drawn]) => makeChip(exact, colour, drawn, names.mark));
    this.root.style.setProperty("--cells", cells);
    this.root.setAttribute("aria-label", names.title);
    this.grip.setAttribute("aria-label", names.line);
    this.grip.setAttribute("aria-valuemax", data.steps);
    const place = (element, start, end) => {
      element.style.left = `${(100 * start) / cells}%`;
      if (end !== undefined) element.style.width = `${(100 * (end - start)) / cells}%`;
      return element;
    };
    this.place = place;
    this.walls = heights.map((height, i) => {
      const wall = place(element("i", "", height < 0 ? "wall never" : "wall"), i + 1);
      wall.dataset.erased = height;
      wall.style.height = `${100 * (height < 0 ? 1.06 : this.up(height))}%`;
      return wall;
    });
    const roofs = standing.filter(([, , , , born]) => born).map(([, id, start, end, born]) => {
      const roof = place(element("i", "", id === data.own ? "roof own" : "roof"), start, end);
      roof.dataset.born = born;
      roof.style.bottom = `${100 * this.up(born)}%`;
      return roof;
    });
    this.bricks = standing.map(([token, id, start, end, born, until]) => {
      const brick = place(this.chips[token].cloneNode(true), start, end);
      brick.classList.add("brick");
      brick.classList.toggle("own", id === data.own);
      delete brick.dataset.token; // it stands at many steps
      const name = element("span", "", "name");
      name.append(...brick.childNodes);
      brick.append(name);
      if (born) brick.append(element("span", written(born), "born"));
      brick.style.bottom = `${100 * this.up(born)}%`;
      return { brick, born, until: until < 0 ? data.steps : until };
    });
    this.part(".walls").replaceChildren(...this.bricks.map(({ brick }) => brick), ...roofs, ...this.walls);
    const letters = standing.filter(([, , , , born]) => !born).map(([token, , start, end]) => {
      const letter = place(element("span", "", "letter"), start, end);
      letter.append(...this.chips[token].cloneNode(true).childNodes);
      return letter;
    });
    this.part(".letters").replaceChildren(...letters);
    this.scale();
  }

  scale() {
    const tall = this.field.clientHeight;
    let last = Infinity;
    const { steps } = this.data;
    const wanted = [0, 1, 2, 5].flatMap((digit) => [...Array(8)].map((_, i) => digit * 10 ** i));
    const labels = [...new Set(wanted)].filter((step) => step < steps).sort((a, b) => b - a);
    const ticks = [steps, ...labels].filter((step) => {
      const place = tall * (1 - this.up(step));
      if (step !== steps && place - last < APART) return false;
      last = place;
      return true;
    });
    this.part(".ticks").replaceChildren(
      ...ticks.map((step) => {
        const tick = element("div", "", "tick");
        tick.append(element("span", written(step)));
        tick.style.bottom = `${100 * this.up(step)}%`;
        return tick;
      }),
    );
  }

  /* The height of a step, 0 to 1, and the step at a height. */
  up(step) {
    const { steps } = this.data;
    if (!steps) return 0;
    return steps <= EVEN ? step / steps : Math.cbrt(step / steps);
  }

  stepAt(height) {
    const { steps, heights } = this.data;
    const inside = Math.min(Math.max(height, 0), 1);
    const near = (step) => Math.abs(this.up(step) - inside) * this.field.clientHeight;
    const wall = heights.filter((step) => step > 0).sort((a, b) => near(a) - near(b))[0];
    if (wall && near(wall) <= SNAP) return wall;
    return Math.round(steps * (steps <= EVEN ? inside : inside ** 3));
  }

  /* What does --------------------------------------------------------------------------- */

  get now() {
    return Math.min(this.at.now, this.data.steps);
  }

  paint() {
    const { now } = this;
    const { standing, own, names } = this.data;
    this.root.dataset.at = now;
    this.part(".line").style.bottom = `calc(${100 * this.up(now)}% - 3px)`;
    for (const wall of this.walls) {
      const erased = Number(wall.dataset.erased);
      wall.classList.toggle("fallen", erased > 0 && erased <= now);
    }
    // As high as the token lasts; while the answer is hidden, up to now.
    for (const { brick, born, until } of this.bricks) {
      const end = this.covers ? Math.min(until, now) : until;
      brick.hidden = this.covers && born > now;
      brick.style.height = `${100 * Math.max(this.up(end) - this.up(born), 0)}%`;
    }
    for (const mark of this.part(".walls").querySelectorAll(".wall, .roof")) {
      const since = Number(mark.dataset.erased ?? mark.dataset.born);
      mark.hidden = this.covers && (since < 0 || since > now);
    }
    const here = standing.filter(([, , , , born, until]) => born <= now && (until < 0 || now < until));
    here.sort((a, b) => a[2] - b[2]);
    const chips = here.map(([token]) => this.chips[token].cloneNode(true));
    const held = this.root.getRootNode().activeElement?.dataset?.id;
    const pieces = here.map(([, id, start, end], i) => {
      const piece = this.place(element("button", "", id === own ? "piece own" : "piece"), start, end);
      piece.type = "button";
      piece.dataset.id = id;
      piece.title = names.open;
      piece.append(chips[i]);
      return piece;
    });
    this.part(".pieces").replaceChildren(...pieces);
    if (held !== undefined) pieces.find((piece) => piece.dataset.id === held)?.focus();
    const spoken = here.map(([token]) => this.data.tokens[token][0]).join(" ");
    this.grip.setAttribute("aria-valuenow", now);
    this.grip.setAttribute("aria-valuetext", `${now}: ${spoken}`);
  }

  /* What the reader does ------------------------------------------------------------------ */

  go(step) {
    this.at.now = Math.min(Math.max(step, 0), this.data.steps);
    this.paint();
    this.at.go(this.at.now);
  }

  pressed(event) {
    const { now } = this;
    const walls = this.data.heights.filter((step) => step > 0).sort((a, b) => a - b);
    const steps = {
      ArrowUp: now + 1,
      ArrowRight: now + 1,
      ArrowDown: now - 1,
      ArrowLeft: now - 1,
      PageUp: walls.find((step) => step > now) ?? this.data.steps,
      PageDown: walls.findLast((step) => step < now) ?? 0,
      Home: 0,
      End: this.data.steps,
    };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.go(steps[event.key]);
  }

  /* A finger scrolls the page, unless it grabs the line. */
  grab(event) {
    const held = event.target.closest(".piece, .grip");
    if (event.button || (event.pointerType === "touch" && !held)) return;
    const box = this.field.getBoundingClientRect();
    const heightOf = ({ clientY }) => (box.bottom - clientY) / box.height;
    const off = held ? heightOf(event) - this.up(this.now) : 0;
    let dragged = false;
    const move = (moved) => {
      dragged ||= Math.abs(moved.clientY - event.clientY) > STILL;
      if (dragged) this.go(this.stepAt(heightOf(moved) - off));
    };
    const done = new AbortController();
    const release = () => done.abort();
    addEventListener("pointermove", move, { signal: done.signal });
    for (const type of ["pointerup", "pointercancel"]) {
      addEventListener(type, release, { signal: done.signal });
    }
    if (!held) this.go(this.stepAt(heightOf(event)));
    else if (held === this.grip) this.grip.focus();
    event.preventDefault();
  }

  /* A dragged element is redrawn meanwhile, so that releasing it is not a click. */
  clicked(event) {
    const piece = event.target.closest(".piece");
    if (piece) this.ask(Number(piece.dataset.id));
  }
}
