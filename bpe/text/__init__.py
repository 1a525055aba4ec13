"""Before any merge: what is done to a text, what cuts it into words, and what characters are."""
