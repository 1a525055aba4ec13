/* BPE on a page without a server: the same log as the engine's `merging/loop.py`, in the same order. A
   pair's ID counts births, a cell has one token of the alphabet, and a boundary is named by the cell
   after it. Text is code points, never halves of them; a byte is the character with its number. */

import { Cutting } from "./cutting.js";
import { Judge } from "./judging.js";
import { Looks } from "./looks.js";

const MAX_TEXT_CHARS = 20_000; // characters
const MAX_MERGES = 2_000;
const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
/* In the order of GPT-2's IDs: first the bytes that it prints as themselves. */
const GPT2_BYTES = [...BYTES.filter(isPrinted), ...BYTES.filter((byte) => !isPrinted(byte))];

export const SCHEMES = new Map([
  // As in Python's str.split(), and as in Unicode's White_Space.
  ["paper", { mark: "</w>", rule: "first", words: /[^\p{White_Space}\x1c-\x1f]+/gu }],
  ["huggingface", { mark: "", rule: "smallest-ids", words: /\P{White_Space}+/gu }],
  ["gpt", { mark: "", rule: "smallest-ids", words: gpt4(), bytes: BYTES }],
  ["gpt2", { mark: "", rule: "smallest-ids", words: gpt2(), bytes: GPT2_BYTES }],
]);

/* The trainer's error: `code` names a sentence, `values` fill it in. */
export class Refusal extends Error {
  constructor(code, values = {}) {
    super(code);
    Object.assign(this, { code, values });
  }
}

