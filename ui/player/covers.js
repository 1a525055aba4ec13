/* What a run of covered rows asks: which of them is best? One bet, and all of them are drawn. */

export class Covers {
  constructor(guess, view) {
    Object.assign(this, { player: guess.player, view });
    this.ask = view.part(".ask");
    view.part(".reveal").addEventListener("click", () => this.reveal());
    view.part(".hint").hidden = true;
    view.part("thead th").textContent = view.run.column;
    view.part(".title").style.setProperty("--letters", view.run.title.length);
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

  reveal() {
    this.player.go(this.player.steps);
    this.player.root.focus({ preventScroll: true });
  }

  paint(step) {
    this.ask.hidden = !this.isOpen(step);
    if (this.isOpen(step)) this.chosen = null;
  }

  /* At the end: whether the row that was said is best, then which are. */
  caption(step) {
    const { run } = this.view;
    if (!this.chosen || step < run.steps) return null;
    return [this.chosen.word.best ? run.right : run.wrong, ...this.view.caption(step)];
  }

  mark() {
    for (const row of this.view.rows) row.root.classList.toggle("chosen", row === this.chosen);
  }

  forget() {}

  take() {}

  pressed() {
    return false;
  }
}
