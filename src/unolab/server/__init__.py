"""The server: rooms in which people and bots play, and the page to play in."""
