/* What a lecturer has besides the lesson: a pointer, a black screen, a clock, the code for phones. */

const MINUTE = 5_000; // ms between two looks at the clock

export class Tools {
  constructor(lesson, part) {
    Object.assign(this, { lesson, part });
    this.on = { black: false, keys: false, clock: false, pointer: false, code: false, leave: false };
    for (const type of ["pointermove", "pointerdown", "pointerup"]) {
      addEventListener(type, (event) => this.follow(event), true);
    }
    setInterval(() => this.tick(), MINUTE);
  }

  turn(name, on = !this.on[name]) {
    this.on[name] = on;
    if (name === "code") this.lesson.send("code", on);
    if (name === "clock") this.tick();
    this.paint();
    if (on && (name === "code" || name === "keys")) this.part(name).focus();
  }

  off() {
    for (const name of Object.keys(this.on)) if (this.on[name]) this.turn(name, false);
  }

  /* What lies over the lesson goes with the next press: returns whether something did. */
  lift() {
    const name = ["black", "keys", "code"].find((each) => this.on[each]);
    if (name) this.turn(name, false);
    return Boolean(name);
  }

  paint() {
    const { words, code } = this.lesson.data;
    const show = (name, on) => (this.part(name).hidden = !on);
    show("black", this.on.black);
    show("keys", this.on.keys);
    show("leave", this.on.leave);
    show("dot", this.on.pointer);
    show("code", this.on.code && code);
    this.part("leave").textContent = words.leave_sure;
    const keys = ["next_key", "back_key", "steps", "pointer", "black", "code_key", "again", "clock", "keys", "leave"];
    this.part("keys").replaceChildren(...keys.map((name) => paragraph(words[name])));
    if (this.on.code && code) this.paintCode(code);
  }

  paintCode({ picture, alt, short, notes }) {
    const image = this.part("code").querySelector("img");
    image.hidden = !picture;
    image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
    image.alt = alt;
    this.part("code").querySelector(".link").textContent = short;
    this.part("code").querySelector(".notes").textContent = notes.join(" ");
  }

  /* Where to go on at home, on the closing card. */
  paintLink(own) {
    const image = this.part("own");
    image.hidden = !own?.picture;
    if (own?.picture) Object.assign(image, { src: `data:image/svg+xml,${encodeURIComponent(own.picture)}`, alt: own.alt });
  }

  tick() {
    const clock = this.part("strip").querySelector(".clock");
    clock.hidden = !this.on.clock;
    clock.textContent = this.lesson.minutes;
  }

  /* The dot stays with "." and shows while the mouse is held. */
  follow({ type, clientX, clientY, movementX, movementY, pointerType }) {
    const dot = this.part("dot");
    if (movementX || movementY || type === "pointerdown") document.documentElement.classList.remove("resting");
    dot.style.translate = `${clientX}px ${clientY}px`;
    if (!this.lesson.on || pointerType !== "mouse" || this.on.pointer) return;
    if (type !== "pointermove") dot.hidden = type === "pointerup";
  }
}

export function paragraph(text) {
  return Object.assign(document.createElement("p"), { textContent: text });
}
