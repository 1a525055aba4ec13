/* The score of a round: it hears the bets that a player judges, and the browser keeps it. */

const POINTS = { right: 3, tied: 2 }; // tied: the right count, and the rule chose another pair
const boards = new WeakMap();

export default function ({ data, parentElement }) {
  let board = boards.get(parentElement);
  if (!board) boards.set(parentElement, (board = new Score(parentElement)));
  board.update(data);
  return () =>
    setTimeout(() => {
      if ((parentElement.host ?? parentElement).isConnected) return;
      board.leave();
      boards.delete(parentElement);
    });
}

class Score {
  constructor(parent) {
    this.root = parent.querySelector(".score");
    this.hear = (event) => this.judged(event.detail);
    document.addEventListener("bet", this.hear);
    this.button = this.root.querySelector("button");
    this.button.addEventListener("click", () => this.keep({ steps: {}, run: 0, best: 0 }));
  }

  leave() {
    document.removeEventListener("bet", this.hear);
  }

  update(data) {
    this.data = data;
    const place = `quiz-${data.round}-${data.seed}`;
    if (place !== this.place) this.kept = stored(place);
    this.place = place;
    this.root.setAttribute("aria-label", data.text.score);
    this.button.textContent = data.text.reset;
    this.draw();
  }

  /* Only the first bet on a step counts. */
  judged({ key, step, verdict, hints }) {
    if (key !== this.data.key || step in this.kept.steps) return;
    const points = Math.max(0, (POINTS[verdict] ?? 0) - (hints ?? 0));
    const run = verdict in POINTS ? this.kept.run + 1 : 0;
    this.keep({
      steps: { ...this.kept.steps, [step]: points },
      run,
      best: Math.max(run, this.kept.best),
    });
  }

  keep(kept) {
    this.kept = kept;
    try {
      localStorage.setItem(this.place, JSON.stringify(kept));
    } catch {} // a browser that keeps nothing still counts until the page is left
    this.draw();
  }

  draw() {
    const { steps, run, best } = this.kept;
    const points = Object.values(steps).reduce((sum, one) => sum + one, 0);
    const values = { points, most: this.data.steps * POINTS.right, run, best };
    for (const name of ["points", "run", "best"]) {
      const text = this.data.text[name].replace(/\{(\w+)\}/g, (_, value) => values[value]);
      this.root.querySelector(`.${name}`).textContent = text;
    }
    this.button.disabled = !Object.keys(steps).length;
  }
}

/* What the browser kept, or nothing where it is not what was written. */
function stored(place) {
  try {
    const { steps, run, best } = JSON.parse(localStorage.getItem(place));
    const numbers = [run, best, ...Object.values(steps)];
    if (numbers.every((one) => Number.isInteger(one) && one >= 0 && one < 1000))
      return { steps, run, best };
  } catch {}
  return { steps: {}, run: 0, best: 0 };
}
