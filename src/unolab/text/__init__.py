"""What the terminal shows and reads: cards, moves, games and tables as text."""
