"""The shipped strategies, one file each."""
