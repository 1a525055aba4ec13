/* A token that was found is pressed anywhere on the page. */

export default function ({ parentElement, setTriggerValue }) {
  return hearFor(parentElement, "click", ({ target }) => {
    const hit = target.closest?.("[data-found]");
    if (hit) setTriggerValue("hit", [hit.dataset.of, Number(hit.dataset.found)]);
  });
}
