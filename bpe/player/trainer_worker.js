/* Training in the background: in a worker if the page may have one, else in slices of 50 ms. */

import { Looks } from "./looks.js";
import { encoded, Refusal, SCHEMES, train, training } from "./trainer.js";

const SLICE = 50; // milliseconds
const ANSWER = `
onmessage = ({ data }) => {
  try {
    postMessage({ trained: train(...data) });
  } catch ({ code, values, message }) {
    postMessage({ refused: code, values, message });
  }
};`;

/* Trains one text at a time: a new text cancels the previous one. */
class BackgroundTrainer {
  turn = 0;

  /* source: the trainer's scripts, as text, for a worker: a file has no address from which to load them. */
  constructor(source) {
    this.source = `${source.replace(/^export /gm, "")}${ANSWER}`;
  }

  /* Return the result of `train`, or null if a new text arrived meanwhile. */
  async train(text, scheme, options) {
    const turn = ++this.turn;
    this.end?.(null);
    const asked = [text, scheme, options];
    const answer = await this.apart(asked);
    if (turn !== this.turn) return null;
    if (!answer) return this.sliced(asked, turn);
    if (answer.refused) throw new Refusal(answer.refused, answer.values);
    if (answer.message) throw new Error(answer.message);
    return answer.trained;
  }

  /* Return a worker's result, or null without one. */
  apart(asked) {
    return new Promise((answer) => {
      let worker;
      this.end = (data) => {
        worker?.terminate();
        answer(data);
      };
      const address = URL.createObjectURL(new Blob([this.source], { type: "text/javascript" }));
      try {
        worker = new Worker(address);
        worker.onmessage = ({ data }) => this.end(data);
        worker.onerror = () => this.end(null); // a policy of the page forbids it
        worker.postMessage(asked);
      } catch {
        this.end(null);
      }
      URL.revokeObjectURL(address);
    });
  }

  async sliced(asked, turn) {
    const steps = training(...asked);
    let until = performance.now() + SLICE;
    while (turn === this.turn) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() < until) continue;
      await new Promise((go) => setTimeout(go));
      until = performance.now() + SLICE;
    }
    return null;
  }
}

globalThis.trainer = { BackgroundTrainer, encoded, Looks, SCHEMES, train };
