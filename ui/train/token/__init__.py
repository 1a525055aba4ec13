"""The tab Token: what built it, in which words it stands, how often, and until when."""
