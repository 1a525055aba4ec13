"""Counting: the words of many files, on all cores, with no more text in memory than a few parts."""
