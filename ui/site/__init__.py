"""The lesson as files: pages that work in any browser, without this app and without a network."""
