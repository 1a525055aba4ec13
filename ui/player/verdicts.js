/* What is said of a bet and as a hint, from what the record answered: sentences with tokens in. */

import { fill, written } from "../draw/chips.js";
import { RankBets } from "./bets.js";
import { compose, nameOf } from "./captions.js";

export function sayVerdict({ view, text, bets, step }, answer) {
  const { verdict } = answer;
  if (bets instanceof RankBets) return sayRank(view, text, step, answer);
  const { coming, scores, count, rules, why, slip } = answer;
  if (verdict === "right") return compose(text.bet_right, { next: view.caption(step) });
  const values = {
    mine: markAs("bet", view.pair(answer.pair)),
    next: markAs("next", view.pair(coming.pair)),
    times: sayTimes(text, count),
    best: scores ? scores[1] : sayTimes(text, coming.count),
    score: scores?.[0],
    tied: written(coming.tied),
    rule: text.wins[bets.rule],
    least: written(bets.least),
    other: text.wins[rules[0]],
  };
  const kinds = {
    tied: rules.length ? "bet_tied_right" : "bet_tied",
    lower: "bet_lower",
    rare: "bet_rare",
    forbidden: `bet_forbidden_${why}`,
  };
  const scored = scores && ["tied", "lower"].includes(verdict) ? "_score" : "";
  const aside = slip ? text.between + text[`slip_${slip}`] : "";
  return [...compose(text[kinds[verdict] + scored], values), aside];
}

function sayTimes(text, count) {
  return count === 1 ? text.once : fill(text.times, { count: written(count) });
}

function sayRank(view, text, step, { verdict, lowest, row, place, pair }) {
  const word = nameWord(view, row);
  if (lowest === null) return compose(text.bet_rank_done, { word });
  const { ranks } = view.rows[row];
  const values = {
    word,
    lowest: written(lowest),
    rank: written(ranks[place]),
    mine: markAs("bet", view.pair(pair)),
    next: markAs("next", view.pair(view.rows[row].coming(step))),
  };
  return compose(text[`bet_rank_${verdict}`], values);
}

/* What was asked for first: how often the pair occurs; then its left token. */
export function sayHints({ view, text, bets, step }, asked) {
  if (!asked) return [];
  const { pair, row, lowest, count, score } = bets.coming(step);
  const said =
    row !== undefined
      ? compose(text.hint_rank, { word: nameWord(view, row), lowest: written(lowest) })
      : score !== null
        ? compose(text.hint_score, { score })
        : [fill(count === 1 ? text.hint_one : text.hint_many, { count: written(count) })];
  if (asked === 1) return [text.between, ...said];
  const [left] = pair ?? view.rows[row].coming(step);
  return [text.between, ...said, text.between, ...compose(text.hint_left, { token: view.chip(left) })];
}

function nameWord(view, row) {
  const { textContent } = view.rows[row].root.querySelector(".name");
  return nameOf(textContent);
}

/* A pair in a sentence, drawn as it is lit among the words. */
function markAs(name, holder) {
  const [left, right] = holder.querySelectorAll(".token");
  left.classList.add(`${name}-left`);
  right.classList.add(`${name}-right`);
  return holder;
}
