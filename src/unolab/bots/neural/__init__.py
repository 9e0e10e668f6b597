"""The trained player: its network, its weights, and how it runs in compiled code."""
