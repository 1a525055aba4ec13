/* What is said of a run at each step: which pair comes next and why; at its end why training stopped.
   A sentence is a list of texts, and of elements for tokens and words. */

import { element, written } from "../draw/chips.js";

/* A sentence with its {names} filled in: with text, or with elements. */
export function compose(template, values) {
  return template.split(/\{(\w+)(?::,)?\}/).flatMap((part, i) => (i % 2 ? values[part] : part));
}

/* view: what draws the run (run.js). */
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
  const kind = `${scored ? "scores" : "occurs"}_${count === 1 ? "one" : "many"}`;
  const others = facts.lines ? "lines" : "words";
  const named = more ? `${kind}_in_${others}` : `${kind}_in`;
  const said = compose(text[facts.known > 1 ? named : kind], {
    pair: pair(merges[step].slice(0, 2)),
    count: written(count),
    score,
    words: first.flatMap((name, i) => [i ? text.comma : "", nameOf(facts.names[name])]),
    more: written(more),
  });
  if (passed) {
    const isSame = passed.every((token, side) => token === merges[step][side]);
    said.push(text.between, ...compose(text[isSame ? "forced_too" : "forced"], { pair: pair(passed) }));
  } else if (tied > 1) {
    const number = text.numbers.split(/\s+/)[tied - 1] ?? written(tied - 1);
    const kind = tied === 2 ? "tied_one" : "tied_many";
    said.push(text.between, ...compose(text[kind], { number, rule: text.wins[facts.rule] }));
  }
  return said;
}

function stopped({ run, text, pair }) {
  const { stop, size, next } = run.facts;
  const isOne = stop === "max_merges" && run.steps === 1;
  const values = { merges: written(run.steps), size: written(size) };
  const said = compose(text[isOne ? "stop_max_merges_one" : `stop_${stop}`], values);
  if (!next) return said;
  const [left, right, count] = next;
  const coming = { pair: pair([left, right]), count: written(count) };
  return [...said, text.between, ...compose(text[count === 1 ? "next_one" : "next_many"], coming)];
}

export function nameOf(word) {
  return Object.assign(element("q", word, "word"), { dir: "auto" });
}
