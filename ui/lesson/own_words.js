/* The box on the title that takes the words of the class. What is typed goes to the server once the
   lecturer rests, at the latest with the press that goes on, which waits for the answer. */

const TYPED = 700; // ms

export class OwnWords {
  sent = null; // what the server has not answered yet
  isAwaited = false; // the lecturer goes on as soon as it has

  constructor(lesson) {
    this.lesson = lesson;
    this.part = lesson.title.querySelector(".own");
    this.box = this.part.querySelector("textarea");
    this.box.addEventListener("input", () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.give(), TYPED);
    });
    this.box.addEventListener("change", () => this.give());
  }

  /* Names are often separated by commas, which are no part of them. */
  get text() {
    return this.box.value.replace(/[,;，、；]+/g, " ").trim();
  }

  give() {
    clearTimeout(this.resting);
    if (this.text === (this.sent ?? this.lesson.data.title.own.trim())) return;
    this.sent = this.text;
    this.lesson.acknowledge(true);
    this.lesson.send("words", this.sent);
  }

  /* Whether a press has to wait, since the words are not known yet. */
  holds() {
    this.give();
    this.isAwaited = this.sent !== null;
    return this.isAwaited;
  }

  /* What the server says; what is typed meanwhile stays. */
  update() {
    const { own, heard } = this.lesson.data.title;
    const isAnswered = this.sent !== null && heard === this.sent;
    if (isAnswered) {
      this.sent = null;
      this.lesson.acknowledge(false);
    }
    if (this.sent === null && !this.box.matches(":focus")) this.box.value = own;
    if (!isAnswered || !this.isAwaited) return;
    this.isAwaited = false;
    this.lesson.move(1);
  }

  paint() {
    const { words, title } = this.lesson.data;
    this.part.querySelector("label").textContent = words.words;
    this.part.querySelector(".words-said").textContent = title.said;
    Object.assign(this.box, { placeholder: words.words_help, maxLength: title.most });
  }
}
