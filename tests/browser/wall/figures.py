"""What was measured, written down as it is found: a table in `.attack/figures.md`."""

from tests.browser.conftest import ROOT

FILE = ROOT / ".attack" / "figures.md"
COLUMNS = (
    *("sent", "end", "seconds", "app grew by MB", "app's seconds", "largest worker MB"),
    *("rests after", "beside", "said"),
)


def write_row(*measured: object, beside: object = "", said: str = "") -> None:
    """Write down a row; what was not measured is left empty."""
    FILE.parent.mkdir(exist_ok=True)
    empty = [""] * (len(COLUMNS) - 2 - len(measured))
    rows = [COLUMNS, ["---"] * len(COLUMNS)] if not FILE.exists() else []
    rows.append([*measured, *empty, beside, said.replace("|", "\\|")[:300]])
    with FILE.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(f"| {' | '.join(map(str, row))} |\n" for row in rows)
