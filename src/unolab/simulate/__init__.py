"""Mass simulation: bots and deals go in, a Report comes out."""
