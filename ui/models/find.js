/* A token that was found is pressed anywhere on the page. */

export default function ({ parentElement, setTriggerValue }) {
  const found = instanceIn(parentElement, () => ({ ended: new AbortController() }));
  if (!found.tell) document.addEventListener("click", (event) => found.tell(event), found.ended);
  found.tell = ({ target }) => {
    const hit = target.closest?.("[data-found]");
    if (hit) setTriggerValue("hit", [hit.dataset.of, Number(hit.dataset.found)]);
  };
  return whenGone(parentElement, () => found.ended.abort());
}
