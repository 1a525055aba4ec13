/* The question of one run while its answer is hidden: which pair is merged next? One bet per step. */

import { sayHints, sayVerdict } from "./captions.js";
import { element, fill } from "./chips.js";
import { placesOfTokens } from "./row.js";
import { showIn } from "./screen.js";

const HELPED = 3; // wrong bets in a row, after which the next question shows how the count is computed

export class Question {
  bets = null;
  step = 0;

  constructor(guess, view) {
    Object.assign(this, { guess, view, text: view.text });
    this.part = view.part;
    this.forget();
    this.picks = new PairPicker(this);
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

  /* State at a step: the bet, and the number of hints. */
  at(step) {
    if (!this.asked.has(step)) this.asked.set(step, { answer: undefined, hints: 0 });
    return this.asked.get(step);
  }

  take(bets) {
    this.bets = bets ? new (bets.words ? RankBets : MergeBets)(bets) : null;
    const { pending } = this;
    if (pending?.step === this.step && this.known) this.bet(pending.pick);
  }

  /* Whether there is an open question. */
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

  /* Bet on two adjacent tokens: those at `place` and after it, in a row. */
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
    this.picks.picked = null;
    if (answer.verdict !== "revealed") this.at(step).answer = answer;
    const tied = this.known && this.bets.coming(step).tied > 1;
    guess.judged(this.view, step, answer, Number(tied), this.at(step).hints);
    this.again();
    this.speak();
  }

  /* A disappearing button passes the focus on. */
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
    if (step !== this.step) this.picks.picked = null;
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

  /* The sentence instead of the caption; null if nothing is hidden. */
  caption(step) {
    if (this.isOpen(step)) return this.prompt(step);
    return this.answer && sayVerdict(this, this.answer);
  }

  prompt(step) {
    const { text, view } = this;
    if (this.pending?.step === step) return [text.ask_wait];
    const asked = this.bets instanceof RankBets ? text.ask_rank : view.run.scored ? text.ask_score : text.ask;
    const sum = this.guess.tally.wrong >= HELPED && view.leaders?.explained(step).map((part) => part.textContent ?? part).join("");
    return [asked, ...(sum ? [text.between, fill(text.hint_sum, { sum })] : []), ...sayHints(this, this.known ? this.at(step).hints : 0)];
  }

  /* Mark the reader's pair, unless it is right, wherever it is drawn; in a trace only at its place. */
  mark() {
    const { rows, holders } = this.view;
    const answer = this.answer?.verdict === "right" ? undefined : this.answer;
    const classes = ["bet-left", "bet-right"];
    for (const chip of holders.flatMap((holder) => [...holder.querySelectorAll(".bet-left, .bet-right")])) {
      chip.classList.remove(...classes);
    }
    const places = !answer?.pair
      ? []
      : this.bets instanceof RankBets
        ? [rows[answer.row].chips.slice(answer.place)]
        : holders.flatMap((holder) => placesOfTokens(holder, answer.pair));
    for (const place of places) classes.forEach((name, side) => place[side].classList.add(name));
    this.picks.mark();
  }
}

/* Choosing a pair among the words: by pointing at two adjacent tokens, or with the arrow keys. */
export class PairPicker {
  picked = null; // {row, place, width}: one token, or the pair that begins with it

  constructor(question) {
    Object.assign(this, { question, view: question.view });
    this.words = this.view.list;
    this.words.addEventListener("click", ({ target }) => this.pointed(target.closest(".token")));
  }

  get rows() {
    return this.view.shown.filter((row) => row.pairs.length);
  }

  pointed(chip) {
    if (!chip || !this.question.open) return;
    const row = this.view.shown.find(({ chips }) => chips.includes(chip));
    const place = row?.chips.indexOf(chip) ?? -1;
    if (place < 0) return;
    const { picked } = this;
    const one = picked?.row === row && picked.width === 1;
    if (one && Math.abs(place - picked.place) === 1) return this.bet(row, Math.min(place, picked.place));
    this.picked = one && place === picked.place ? null : { row, place, width: 1 };
    this.mark();
  }

  /* Whether the key was used for choosing. */
  pressed(key) {
    const { picked, rows } = this;
    if (!rows.length) return false;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (key === "Enter" && picked?.width === 2) this.bet(picked.row, picked.place);
    else if (key in moves) this.move(rows, ...moves[key]);
    else return false;
    return true;
  }

  move(rows, across, down) {
    const { picked } = this;
    const at = rows.indexOf(picked?.row);
    const isLast = at >= 0 && picked.place === rows[at].pairs.at(across < 0 ? 0 : -1);
    const leaves = this.view.flows && isLast && Boolean(rows[at + across]); // for the next word in a line
    const row = rows[Math.min(Math.max(at + (leaves ? across : down), 0), rows.length - 1)];
    const { pairs } = row;
    const near = at < 0 ? 0 : picked.place + (picked.width === 2 ? across : 0);
    const from = leaves ? pairs.at(across < 0 ? -1 : 0) : near;
    const place = across < 0
      ? pairs.findLast((each) => each <= from) ?? pairs[0]
      : pairs.find((each) => each >= from) ?? pairs.at(-1);
    this.picked = { row, place, width: 2 };
    this.mark();
    for (const box of [this.words, this.view.part(".columns")]) showIn(box, row.chips[place]);
    const [left, right] = row.numbers.slice(place, place + 2).map((token) => this.view.run.tokens[token][0]);
    this.question.speak(`(${left}, ${right}) ${row.root.querySelector(".name").textContent}`);
  }

  bet(row, place) {
    for (const each of [row, row.twin]) {
      const pair = each?.numbers.slice(place, place + 2);
      each?.view.question.bet({ row: each.view.rows.indexOf(each), place, pair });
    }
  }

  mark() {
    for (const chip of this.view.shown.flatMap((row) => row.chips)) chip.classList.remove("picked");
    const { row, place, width } = this.picked ?? {};
    for (const chip of row?.chips.slice(place, place + width) ?? []) chip.classList.add("picked");
  }
}

/* Bets judged by the record, looked up: the results of `merge_bets` and `rank_bets` of bets.py. */
class MergeBets {
  constructor({ start, stop, rule, least, coming, said, pairs }) {
    Object.assign(this, { start, stop, rule, least, rows: coming, said });
    this.pairs = new Map(pairs.map(([left, right, ...rows]) => [`${left},${right}`, rows]));
  }

  /* Whether a step was judged. */
  covers(step) {
    return step >= this.start && step < this.stop;
  }

  /* The pair merged next. */
  coming(step) {
    const [left, right, count, score, tied] = this.rows[step - this.start];
    return { pair: [left, right], count, score, tied };
  }

  at(step, { pair }) {
    const rows = this.pairs.get(String(pair)) ?? [];
    const here = rows.findLastIndex((begun, i) => i % 2 === 0 && begun <= step);
    const [verdict, count, scores, rules, why, slip] = here < 0 ? [] : this.said[rows[here + 1]];
    return verdict && { verdict, count, scores, rules, why, slip, coming: this.coming(step) };
  }
}

class RankBets {
  constructor({ words }) {
    this.words = words;
  }

  covers() {
    return true;
  }

  /* In the first unfinished word: its lowest rank. */
  coming(step) {
    const row = this.words.findIndex((splits) => step < splits.length - 1);
    return { row, lowest: this.words[row][step][0], tied: 1 };
  }

  at(step, { row, place }) {
    const splits = this.words[row];
    const [lowest, verdicts] = splits[Math.min(step, splits.length - 1)];
    return { verdict: verdicts[place], lowest, coming: { tied: 1 } };
  }
}
