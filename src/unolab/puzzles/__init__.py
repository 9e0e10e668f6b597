"""Puzzles: positions in which one move is right, found in games that bots play among themselves."""
