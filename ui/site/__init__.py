"""The lesson as files: pages that play in any browser, without this app and without a network."""
