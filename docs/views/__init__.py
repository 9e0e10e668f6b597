"""All that there is to see on the page, for docs/every_view.py."""
