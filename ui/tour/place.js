/* Finding what a card points at, wherever it is drawn, and a place that does not cover it. */

import { scrolledPart } from "../shell/shims/page.js";

const EDGE = 12; // px between card and edge of the screen
const CONTROLS = 84; // ... and a lower edge where a player has its controls
const MENU = 180; // px that a menu is wide at least where a card stands in it
const HEAD = 64; // px of a phone's screen over which the page's own two buttons lie
const AROUND = 6; // px between a control and its ring

/* The element a selector finds, through the shadow roots of components where it has a " >> ". */
export function find(place) {
  const [outer, inner] = place.split(" >> ");
  const found = document.querySelector(outer);
  return inner && found ? within(found, inner) : found;
}

function within(element, selector) {
  const all = [element, ...element.querySelectorAll("*")];
  for (const { shadowRoot } of all) {
    const found = shadowRoot?.querySelector(selector);
    if (found) return found;
  }
  return element.querySelector(selector);
}

export function isShown(element) {
  return Boolean(element?.isConnected && element.getClientRects().length);
}

/* Bring an element into the part of the page that a card of this height leaves free. */
export function bringInSight(element, height) {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const main = scrolledPart();
  const { top, bottom } = element.getBoundingClientRect();
  const free = isNarrow() ? innerHeight - height - CONTROLS : innerHeight - EDGE;
  if (!main || (top >= EDGE && bottom <= free)) return;
  if (!isNarrow()) main.scrollTop += (top + bottom - free) / 2;
  else main.scrollTop += top < EDGE ? top - HEAD : bottom - free;
}

function isNarrow() {
  return innerWidth <= 700;
}

/* Put the card where the menu is, so that it covers nothing of the page; where there is none, into
   the first corner where it leaves the control free. */
export function putBeside(card, target) {
  const menu = document.querySelector(".st-key-menu")?.getBoundingClientRect();
  const isDocked = !isNarrow() && menu?.left >= 0 && menu.width > MENU;
  card.classList.toggle("docked", isDocked);
  document.documentElement.classList.toggle("docked-tour", isDocked);
  if (isDocked) {
    card.style.width = `${menu.width + 2 * menu.left - EDGE}px`;
    card.style.left = `${EDGE / 2}px`;
    card.style.top = `${Math.max(innerHeight - card.offsetHeight - EDGE / 2, 0)}px`;
    return;
  }
  card.style.width = "";
  const [width, height] = [card.offsetWidth, Math.ceil(card.getBoundingClientRect().height)];
  const left = (scrolledPart()?.getBoundingClientRect().left ?? 0) + EDGE;
  const right = innerWidth - width - EDGE;
  const [low, high] = [innerHeight - height, 0];
  const corners = isNarrow()
    ? [[0, low], [0, high]]
    : [
        [right, low - CONTROLS],
        [left, low - CONTROLS],
        [right, high + EDGE],
        [left, high + EDGE],
      ];
  const covers = ([x, y]) =>
    target &&
    x < target.right + AROUND * 2 &&
    x + width > target.left - AROUND * 2 &&
    y < target.bottom + AROUND * 2 &&
    y + height > target.top - AROUND * 2;
  const [x, y] = corners.find((corner) => !covers(corner)) ?? corners[0];
  card.style.left = `${Math.max(x, 0)}px`;
  card.style.top = `${Math.max(y, 0)}px`;
}

export function putAround(ring, target) {
  const inSight = target && target.bottom > 0 && target.top < innerHeight;
  ring.hidden = !inSight;
  if (!inSight) return;
  ring.style.left = `${target.left - AROUND}px`;
  ring.style.top = `${target.top - AROUND}px`;
  ring.style.width = `${target.width + AROUND * 2}px`;
  ring.style.height = `${target.height + AROUND * 2}px`;
}
