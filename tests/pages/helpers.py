"""What tests of pages share: the markup of a page that ran without a browser, read as tables."""

from html.parser import HTMLParser


class Rows(HTMLParser):
    """Collect the tokens of each row of a table, and its text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
            self.texts.append("")
        token = dict(attributes).get("data-token")
        if token is not None and self.rows:
            self.rows[-1].append(token)

    def handle_data(self, data):
        if self.texts and not self.cdata_elem:  # what is inside of style is no text
            self.texts[-1] += f" {data}"


def markup(app) -> list[str]:
    """Return the HTML of a page, piece by piece."""
    return [element.proto.body for element in app.get("html")]


def tables(app) -> list[Rows]:
    """Return the tables of a page, in order, each with its rest if that came right below it."""
    found: list[Rows] = []
    for body in markup(app):
        if "<template data-rest" in body:
            found[-1].feed(body)
        elif "<table>" in body:
            found.append(Rows(body))
    return found


def blocks(block):
    """Return a container and all those in it."""
    yield block
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from blocks(child)
