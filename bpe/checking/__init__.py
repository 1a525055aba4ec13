"""The first merge at which a list differs from a correct run, and the mistake that explains it.

`CAUSES` maps each kind of mistake that a diagnosis can name to its sentence.

>>> from bpe.checking import CAUSES
>>> CAUSES["words"]
'Pairs are counted across the ends of words'
"""

from .check import Check, Difference, check, hold_against
from .diagnosis import Diagnosis
from .mistakes import CAUSES

__all__ = ["CAUSES", "Check", "Diagnosis", "Difference", "check", "hold_against"]
