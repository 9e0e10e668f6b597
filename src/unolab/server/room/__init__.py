"""One room: its log, who sits in it, what its clients see, and what happens by itself."""
