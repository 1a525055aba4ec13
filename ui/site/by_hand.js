/* Merging by hand on a page without a server: the page's trainer trains with the reader's merges, and by the
   rule alone; both runs are replayed in one player. Text and merges are in the address. */

import { inflated, writeQuery } from "../../bpe/player/browser.js";
import { element } from "../../bpe/player/chips.js";
import { MARKUP } from "../../bpe/player/own.js";
import { Player } from "../../bpe/player/player.js";
import { ByHand } from "../by_hand.js";

const section = document.querySelector(".hand");
const given = JSON.parse(section.querySelector("script").textContent);
const { looks, data } = await inflated(document.querySelector(".packed").textContent);
const words = section.querySelector("input");
const place = section.querySelector(".place");
const refused = element("p");
place.append(refused);
const stage = new ByHand(place, (forced) => show(forced));
const replay = section.querySelector(".replay");
let player = null;

function show(forced) {
  const text = [...words.value].slice(0, given.chars).join("");
  const pairs = pairsOf(forced);
  const options = { looks, words: given.chars, pairs: 2, room: given.chars, maxMerges: pairs.length };
  const [mine, rule] = [pairs, []].map((forced) => trained(text, { ...options, forced }));
  stage.root.hidden = !mine;
  refused.textContent = mine ? "" : given.refused;
  if (!mine) return pairs.length ? show("") : undefined;
  writeAddress({ beat: text === given.text && !pairs.length ? null : text, forced: forced || null });
  const drawn = { text, words: mine.stage.words, run: mine.run, mine: mine.stage.sizes, bpe: rule.stage.sizes };
  stage.update({ ...given, stage: JSON.stringify(drawn), limit: null, link: location.href });
  replay.hidden = stage.totals.hidden;
  if (!replay.hidden) playBoth(text, pairs);
}

/* Both runs in one list of words, as the app's page of Beat BPE has them. */
function playBoth(text, pairs) {
  const options = { looks, words: given.rows, pairs: given.bars, maxMerges: pairs.length };
  const runs = [pairs, []].map((forced, which) => ({
    ...trained(text, { ...options, forced }).run,
    title: given.titles[which],
    mark: null,
  }));
  colourApart(...runs.map((run) => run.tokens));
  const rows = runs[0].words.map((_, row) => [row, row]); // they are the same words, in the same order
  const payload = { text: JSON.parse(data.payload).text, steps: Math.max(...runs.map((run) => run.steps)), runs, rows };
  if (!player) {
    replay.innerHTML = MARKUP;
    player = new Player(replay);
  }
  const generation = (player.generation ?? 0) + 1;
  const still = { start: 0, home: 0, address: false, hide: null, bets: null };
  player.update({ ...still, payload: JSON.stringify(payload), key: "replay", run: String(generation), generation });
}

/* A token that both have has the colour of the first run; the others are further apart, as in cutting.py. */
function colourApart(first, second) {
  const colours = new Map(first.map(([name, colour]) => [name, colour]));
  for (const token of second) {
    const [name, colour] = token;
    if (colour !== null) token[1] = colours.get(name) ?? (colour + given.apart) % looks.colours;
  }
}

/* The trainer's result; null if it refuses. */
function trained(text, options) {
  try {
    return globalThis.trainer.train(text, given.scheme, options);
  } catch (error) {
    if (!error.code) throw error;
    return null;
  }
}

/* The merges in an address, or none. */
function pairsOf(forced) {
  try {
    const pairs = forced.length > given.longest ? [] : Object.values(JSON.parse(forced));
    const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((token) => typeof token === "string");
    return pairs.every(isPair) ? pairs : [];
  } catch {
    return [];
  }
}

function writeAddress(values) {
  try {
    for (const [name, value] of Object.entries(values)) writeQuery(name, value, location.pathname);
  } catch {} // a frame without its own address
}

const asked = new URLSearchParams(location.search);
words.value = asked.get("beat") ?? given.text;
words.addEventListener("change", () => show(""));
section.hidden = false;
show(asked.has("beat") ? asked.get("forced") ?? "" : "");
