/* The answer hidden, so that one can think first: whether it is, on all runs of a player, and the
   tally of bets. What a bet is worth stands in the bets that Python sends: see cutting.py. */

import { fill } from "../draw/chips.js";
import { writeQuery } from "../shell/address.js";
import { pointed } from "./keys.js";

export class Guess {
  hidden = false;
  forced = false;
  number = 0; // of the last choice, the reader's or the one Python knows
  source = null;

  seen = new Set(); // the names of steps whose answer was shown
  tally = new Tally();

  constructor(player) {
    this.player = player;
    this.button = player.part('[data-do="hide"]');
  }

  /* In a lesson its beats alone say whether the answer is hidden: the server answers late. */
  get held() {
    return this.player.root.matches(".lesson") ? this.told : undefined;
  }

  /* Take what Python sends; the answer is whether something else is to be drawn. */
  take({ hide, bets, run, key }) {
    const before = [this.hidden, this.source];
    if (run !== this.run) this.begin();
    Object.assign(this, { run, key, source: bets, can: Boolean(hide), forced: Boolean(hide?.forced) });
    // An answer to an older press comes too late.
    if (!hide) this.hidden = false;
    else if (hide.number >= this.number) this.turn(this.held ?? hide.hidden, hide.number);
    if (this.hidden) this.player.clock.pause({ report: false });
    return before[0] !== this.hidden || before[1] !== this.source;
  }

  turn(hidden, number) {
    if (hidden !== this.hidden) {
      this.seen = new Set();
      this.player.runs.forEach((run) => run.question.forget());
    }
    Object.assign(this, { hidden, number });
  }

  /* Give the runs the bets on them, as they are drawn. */
  deal() {
    const all = this.source ? JSON.parse(this.source) : [];
    this.player.runs.forEach(({ question }, i) => question.take(all[i]));
  }

  toggle() {
    if (!this.can || this.forced) return;
    const { player } = this;
    player.clock.pause();
    this.turn(!this.hidden, Date.now());
    player.setStateValue("hide", [this.number, this.hidden]);
    // Or the link that hid the answer would hide it again, at the next run of the page.
    if (player.inAddress) writeQuery("hide", null, player.pathname);
    player.paint(false);
    player.settle();
  }

  /* What plays when nothing is hidden: show the answer, then the next step. */
  goOn() {
    if (this.open.length) this.reveal();
    else this.player.go(this.player.step + 1);
  }

  /* The runs of which something is asked now. */
  get open() {
    return this.player.runs.filter((run) => run.question.open);
  }

  reveal() {
    const { open } = this;
    open.forEach((run) => run.question.reveal());
    if (open.length > 1) open[0].question.speak(open.map((run) => run.said).join(" "));
  }

  /* Keys that choose a pair, while the words have the focus by keyboard. */
  pressed(event) {
    const [focused] = event.composedPath();
    const runs = this.player.runs.filter((run) => run.list === focused);
    const run = runs.find((run) => run.question.open) ?? runs[0];
    return Boolean(run) && !pointed && run.question.pressed(event.key);
  }

  paint() {
    this.button.hidden = !this.can || this.forced;
    this.button.setAttribute("aria-pressed", this.hidden);
    this.player.root.classList.toggle("guessing", this.hidden);
  }

  /* Whether the answer to a step of a run was shown. */
  isSeen(run, step) {
    return this.seen.has(this.name(run, step));
  }

  name(run, step) {
    return `${this.player.runs.indexOf(run)} ${step}`;
  }

  begin() {
    this.seen = new Set();
    this.tally = new Tally();
  }

  /* Ask everything again, whatever was shown. */
  anew() {
    this.begin();
    this.player.runs.forEach((run) => run.question.forget());
  }

  /* Count a bet and tell the page of it. */
  judged(run, step, answer, tied, hints) {
    const { verdict } = answer;
    const place = this.player.runs.indexOf(run);
    const detail = { key: this.key, run: place, step, verdict, hints };
    document.dispatchEvent(new CustomEvent("bet", { detail }));
    const name = this.name(run, step);
    this.seen.add(name);
    if (verdict !== "revealed") this.tally.count(name, answer, tied);
  }
}

/* The bets on a run since it was asked: each step counts once. */
class Tally {
  tried = new Set();
  right = 0;
  ties = 0;
  missed = new Map();

  count(name, { verdict, slip }, tied) {
    if (this.tried.has(name)) return;
    this.tried.add(name);
    this.ties += tied;
    if (verdict === "right") this.right += 1;
    const why = slip ?? verdict;
    this.missed.set(why, (this.missed.get(why) ?? 0) + 1);
  }

  /* Right of tried, ties met, and what was missed more than once and most often. */
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
