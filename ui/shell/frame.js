/* What a page's script cannot do from Python: name the document's language, restore tokens. */

// The sanitizer of st.html trims data-token and may drop it; data-exact holds it escaped.
function restoreTokens() {
  for (const chip of document.querySelectorAll("[data-exact]")) {
    chip.dataset.token = decodeURIComponent(chip.dataset.exact);
    delete chip.dataset.exact;
  }
}

export default function ({ data }) {
  document.documentElement.lang = data.lang;
  if (!window.restoringTokens) {
    window.restoringTokens = new MutationObserver(restoreTokens);
    window.restoringTokens.observe(document.body, { childList: true, subtree: true });
  }
  restoreTokens();
}
