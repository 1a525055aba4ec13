"""What the page What models read shows."""
