"""A Result for people: as text, as a page, as pictures, and live in a terminal."""
