"""How a server fares under load and under attack."""
