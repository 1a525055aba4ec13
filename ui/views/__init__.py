"""Views of the pages: one module per page, readable from the top."""
