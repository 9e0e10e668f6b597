"""The server: rooms, their log on disk, and the page."""
