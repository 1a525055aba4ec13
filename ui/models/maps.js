/* Two token maps of one text: pointing at a token lights up the same text in the other, and shows its
   id; a key shows all of them. */

import { element, instanceIn, whenGone } from "../draw/chips.js";
import { TokenMap } from "../draw/token_map.js";

const ENTRY = "input, textarea, select, [contenteditable]";

export default function ({ data, parentElement, setTriggerValue }) {
  const maps = instanceIn(parentElement, (parent) => new TwoMaps(parent));
  maps.ask = (side, token) => setTriggerValue("word", [side, token]);
  maps.update(data.payload);
  return whenGone(parentElement, () => maps.listeners.abort());
}

class TwoMaps {
  constructor(parent) {
    const first = parent.querySelector(".map");
    const second = first.cloneNode(true);
    this.pair = element("div", "", "pair");
    first.replaceWith(this.pair);
    this.pair.append(first, second);
    this.ids = element("button", "", "all-ids");
    this.ids.type = "button";
    this.ids.addEventListener("click", () => this.turn());
    this.listeners = new AbortController();
    addEventListener("keydown", (event) => this.pressed(event), this.listeners);
    this.maps = [first, second].map((root, side) => new TokenMap(root, `token-${side}`));
    this.maps.forEach((map, side) => {
      map.head = element("h2", "", "name");
      map.root.querySelector(".facts").prepend(map.head);
      map.told = (tokens) => this.link(side, tokens);
      map.list.addEventListener("click", (event) => this.open(side, map.owned(event.target)));
      map.text.addEventListener("click", (event) => this.open(side, map.owned(event.target)));
      map.list.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && map.kept) this.open(side, map.kept);
      });
    });
  }

  update(payload) {
    if (payload === this.payload) return;
    this.payload = payload;
    const { maps, links, names } = JSON.parse(payload);
    this.links = links;
    this.ids.textContent = names.ids;
    this.ids.title = `${names.ids} (I)`;
    this.maps[1].root.querySelector(".facts").append(this.ids);
    this.turn(false);
    this.maps.forEach((map, side) => {
      map.head.textContent = maps[side].title;
      map.load({ ...maps[side], names: { ...names, ...maps[side].names } });
      map.chips.forEach((chip, at) => (chip.title = map.says[at]));
    });
  }

  /* The tokens of the other map that stand for some of the same text. */
  link(side, tokens) {
    if (!this.maps.every((map) => map.chips)) return; // one of them is not drawn yet
    const other = this.maps[1 - side];
    const found = [...new Set(tokens.flatMap((token) => this.links[side][token] ?? []))];
    other.light(found.length ? found : (other.kept ?? []));
  }

  turn(by = true) {
    if (by) this.pair.classList.toggle("ids");
    this.ids.setAttribute("aria-pressed", String(this.pair.classList.contains("ids")));
  }

  pressed(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.composedPath()[0].matches?.(ENTRY) || event.key.toLowerCase() !== "i") return;
    this.turn();
  }

  open(side, tokens) {
    if (tokens?.length) this.ask(side, tokens[0]);
  }
}
