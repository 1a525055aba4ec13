"""The merge loop, and its record, which answers every question about a step."""
