"""Modules shared by pages: controls, the player, catalogues, tables and charts."""
