"""What every page stands in: frame, menu, session, address, language, tabs."""
