"""Where a list of merges leaves the record, why, and what that costs: for those who write BPE."""

from .check import Check, Cost, Difference, check, example, hold_against
from .diagnosis import Diagnosis
from .mistakes import Cause

__all__ = ["Cause", "Check", "Cost", "Diagnosis", "Difference", "check", "example", "hold_against"]
