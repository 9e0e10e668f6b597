"""Looking ahead: what moves are worth in the ways that the hidden cards could lie."""
