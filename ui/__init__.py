"""What the pages share: controls, the player, catalogues, tables and charts."""
