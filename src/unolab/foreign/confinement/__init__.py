"""Take rights away from a process before it becomes a foreign program.

This package stands alone: it is imported by the launcher's process too, where it is all that there
is of unolab, so that a bot starts at once. Hence its modules import each other by a dot.
"""