/* Return the result of `training`. */
export function train(text, scheme, options) {
  const steps = training(text, scheme, options);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/* Yield the number of each merge, so that a page can do something else in between, and return the
   player's run, all bets on it if requested, and the tokens, their ranks, and the merges by ID. looks:
   of tokens and words (looks.js). words, pairs: maximum rows and bars of the player. room: maximum drawn
   tokens of a word. forced: pairs merged first, whatever the rule would choose; then the result has in
   `stage` the row of each word of the text, and the number of tokens at each step. */
export function* training(text, name, options) {
  const { looks, maxMerges = MAX_MERGES, words = 30, pairs = 10, judges = false, room, forced } = options;
  const scheme = checked(text, SCHEMES.get(name), name);
  const corpus = new Corpus(text, scheme);
  if (!corpus.words.length) throw new Refusal("no_words");
  const loop = new Loop(corpus, scheme.rule, Math.max(pairs, 1), forced);
  while (loop.choose() && loop.merges.length < Math.min(maxMerges, MAX_MERGES)) yield loop.merge();
  const cutting = new Cutting(corpus, loop, new Looks(looks, scheme));
  const run = cutting.run(words, pairs, room);
  const learned = { tokens: loop.tokens, merges: loop.merges, ranks: cutting.ranks, scheme: name };
  const stage = forced && { words: corpus.order.map((word) => cutting.shown.indexOf(word)), sizes: loop.sizes };
  if (!judges) return { run, bets: null, learned, stage };
  const judge = new Judge(new Loop(corpus, scheme.rule, 1), run, cutting.numbers);
  return { run, bets: yield* judge.bets(), learned };
}

function checked(text, scheme, name) {
  if (!scheme) throw new Refusal("scheme", { given: String(name) });
  // A character has at most two halves: reject a megabyte before splitting it.
  if (text.length > 2 * MAX_TEXT_CHARS || [...text].length > MAX_TEXT_CHARS) {
    throw new Refusal("long_text", { most: MAX_TEXT_CHARS });
  }
  const half = scheme.bytes && text.match(/\p{Surrogate}/u);
  if (half) throw new Refusal("surrogate", { unit: half[0].charCodeAt() });
  return scheme;
}

/* The pattern of GPT-4, as in pretokenizers.py. Its possessive quantifiers never give back what could
   match, so plain ones do; and "(?i:s)" is also U+017F. */
function gpt4() {
  const space = "\\p{White_Space}";
  const endings = "'(?:[sSſdDmMtT]|[lL]{2}|[vV][eE]|[rR][eE])";
  const runs = `[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^${space}\\p{L}\\p{N}]+[\\r\\n]*`;
  const spaces = `${space}*[\\r\\n]|${space}+(?!\\P{White_Space})|${space}+`;
  return new RegExp(`${endings}|${runs}|${spaces}`, "gu");
}

/* The pattern of GPT-2, likewise. */
function gpt2() {
  const space = "\\p{White_Space}";
  const runs = ` ?\\p{L}+| ?\\p{N}+| ?[^${space}\\p{L}\\p{N}]+`;
  return new RegExp(`'(?:[stmd]|re|ve|ll)|${runs}|${space}+(?!\\P{White_Space})|${space}+`, "gu");
}

function isPrinted(byte) {
  return /[!-~\xa1-\xac\xae-\xff]/.test(byte);
}

/* The distinct words in the order of first occurrence, spelled in one row of cells. */
class Corpus {
  constructor(text, { words, mark, bytes }) {
    const counts = new Map(); // not an object: a word may be "__proto__"
    const all = Array.from(text.matchAll(words), ([word]) => word);
    for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
    Object.assign(this, { mark, words: [...counts.keys()], counts: [...counts.values()] });
    const places = new Map(this.words.map((word, place) => [word, place]));
    this.order = all.map((word) => places.get(word));
    this.byCount = (a, b) => this.counts[b] - this.counts[a] || a - b;
    const end = mark ? [mark] : [];
    const spelled = this.words.map((word) => [...(bytes ? bytesOf(word) : word), ...end]);
    const units = [...new Set(spelled.flat())].filter((unit) => unit !== mark);
    this.alphabet = bytes ?? [...units.sort((a, b) => a.codePointAt() - b.codePointAt()), ...end];
    const ids = new Map(this.alphabet.map((token, id) => [token, id]));
    // An empty cell, ID -1, precedes, separates and follows the words.
    [this.ids, this.wordAt] = [[-1], [-1]];
    this.starts = spelled.map((tokens, word) => {
      const start = this.ids.length;
      for (const token of tokens) this.ids.push(ids.get(token));
      this.ids.push(-1);
      while (this.wordAt.length < this.ids.length) this.wordAt.push(word);
      return start;
    });
  }
}

/* The merge loop, and its log. `at` has for each cell the ID of the pair at the boundary before it, or
   minus the step that merged it: the history of every word. A pair is live only there. */
class Loop {
  merges = []; // [left ID, right ID]
  changed = []; // for each merge the changed words, the most frequent first
  leaders = []; // for each step the number of tied pairs, and [pair ID, count, count one step before] of the first ones
  counted = null; // of all pairs, one step before
  passed = []; // for each forced step the pair that the rule would choose
  pairs = []; // by ID: the tokens' IDs, the count, and the cells of its birth, ascending

  constructor(corpus, rule, shown, forced = []) {
    Object.assign(this, { corpus, rule, shown, forced });
    this.tokens = [...corpus.alphabet];
    this.lengths = this.tokens.map(() => 1); // length in cells
    this.at = new Int32Array(corpus.ids.length);
    const lengths = corpus.starts.map((start) => corpus.ids.indexOf(-1, start) - start);
    this.sizes = [lengths.reduce((sum, length, word) => sum + length * corpus.counts[word], 0)]; // number of tokens, by step
    this.bear(-1, -1, []); // ID 0 means no pair
    const born = new Map();
    for (const [cell, right] of corpus.ids.entries()) {
      const left = corpus.ids[cell - 1] ?? -1;
      if (left >= 0 && right >= 0) add(born, keyOf({ left, right }), cell);
    }
    for (const cells of born.values()) {
      this.bear(corpus.ids[cells[0] - 1], corpus.ids[cells[0]], cells);
    }
  }

  /* Create a pair at some cells; it takes its count from an older one. */
  bear(left, right, cells, loser) {
    const { counts, wordAt } = this.corpus;
    const count = cells.reduce((sum, cell) => sum + counts[wordAt[cell]], 0);
    const id = this.pairs.push({ left, right, count, cells }) - 1;
    for (const cell of cells) this.at[cell] = id;
    if (loser) loser.count -= count;
  }

  /* Find the next pair, 0 for none, and record the leading pairs, equal ones by birth. */
  choose() {
    const { pairs, shown } = this;
    const leading = [];
    let least = 1;
    // A full scan: at most about 10,000, of which few are moved to the front.
    for (let id = 1; id < pairs.length; id++) {
      const { count } = pairs[id];
      if (count < least) continue;
      let place = leading.length;
      while (place && leading[place - 1][1] < count) place--;
      leading.splice(place, 0, [id, count]);
      if (leading.length > shown) leading.pop();
      if (leading.length === shown) least = leading.at(-1)[1] + 1;
    }
    const best = leading[0]?.[1] ?? 0;
    let lowest = Infinity;
    [this.next, this.tied] = [0, []];
    for (let id = 1; best && id < pairs.length; id++) {
      if (pairs[id].count !== best) continue;
      this.tied.push(id);
      const key = this.rule === "first" ? this.firstCell(id) : keyOf(pairs[id]);
      if (key < lowest) [this.next, lowest] = [id, key];
    }
    const pair = this.forced[this.merges.length];
    if (pair) this.force(pair);
    const others = leading.filter(([id]) => id !== this.next);
    if (best) others.unshift([this.next, pairs[this.next].count]);
    const { counted } = this;
    const first = others.slice(0, shown).map(([id, count]) => [id, count, counted ? counted[id] ?? 0 : count]);
    this.leaders.push({ tied: this.tied.length, leading: first });
    this.counted = pairs.map(({ count }) => count);
    return this.next;
  }

  /* Among pairs with equal text choose the most frequent one, then the one with the smallest IDs. */
  force([left, right]) {
    const { pairs, tokens } = this;
    const isIt = (pair) => pair.count && tokens[pair.left] === left && tokens[pair.right] === right;
    const [id] = [...pairs.keys()]
      .filter((each) => isIt(pairs[each]))
      .sort((a, b) => pairs[b].count - pairs[a].count || keyOf(pairs[a]) - keyOf(pairs[b]));
    if (id === undefined) throw new Refusal("forced_absent");
    this.passed.push(this.next);
    [this.next, this.tied] = [id, [id]];
  }

  firstCell(id) {
    const { cells } = this.pairs[id];
    while (this.at[cells[0]] !== id) cells.shift(); // merged or born again: never live again
    return cells[0];
  }

  /* Merge the next pair at its live boundaries, from the left; return the new step. */
  merge() {
    const { at, lengths, pairs, next } = this;
    const { left, right, cells } = pairs[next];
    const made = this.tokens.push(this.tokens[left] + this.tokens[right]) - 1;
    const step = this.merges.push([left, right]);
    const [before, after, between, words] = [new Map(), new Map(), [], new Set()];
    let [lastEnd, met, size] = [-1, 0, this.sizes.at(-1)];
    for (const cell of cells) {
      // Of the two boundaries in "aaa" the second is now the end of the new token.
      if (at[cell] !== next || cell === lastEnd) continue;
      at[cell] = -step;
      words.add(this.corpus.wordAt[cell]);
      size -= this.corpus.counts[this.corpus.wordAt[cell]];
      const [start, end] = [cell - lengths[left], cell + lengths[right]];
      if (start === lastEnd) {
        // Two new tokens are adjacent only where right and left were, so this is always the same pair.
        met = at[start];
        after.get(met).pop();
        if (!after.get(met).length) after.delete(met);
        between.push(start);
      } else if (at[start]) add(before, at[start], start);
      if (at[end]) add(after, at[end], end);
      lastEnd = end;
    }
    for (const [id, cells] of before) this.bear(pairs[id].left, made, cells, pairs[id]);
    for (const [id, cells] of after) this.bear(made, pairs[id].right, cells, pairs[id]);
    if (between.length) this.bear(made, made, between, pairs[met]);
    pairs[next].count = 0;
    this.sizes.push(size);
    this.lengths.push(lengths[left] + lengths[right]);
    this.changed.push([...words].sort(this.corpus.byCount));
    return step;
  }
}

function add(groups, key, value) {
  if (!groups.get(key)?.push(value)) groups.set(key, [value]);
}

function keyOf({ left, right }) {
  return left * 1_000_000 + right; // IDs are smaller
}

function bytesOf(word) {
  return [...new TextEncoder().encode(word)].map((byte) => BYTES[byte]);
}

/* Encode new text with the learned merges up to a step: the tokens of each word, as by the engine's
   tokenizer. */
const UNKNOWN = "<unk>";

/* learned: a result of the trainer. Returns a list of tokens for each word. */
export function encoded(text, { tokens, merges, scheme }, step) {
  const { words, mark, bytes } = SCHEMES.get(scheme);
  const letters = new Map(tokens.slice(0, tokens.length - merges.length).map((token, id) => [token, id]));
  const ranks = new Map(merges.slice(0, step).map(([left, right], rank) => [keyOf({ left, right }), rank]));
  const made = (rank) => tokens.length - merges.length + rank;
  const spelled = (word) => [...(bytes ? bytesOf(word) : word), ...(mark ? [mark] : [])];
  // The schemes with a mark have a token for unknown characters; the others drop them.
  const known = (units) => units.map((unit) => letters.get(unit) ?? -1).filter((id) => mark || id >= 0);
  return Array.from(text.matchAll(words), ([word]) =>
    merged(known(spelled(word)), ranks, made).map((id) => tokens[id] ?? UNKNOWN),
  );
}

/* Merge the leftmost pair of the lowest rank until none is left. */
function merged(ids, ranks, made) {
  const rankAt = (at) => ranks.get(keyOf({ left: ids[at], right: ids[at + 1] })) ?? Infinity;
  for (;;) {
    let [best, place] = [Infinity, 0];
    for (let at = 0; at + 1 < ids.length; at++) {
      const rank = ids[at] < 0 || ids[at + 1] < 0 ? Infinity : rankAt(at);
      if (rank < best) [best, place] = [rank, at];
    }
    if (best === Infinity) return ids;
    ids.splice(place, 2, made(best));
  }
}
