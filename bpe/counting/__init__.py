"""Counting: the words of many files, a process a file, and their counts in a file of their own."""
