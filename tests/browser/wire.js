/* What runs in a page of the app before its own scripts do: `wire` says when the page last asked its
   server for something, when it last got an answer, how many scripts of components are not there
   yet, how many things are put off for a moment, and the bytes of short messages. What is loading
   stands still. */

{
  const SHORT = 200;
  const wire = (globalThis.wire = { asked: 0, answered: 0, loading: 0, soon: 0, short: [] });
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) {
    wire.asked = performance.now();
    send.call(this, message);
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => {
        wire.answered = performance.now();
        if (data.byteLength <= SHORT) wire.short.push([...new Uint8Array(data)]);
      });
    }
  };
  const addressOf = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    if (blob.type !== "text/javascript") return addressOf.call(URL, blob);
    wire.loading += 1;
    const { type } = blob;
    return addressOf.call(URL, new Blob([blob, "\n;window.wire.loading -= 1;"], { type }));
  };

  // A slider of Streamlit's asks after 200 ms, a player after 300.
  const MOMENT = 400;
  const waiting = new Set();
  const over = (timer) => {
    waiting.delete(timer);
    wire.soon = waiting.size;
  };
  const { setTimeout: begin, clearTimeout: end } = globalThis;
  globalThis.setTimeout = (act, ms = 0, ...given) => {
    const timer = begin(() => {
      over(timer);
      act(...given);
    }, ms);
    if (ms > 0 && ms <= MOMENT) wire.soon = waiting.add(timer).size;
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    over(timer);
    end(timer);
  };

  // What stands for a part that is loading moves: each frame of it is painted by the processor.
  const LOADING = ".stAppSkeleton *, [data-testid=stSkeleton], .stSpinner *";
  const still = new CSSStyleSheet();
  still.replaceSync(`:is(${LOADING}) { animation: none !important }`);
  document.adoptedStyleSheets.push(still);
}
