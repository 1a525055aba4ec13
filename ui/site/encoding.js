/* New text through the learned merges up to a step: the tokens of each word, as the engine's tokenizer
   gives them. */

import { bytesOf, keyOf, SCHEMES } from "./trainer.js";

const UNKNOWN = "<unk>";

/* learned: as the trainer returns it. The value is a list of tokens for each word. */
export function encoded(text, { tokens, merges, scheme }, step) {
  const { words, mark, bytes } = SCHEMES.get(scheme);
  const letters = new Map(tokens.slice(0, tokens.length - merges.length).map((token, id) => [token, id]));
  const ranks = new Map(merges.slice(0, step).map(([left, right], rank) => [keyOf({ left, right }), rank]));
  const made = (rank) => tokens.length - merges.length + rank;
  const spelled = (word) => [...(bytes ? bytesOf(word) : word), ...(mark ? [mark] : [])];
  // The schemes with a mark have a token for what is unknown; the others drop it.
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
