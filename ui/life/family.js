/* The tree of the merges that built a token, and tokens in a row: a click on one opens its life. */

export default function ({ data, parentElement, setTriggerValue }) {
  const family = instanceIn(parentElement, listening);
  family.ask = (id) => setTriggerValue("asked", id);
  if (data.payload === family.payload) return;
  family.payload = data.payload;
  draw(family.root, JSON.parse(data.payload));
}

function listening(parent) {
  const family = { root: parent.querySelector(".family") };
  family.root.addEventListener("click", (event) => {
    const member = event.target.closest(".member");
    if (member) family.ask(Number(member.dataset.id));
  });
  return family;
}

/* Members come parents first: [number of the token, its id, place of the parent, what it says]. */
function draw(root, { tokens, members, names, alone }) {
  root.classList.toggle("alone", alone);
  root.setAttribute("aria-label", names.title);
  const places = [];
  const tree = root.querySelector(".tree");
  tree.replaceChildren();
  for (const [token, id, parent, said] of members) {
    const [exact, colour, drawn] = tokens[token];
    const member = element("button", "", parent < 0 && !alone ? "member root" : "member");
    member.type = "button";
    member.dataset.id = id;
    member.title = names.open;
    member.append(makeChip(exact, colour, drawn ?? [["text", exact]], names.mark));
    if (said) member.append(element("small", said));
    const place = element("li");
    place.append(member);
    places.push(place);
    let holder = tree;
    if (parent >= 0) {
      holder = places[parent].querySelector("ul") ?? element("ul");
      places[parent].append(holder);
    }
    holder.append(place);
  }
}
