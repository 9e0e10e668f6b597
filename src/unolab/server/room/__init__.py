"""One room: its log, its seats, what its clients see, and its timers."""
