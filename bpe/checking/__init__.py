"""Where a list of merges leaves the record, and why: for those who write BPE.

`CAUSES` are the kinds of mistakes that a diagnosis names, each with its sentence.

>>> from bpe.checking import CAUSES
>>> CAUSES["words"]
'Pairs are counted across the ends of words'
"""

from .check import Check, Difference, check, hold_against
from .diagnosis import Diagnosis
from .mistakes import CAUSES

__all__ = ["CAUSES", "Check", "Diagnosis", "Difference", "check", "hold_against"]
