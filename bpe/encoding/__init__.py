"""New text through a vocabulary, and back."""
