/* The score of a round: computed from the bets that a player judges, and stored by the browser. A step
   that was passed without a bet has shown its answer, so later bets on it earn nothing. */

import { fill, instanceIn, whenGone } from "../../bpe/player/chips.js";

const POINTS = { right: 3, tied: 3 }; // tied: the right count, and the rule chose another pair, which has a star

export default function ({ data, parentElement, setStateValue }) {
  const board = instanceIn(parentElement, (parent) => new Score(parent));
  board.update(data, (over) => setStateValue("over", over));
  return whenGone(parentElement, () => board.listeners.abort());
}

class Score {
  at = 0; // the current step of the player
  told = null; // Python's state of the end of a round
  listeners = new AbortController();
  isPlayed = false; // since the round was opened

  constructor(parent) {
    this.root = parent.querySelector(".score");
    document.addEventListener("bet", ({ detail }) => this.judged(detail), this.listeners);
    document.addEventListener("step", ({ detail }) => this.shown(detail), this.listeners);
    this.part(".reset").addEventListener("click", () => {
      this.keep({ steps: {}, run: 0, best: 0, stars: 0 });
      this.go({ step: 0, anew: true });
    });
    this.part(".onward").addEventListener("click", () => this.go({ step: this.at + 1 }));
  }

  part(selector) {
    return this.root.querySelector(selector);
  }

  update(data, tell) {
    Object.assign(this, { data, tell });
    const { place } = data;
    if (place !== this.place) {
      Object.assign(this, { place, kept: stored(place), at: 0, isLate: false, isPlayed: false });
    }
    this.root.setAttribute("aria-label", data.text.score);
    this.part(".reset").textContent = data.text.reset;
    this.part(".onward").textContent = data.text.onward;
    this.draw();
  }

  go(detail) {
    document.dispatchEvent(new CustomEvent("go", { detail: { key: this.data.key, ...detail } }));
  }

  /* Only the first bet on a step counts. */
  judged({ key, step, verdict, hints }) {
    if (key !== this.data.key) return;
    this.isPlayed = true;
    this.isLate = step in this.kept.steps;
    if (this.isLate) return this.draw();
    const points = Math.max(0, (POINTS[verdict] ?? 0) - (hints ?? 0));
    const run = verdict in POINTS ? this.kept.run + 1 : 0;
    this.keep({
      steps: { ...this.kept.steps, [step]: points },
      run,
      best: Math.max(run, this.kept.best),
      stars: this.kept.stars + Number(verdict === "right"),
    });
  }

  /* The steps before this one have shown their answers. */
  shown({ key, step }) {
    if (key !== this.data.key) return;
    this.at = step;
    const past = Array.from({ length: Math.min(step, this.data.steps) }, (_, before) => before);
    const missed = past.filter((before) => !(before in this.kept.steps));
    if (!missed.length) return this.draw();
    this.isLate = true;
    const nothing = Object.fromEntries(missed.map((before) => [before, 0]));
    this.keep({ ...this.kept, steps: { ...this.kept.steps, ...nothing }, run: 0 });
  }

  keep(kept) {
    this.kept = kept;
    try {
      localStorage.setItem(this.place, JSON.stringify(kept));
    } catch {} // a browser without storage still counts until the page is left
    this.draw();
  }

  draw() {
    const { steps, run, best, stars } = this.kept;
    const points = Object.values(steps).reduce((sum, one) => sum + one, 0);
    const values = { points, most: this.data.steps * POINTS.right, run, best, stars };
    for (const name of ["points", "stars", "run", "best"]) {
      this.part(`.${name}`).textContent = fill(this.data.text[name], values);
    }
    this.part(".late").textContent = this.isLate ? this.data.text.late : "";
    this.part(".onward").hidden = this.at >= this.data.steps || !(this.at in steps);
    this.part(".reset").disabled = !Object.keys(steps).length;
    this.end(points);
  }

  /* Report once to Python when all steps have been bet on or shown, and when that is undone. */
  end(points) {
    const { place, steps } = this.data;
    const isOver = Object.keys(this.kept.steps).length >= steps;
    const over = isOver ? [place, points] : null;
    if (String(over) === String(this.told)) return;
    this.told = over;
    this.tell(over); // the result then appears below
    if (isOver && this.isPlayed) this.root.scrollIntoView({ block: "nearest" });
  }
}

/* The stored score, or nothing if it is invalid. */
function stored(place) {
  try {
    const { steps, run, best, stars } = JSON.parse(localStorage.getItem(place));
    const numbers = [run, best, stars, ...Object.values(steps)];
    if (numbers.every((one) => Number.isInteger(one) && one >= 0 && one < 1000))
      return { steps, run, best, stars };
  } catch {}
  return { steps: {}, run: 0, best: 0, stars: 0 };
}
