"""The app for a room: one process, or several behind nginx."""
