/* Tells the page that its player has shown an answer. */

export default function ({ data, parentElement, setTriggerValue }) {
  const told = instanceIn(parentElement, () => new Told());
  told.tell = ({ detail }) => detail.key === data.key && setTriggerValue("shown", detail.step);
  return whenGone(parentElement, () => document.removeEventListener("bet", told.hear));
}

class Told {
  hear = (event) => this.tell(event);

  constructor() {
    document.addEventListener("bet", this.hear);
  }
}
