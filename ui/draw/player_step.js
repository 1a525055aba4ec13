/* The step of the page's player, for a picture that is drawn at it and may move it. */

export class PlayerStep {
  isHeard = false;
  listeners = new AbortController();

  /* paint: called after the player has reported a step. */
  constructor(paint) {
    this.paint = paint;
    document.addEventListener("step", ({ detail }) => this.hear(detail), this.listeners);
  }

  /* Python's step counts until the player reports one: from then on the player is ahead of Python. */
  update({ player, step }) {
    this.player = player;
    if (!this.isHeard) this.now = step;
  }

  hear({ key, step }) {
    if (key !== this.player) return;
    Object.assign(this, { isHeard: true, now: step });
    this.paint();
  }

  go(step) {
    document.dispatchEvent(new CustomEvent("go", { detail: { key: this.player, step } }));
  }

  leave() {
    this.listeners.abort();
  }
}
