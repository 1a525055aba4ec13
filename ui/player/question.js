/* What one run asks while its answer is hidden: which pair is merged next? One bet a step. */

import { element } from "../draw/chips.js";
import { MergeBets, RankBets } from "./bets.js";
import { placesOfTokens } from "./highlight.js";
import { Picks } from "./picks.js";
import { sayHints, sayVerdict } from "./verdicts.js";

export class Question {
  bets = null;
  step = 0;

  constructor(guess, view) {
    Object.assign(this, { guess, view, text: view.text });
    this.part = view.part;
    this.forget();
    this.picks = new Picks(this);
    this.ask = this.part(".ask");
    this.part(".reveal").addEventListener("click", () => this.press(() => guess.reveal()));
    this.part(".hint").addEventListener("click", () => this.press(() => guess.open.forEach((run) => run.question.help())));
    const how = element("span", this.text.ask_how);
    how.hidden = true;
    how.id = `how-${view.run.title.replace(/\W/g, "-")}`;
    this.part(".words").after(how);
    this.part(".words").setAttribute("aria-describedby", how.id);
  }

  forget() {
    this.asked = new Map();
    this.pending = null;
  }

  /* What was done at a step: the bet that was placed, and how many hints were asked for. */
  at(step) {
    if (!this.asked.has(step)) this.asked.set(step, { answer: undefined, hints: 0 });
    return this.asked.get(step);
  }

  take(bets) {
    this.bets = bets ? new (bets.words ? RankBets : MergeBets)(bets) : null;
    const { pending } = this;
    if (pending?.step === this.step && this.known) this.bet(pending.pick);
  }

  /* Whether something is asked, and not answered yet. */
  get open() {
    return this.isOpen(this.step);
  }

  isOpen(step) {
    const { steps, forced } = this.view.run;
    return this.guess.hidden && step < steps && !forced?.includes(step) && !this.guess.isSeen(this.view, step);
  }

  get known() {
    return Boolean(this.bets?.covers(this.step));
  }

  get answer() {
    return this.guess.hidden ? this.at(this.step).answer : undefined;
  }

  /* Betting ---------------------------------------------------------------------------- */

  /* Bet on two neighbours: the tokens at `place` and after it, in a row. */
  bet(pick) {
    if (!this.open) return;
    const judged = this.known ? this.bets.at(this.step, pick) : null;
    this.pending = judged ? null : { step: this.step, pick };
    if (judged) this.close({ ...judged, ...pick });
    else this.again();
  }

  reveal() {
    if (this.open) this.close({ verdict: "revealed" });
  }

  help() {
    const asked = this.at(this.step);
    asked.hints = Math.min(asked.hints + 1, 2);
    this.again();
    this.speak();
  }

  close(answer) {
    const { guess, step } = this;
    this.picks.clear();
    if (answer.verdict !== "revealed") this.at(step).answer = answer;
    const tied = this.known && this.bets.coming(step).tied > 1;
    guess.judged(this.view, step, answer, Number(tied), this.at(step).hints);
    this.again();
    this.speak();
  }

  /* A button that goes away hands the focus on. */
  press(action) {
    action();
    if (!this.open) this.guess.player.root.focus({ preventScroll: true });
  }

  pressed(key) {
    return this.open && this.picks.pressed(key);
  }

  again() {
    this.guess.player.paint(false);
  }

  speak(said = this.view.said) {
    const { player } = this.guess;
    clearTimeout(player.timers.speak);
    player.part(".spoken").textContent = said;
  }

  /* Drawing ---------------------------------------------------------------------------- */

  paint(step) {
    if (step !== this.step) this.picks.clear();
    this.step = step;
    const { open, guess } = this;
    const { hints } = this.at(step);
    this.ask.hidden = !guess.hidden;
    this.part(".reveal").hidden = !open;
    this.part(".hint").hidden = !open;
    this.part(".hint").setAttribute("aria-disabled", !this.known || hints > 1);
    const tally = this.part(".tally");
    tally.hidden = open;
    tally.replaceChildren(...guess.tally.say(this.text).map((line) => element("span", line)));
  }

  /* The sentence in place of what would be said; null where nothing is hidden. */
  caption(step) {
    if (this.isOpen(step)) return this.prompt(step);
    return this.answer && sayVerdict(this, this.answer);
  }

  prompt(step) {
    const { text, view } = this;
    if (this.pending?.step === step) return [text.ask_wait];
    const asked = this.bets instanceof RankBets ? text.ask_rank : view.run.scored ? text.ask_score : text.ask;
    return [asked, ...sayHints(this, this.known ? this.at(step).hints : 0)];
  }

  /* The own pair, unless it is the right one, wherever it is drawn; in a trace where it was meant. */
  mark() {
    const { view } = this;
    const { holders } = view;
    const answer = this.answer?.verdict === "right" ? undefined : this.answer;
    const classes = ["bet-left", "bet-right"];
    for (const name of classes) {
      for (const holder of holders) {
        for (const chip of holder.querySelectorAll(`.${name}`)) chip.classList.remove(name);
      }
    }
    if (answer?.pair && this.bets instanceof RankBets) {
      const { chips } = view.rows[answer.row];
      classes.forEach((name, side) => chips[answer.place + side].classList.add(name));
    } else if (answer?.pair) {
      for (const holder of holders) {
        for (const found of placesOfTokens(holder, answer.pair)) {
          classes.forEach((name, side) => found[side].classList.add(name));
        }
      }
    }
    this.picks.mark();
  }
}
