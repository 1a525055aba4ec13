/* The hidden answer, so that readers can think first: its state, on all runs of a player, and the tally
   of bets. Results of bets are in the payload from Python: see bets.py. */

import { writeQuery } from "./browser.js";
import { fill } from "./chips.js";
import { pointed } from "./keys.js";

export class Guess {
  hidden = false;
  forced = false;
  number = 0; // of the last choice, the reader's or the one Python knows
  source = null;

  seen = new Set(); // keys of the steps whose answer was shown
  tally = new Tally();

  constructor(player) {
    this.player = player;
    this.button = player.part('[data-do="hide"]');
  }

  /* Apply the state sent by Python; return whether a redraw is needed. */
  take({ hide, bets, run, key }) {
    const before = [this.hidden, this.source];
    if (run !== this.run) Object.assign(this, { seen: new Set(), tally: new Tally() });
    Object.assign(this, { run, key, source: bets, can: Boolean(hide), forced: Boolean(hide?.forced) });
    // A reply to an older press arrives too late.
    if (!hide) this.hidden = false;
    else if (hide.number >= this.number) this.turn(this.player.toldHidden ?? hide.hidden, hide.number);
    if (this.hidden) this.player.clock.pause({ report: false });
    return before[0] !== this.hidden || before[1] !== this.source;
  }

  turn(hidden, number) {
    if (hidden !== this.hidden) this.ask();
    Object.assign(this, { hidden, number });
  }

  /* Ask everything again, even if it was shown. */
  ask() {
    this.seen = new Set();
    this.player.runs.forEach(({ question }) => question.forget?.());
  }

  /* Attach the bets to the runs, in drawing order. */
  deal() {
    const all = this.source ? JSON.parse(this.source) : [];
    this.player.runs.forEach(({ question }, i) => question.take?.(all[i]));
  }

  toggle() {
    if (!this.can || this.forced) return;
    const { player } = this;
    player.clock.pause();
    this.turn(!this.hidden, Date.now());
    player.setStateValue("hide", [this.number, this.hidden]);
    // Else the link that hid the answer would hide it again at the next run of the page.
    if (player.inAddress) writeQuery("hide", null, player.pathname);
    player.paint(false);
    player.settle();
  }

  /* Played in place of a hidden answer: show the answer, then the next step. */
  goOn() {
    if (this.open.length) this.reveal();
    else this.player.go(this.player.step + 1);
  }

  /* The runs with an open question. */
  get open() {
    return this.player.runs.filter((run) => run.question.open);
  }

  reveal() {
    const { open } = this;
    open.forEach((run) => run.question.reveal());
    if (open.length > 1) open[0].question.speak(open.map((run) => run.said).join(" "));
  }

  /* Keys that choose a pair, while the words have keyboard focus. */
  pressed(event) {
    const [focused] = event.composedPath();
    const runs = this.player.runs.filter((run) => run.list === focused);
    const run = runs.find((run) => run.question.open) ?? runs[0];
    return Boolean(run && !pointed && run.question.pressed?.(event.key));
  }

  paint() {
    this.button.hidden = !this.can || this.forced;
    this.button.setAttribute("aria-pressed", this.hidden);
    this.player.root.classList.toggle("guessing", this.hidden);
  }

  /* Whether the answer at a step of a run was shown. */
  isSeen(run, step) {
    return this.seen.has(this.name(run, step));
  }

  name(run, step) {
    return `${this.player.runs.indexOf(run)} ${step}`;
  }

  /* ... and reset the tally. */
  anew() {
    this.ask();
    this.tally = new Tally();
  }

  /* Count a bet and report it to the page. */
  judged(run, step, answer, tied, hints) {
    const { verdict } = answer;
    const detail = { key: this.key, run: this.player.runs.indexOf(run), step, verdict, hints };
    document.dispatchEvent(new CustomEvent("bet", { detail }));
    const name = this.name(run, step);
    this.seen.add(name);
    if (verdict !== "revealed") this.tally.count(name, answer, tied);
  }
}

/* The bets on a run since the last reset: each step counts once. */
class Tally {
  tried = new Set();
  right = 0;
  wrong = 0; // current streak
  ties = 0;
  missed = new Map();

  count(name, { verdict, slip }, tied) {
    if (this.tried.has(name)) return;
    this.tried.add(name);
    this.ties += tied;
    const isRight = ["right", "tied"].includes(verdict); // a tied pair has the same count
    this.right += Number(isRight);
    this.wrong = isRight ? 0 : this.wrong + 1;
    const why = slip ?? verdict;
    this.missed.set(why, (this.missed.get(why) ?? 0) + 1);
  }

  /* Right and total bets, ties, and the mistake made most often, if more than once. */
  say(text) {
    const tried = this.tried.size;
    if (!tried) return [];
    const said = [fill(text.tally, { right: this.right, tried })];
    if (this.ties) said.push(fill(text.tally_ties, { ties: this.ties }));
    const slips = [...this.missed].filter(([why]) => `missed_${why}` in text);
    const [why, times] = slips.sort(([, a], [, b]) => b - a)[0] ?? ["", 0];
    return [said.join(" · "), ...(times > 1 ? [text[`missed_${why}`]] : [])];
  }
}
