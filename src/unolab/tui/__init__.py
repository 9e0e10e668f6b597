"""The game in the terminal: a client of the server's protocol, with a table drawn by Textual."""
