"""What a small fault is: another text at one place of a source."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A source with one place, from `start` to `end`, written another way."""

    start: int
    end: int
    text: str

    def of(self, source: str) -> str:
        """Return the source with the fault in it."""
        return source[: self.start] + self.text + source[self.end :]

    def lines(self, source: str) -> tuple[str, str]:
        """Return the lines it changes, as they were and as they are now, without indentation."""
        first = source.rfind("\n", 0, self.start) + 1
        last = source.find("\n", self.end)
        last = len(source) if last < 0 else last
        now = source[first : self.start] + self.text + source[self.end : last]
        return " ".join(source[first:last].split()), " ".join(now.split())
