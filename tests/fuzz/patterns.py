"""Regular expressions at random, of which many are none; each made from a number."""

from random import Random

_TEXT = r"""
a b . \w \s \p{L} \X \b ^ $ \Z \G \K \R \m \M ( (?: (?= (?! (?<= (?<! (?> (?| (?P<n> (?i: (?<a>
(?V1) (?i) (?f) (?b) (?e) (?p) (?r) (?w) (?x) (?s) (?(1) (?(n) (?(DEFINE) (*F) ) ) ) ) | | * + ?
*? ++ ?+ {2} {1,3} {,9} {3,} {99} {999} {99999} {0} {0,0} {e<=1} {i<=2,d<=1} {e<=5:[ab]} {1e<=2}
[ ] [^ [a-z] [^a] -- && || ~~ [[:alpha:]] [\p{L}--a] - \1 \g<1> (?P=n) \L<a> \x41 \U0010ffff
\p{Script=Han} ß İ ſt ﬀ \ # / (?#) (*SKIP) (*PRUNE)
"""
_PARTS = [*_TEXT.split(), " ", "\n", "\0", "\ud800", "e\u0301", "\\N{DIGIT ONE}"]


def pattern(number: int) -> str:
    """Return the pattern that a number stands for."""
    chance = Random(f"pattern {number}")
    found = "".join(chance.choices(_PARTS, k=chance.choice([1, 3, 6, 12, 40])))
    if chance.random() < 0.7:  # closed, so that more of them are patterns
        found += ")" * max(0, found.count("(") - found.count(")"))
    return found * chance.choice([1, 1, 1, 2, 50])
