/* The captions of a run at each step: the next pair and the reason; at the end the reason for stopping.
   Also the replies to bets, and hints, from the record's answers. A sentence is a list of texts, and of
   elements for tokens and words. */

import { element, fill, parts, written } from "./chips.js";

/* Fill in the {names} of a sentence: with text, with elements, or with lists of them. */
export function compose(template, values) {
  return parts(template, values).flat();
}

/* view: the object that draws the run (run.js). */
export function captionOf(view, step) {
  const { run, text } = view;
  return step < run.steps ? [text.coming, ...comingAt(view, step)] : stopped(view);
}

function comingAt({ run, text, pair }, step) {
  const { facts, leaders, merges, scored } = run;
  const [tied, , , , ...leading] = leaders[step];
  const [passed, count, score] = facts.forced[step] ?? [null, ...leading];
  const [total, ...first] = facts.named[step];
  const more = total - first.length;
  const kind = scored ? "scored" : "occurs";
  const others = facts.lines ? "lines" : "words";
  const named = more ? `${kind}_in_${others}` : `${kind}_in`;
  const said = compose(text[facts.known > 1 ? named : kind], {
    pair: pair(merges[step].slice(0, 2)),
    count,
    score,
    words: first.flatMap((name, i) => [i ? text.comma : "", nameOf(facts.names[name])]),
    more,
  });
  if (passed) {
    const isSame = passed.every((token, side) => token === merges[step][side]);
    said.push(text.between, ...compose(text[isSame ? "forced_too" : "forced"], { pair: pair(passed) }));
  } else if (tied > 1) {
    const others = tied - 1;
    const number = text.numbers.split(/\s+/)[others] ?? written(others);
    const ties = element("span", "", "ties");
    ties.append(text.between, ...compose(text.others_tie, { others, number, rule: text.wins[facts.rule] }));
    said.push(ties);
  }
  return said;
}

function stopped({ run, text, pair }) {
  const { stop, size, next } = run.facts;
  const said = compose(text[`stop_${stop}`], { merges: run.steps, size });
  if (!next) return said;
  const [left, right, count] = next;
  return [...said, text.between, ...compose(text.next_merge, { pair: pair([left, right]), count })];
}

export function nameOf(word) {
  return Object.assign(element("q", word, "word"), { dir: "auto" });
}

/* bets: judged by the record (question.js), at a step. */
export function sayVerdict({ view, text, bets, step }, answer) {
  const { verdict } = answer;
  if ("lowest" in answer) return sayRank(view, text, step, answer);
  const { coming, scores, count, rules, why, slip } = answer;
  if (verdict === "right") return compose(text.bet_right, { next: view.caption(step) });
  const values = {
    mine: markAs("bet", view.pair(answer.pair)),
    next: markAs("next", view.pair(coming.pair)),
    times: fill(text.times, { count }),
    best: scores ? scores[1] : fill(text.times, { count: coming.count }),
    score: scores?.[0],
    tied: coming.tied,
    rule: text.wins[bets.rule],
    least: bets.least,
    other: text.wins[rules[0]],
  };
  const kinds = {
    tied: rules.length ? "bet_tied_right" : "bet_tied",
    lower: "bet_lower",
    rare: "bet_rare",
    forbidden: `bet_forbidden_${why}`,
  };
  const kind = kinds[verdict];
  const isScored = scores && ["tied", "lower"].includes(verdict);
  const aside = slip ? text.between + text[`slip_${slip}`] : "";
  return [...compose(text[isScored ? `${kind}_score` : kind], values), aside];
}

function sayRank(view, text, step, { verdict, lowest, row, place, pair }) {
  const word = nameWord(view, row);
  if (lowest === null) return compose(text.bet_rank_done, { word });
  const { ranks } = view.rows[row];
  const values = {
    word,
    lowest,
    rank: ranks[place],
    mine: markAs("bet", view.pair(pair)),
    next: markAs("next", view.pair(view.rows[row].coming(step))),
  };
  return compose(text[`bet_rank_${verdict}`], values);
}

/* Hints, in order: the count of the pair; then its left token. */
export function sayHints({ view, text, bets, step }, asked) {
  if (!asked) return [];
  const { pair, row, lowest, count, score } = bets.coming(step);
  const said =
    row !== undefined
      ? compose(text.hint_rank, { word: nameWord(view, row), lowest })
      : score !== null
        ? compose(text.hint_score, { score })
        : compose(text.hint_count, { count });
  if (asked === 1) return [text.between, ...said];
  const [left] = pair ?? view.rows[row].coming(step);
  return [text.between, ...said, text.between, ...compose(text.hint_left, { token: view.chip(left) })];
}

function nameWord(view, row) {
  return nameOf(view.rows[row].root.querySelector(".name").textContent);
}

/* A pair in a sentence, drawn like the highlighted one among the words. */
function markAs(name, holder) {
  const [left, right] = holder.querySelectorAll(".token");
  left.classList.add(`${name}-left`);
  right.classList.add(`${name}-right`);
  return holder;
}
