/* Markup written by the app, with all other text escaped in it. */

export default function ({ data, parentElement }) {
  parentElement.querySelector(".markup").innerHTML = data.markup;
}
