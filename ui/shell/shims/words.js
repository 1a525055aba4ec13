/* What Streamlit itself says, which it knows in English only (#1353), in the reader's language. */

const STREAMLITS =
  '[data-testid^="stFile"], [data-testid="stSelectboxVirtualDropdown"], [role="listbox"], [data-testid="stMainMenuPopover"], [data-testid="stSkipToContent"], [data-baseweb="popover"], [data-testid="stTooltipContent"]';
// What a reader gave, which may be any word: a choice, the name of a file. No word has a space.
const GIVEN = '[role="option"], [data-testid="stFileUploaderFileName"]';
const isGiven = (element, text) => Boolean(element.closest(GIVEN)) && !/\s/.test(text.trim());
const NAMED = ["aria-label", "aria-roledescription", "title", "placeholder"];

/* A sentence with places for what changes, as what finds it. */
export function found(sentence) {
  const literal = sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{\w+\}/g, "(.+)")}$`);
}

function inOurWords(text, said) {
  const kept = text.trim();
  for (const [theirs, ours] of said) {
    const match = kept.match(theirs);
    if (match) return ours.replace(/\{\w+\}/, () => match[1] ?? "");
  }
  return null;
}

export function translateStreamlit() {
  const { streamlits } = document.documentElement;
  // A sentence tells the chart; what Vega says of each part of it is English, and long.
  for (const each of document.querySelectorAll('[role="graphics-document"] > svg')) each.ariaHidden = "true";
  for (const holder of document.querySelectorAll(STREAMLITS)) {
    const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode;
      if (isGiven(parentElement, nodeValue)) continue;
      const text = inOurWords(nodeValue, streamlits);
      // What is written is seen as a change: only what differs.
      if (text !== null && text !== nodeValue) walker.currentNode.nodeValue = text;
    }
  }
  for (const each of document.querySelectorAll(NAMED.map((name) => `[${name}]`))) {
    if (each.closest(`.stHtml, .stMarkdown, ${GIVEN}`)) continue; // a token may be any word
    for (const name of NAMED) {
      const text = each.hasAttribute(name) ? inOurWords(each.getAttribute(name), streamlits) : null;
      if (text !== null) each.setAttribute(name, text);
    }
  }
}
