import { GapBoard } from "./gaps.js";

/* What a run of covered rows asks: where is the word cut, or else which of them is best? Then all of them
   are drawn. */
export class CoveredRows {
  constructor(guess, view) {
    Object.assign(this, { player: guess.player, view });
    const { run, part } = view;
    this.ask = part(".ask");
    part(".reveal").addEventListener("click", () => this.reveal());
    part(".hint").hidden = !run.gaps;
    part("thead th").textContent = run.column;
    part(".title").style.setProperty("--letters", run.title.length);
    if (run.gaps) this.askForGaps(run.gaps, part);
  }

  /* The word above the rows is a board of gaps. */
  askForGaps(gaps, part) {
    this.board = new GapBoard(() => this.check());
    part(".title").replaceChildren(...this.board.nodes);
    this.board.load(gaps);
    const button = part(".hint");
    button.textContent = gaps.say.check;
    button.onclick = () => this.check();
  }

  get open() {
    return this.isOpen(this.player.step);
  }

  isOpen(step) {
    return step === 0;
  }

  /* All rows are drawn, step by step. */
  bet(row) {
    const { player } = this;
    this.chosen = row;
    player.go(1);
    player.root.focus({ preventScroll: true });
    if (player.step < player.steps) player.clock.play();
  }

  /* The reader has cut the word: the tokens show, and the rows come to them step by step. */
  check() {
    if (!this.open) return;
    this.board.show();
    this.verdict = this.board.verdict();
    this.bet(null);
  }

  reveal() {
    this.player.go(this.player.steps);
    this.player.root.focus({ preventScroll: true });
  }

  paint(step) {
    const { board, view } = this;
    this.ask.hidden = !this.isOpen(step);
    if (this.isOpen(step)) this.chosen = this.verdict = null;
    if (!board) return;
    if (this.isOpen(step)) {
      if (board.shown || !board.isOpen) board.load(view.run.gaps);
      board.isOpen = true;
      board.mark();
    } else if (!board.shown) {
      board.isOpen = false;
      board.mark();
      if (step === view.run.steps) board.show();
    }
  }

  /* At the end: what of the cuts was right, or whether the row that was said is best, then which are. */
  caption(step) {
    const { run } = this.view;
    if (this.verdict && step) return [...this.verdict, this.view.run.gaps.say.between, ...this.view.caption(step)];
    if (!this.chosen || step < run.steps) return null;
    return [this.chosen.word.best ? run.right : run.wrong, ...this.view.caption(step)];
  }

  mark() {
    for (const row of this.view.rows) row.root.classList.toggle("chosen", row === this.chosen);
  }
}
