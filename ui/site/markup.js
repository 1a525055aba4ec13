/* Markup that the app writes itself, with all that is not its own escaped in it. */

export default function ({ data, parentElement }) {
  parentElement.querySelector(".markup").innerHTML = data.markup;
}
