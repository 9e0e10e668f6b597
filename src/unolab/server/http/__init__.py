"""The HTTP endpoints, and the files of the page."""
