"""The merge loop, and the record of it that answers every question about a step."""
