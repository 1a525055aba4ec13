/* Two token maps of one text: pointing at a token lights up the same text in the other. */

export default function ({ data, parentElement, setTriggerValue }) {
  const maps = instanceIn(parentElement, (parent) => new TwoMaps(parent));
  maps.ask = (side, token) => setTriggerValue("word", [side, token]);
  maps.update(data.payload);
  return whenGone(parentElement);
}

class TwoMaps {
  constructor(parent) {
    const first = parent.querySelector(".map");
    const second = first.cloneNode(true);
    const pair = element("div", "", "pair");
    first.replaceWith(pair);
    pair.append(first, second);
    this.maps = [first, second].map((root, side) => new TokenMap(root, `token-${side}`));
    this.maps.forEach((map, side) => {
      map.head = element("h2", "", "name");
      map.root.prepend(map.head);
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
    this.maps.forEach((map, side) => {
      map.head.textContent = maps[side].title;
      map.load({ ...maps[side], names: { ...names, ...maps[side].names } });
    });
  }

  /* The tokens of the other map that stand for some of the same text. */
  link(side, tokens) {
    if (!this.maps.every((map) => map.chips)) return; // one of them is not drawn yet
    const other = this.maps[1 - side];
    const found = [...new Set(tokens.flatMap((token) => this.links[side][token] ?? []))];
    other.light(found.length ? found : (other.kept ?? []));
  }

  open(side, tokens) {
    if (tokens?.length) this.ask(side, tokens[0]);
  }
}
