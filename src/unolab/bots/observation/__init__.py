"""What a seat is shown and asked, as numbers: for what learns, and for what has learned."""
