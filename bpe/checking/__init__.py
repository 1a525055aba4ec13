"""Where a list of merges leaves the record, and why: for those who write BPE.

`Cause` is the kind of mistake that a diagnosis names.

>>> from typing import get_args
>>> from bpe.checking import Cause
>>> get_args(Cause)[:3]
('tie', 'weights', 'stale')
"""

from .check import Check, Difference, check, hold_against
from .diagnosis import Diagnosis
from .mistakes import Cause

__all__ = ["Cause", "Check", "Diagnosis", "Difference", "check", "hold_against"]
