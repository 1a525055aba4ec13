/* Streamlit's own texts, which are only English (#1353), in the reader's language. */

const STREAMLITS =
  '[data-testid^="stFile"], [data-testid="stSelectboxVirtualDropdown"], [role="listbox"], [data-testid="stMainMenuPopover"], [data-testid="stSkipToContent"], [data-baseweb="popover"], [data-testid="stTooltipContent"]';
// Text from a reader, which may be any word: an option, the name of a file. No such text has a space.
const GIVEN = '[role="option"], [data-testid="stFileUploaderFileName"]';
const isGiven = (element, text) => Boolean(element.closest(GIVEN)) && !/\s/.test(text.trim());
const NAMED = ["aria-label", "aria-roledescription", "title", "placeholder"];

/* Return the regular expression of a sentence with placeholders. */
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
  // A sentence describes the chart; Vega's descriptions of its parts are English, and long.
  for (const each of document.querySelectorAll('[role="graphics-document"] > svg')) each.ariaHidden = "true";
  for (const holder of document.querySelectorAll(STREAMLITS)) {
    const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode;
      if (isGiven(parentElement, nodeValue)) continue;
      const text = inOurWords(nodeValue, streamlits);
      // Writing triggers the observer again: write only differences.
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
