/* Elements, and tokens as every page draws them; part of each component that shows tokens.
   Text from a corpus or a reader goes through textContent. */

function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/* What `pieces` in ui/draw/tokens.py lists: [kind, text] each, kind "text" being the plain one. */
function drawPieces(holder, drawn) {
  for (const [kind, text] of drawn) holder.append(kind === "text" ? text : element("span", text, kind));
  return holder;
}

function makeChip(exact, colour, drawn) {
  const chip = drawPieces(element("span", "", `token c${colour}`), drawn);
  chip.dataset.token = exact;
  return chip;
}
