/* Bets as the record judges them, looked up: what `bets` and `rank_bets` of cutting.py return. */

export class MergeBets {
  constructor({ start, stop, rule, least, coming, said, pairs }) {
    Object.assign(this, { start, stop, rule, least, rows: coming, said });
    this.pairs = new Map(pairs.map(([left, right, ...rows]) => [`${left},${right}`, rows]));
  }

  /* Whether a step is among those that were judged. */
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

export class RankBets {
  constructor({ words }) {
    this.words = words;
  }

  covers() {
    return true;
  }

  /* In the first word that goes on: its lowest rank. */
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
