"""The coach of a server: a process of its own that advises and reviews."""
