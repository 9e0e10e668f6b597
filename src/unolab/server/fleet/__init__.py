"""Several servers that share a database: each room is on one of them, and all can reach it."""
