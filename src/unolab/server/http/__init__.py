"""What is asked and answered over HTTP, and the files of the page."""
