"""The command ``unolab``, also as ``python -m unolab``: Ctrl-C is quiet from its first line on.

So nothing is imported here before that is seen to, and least of all the command line itself.
"""


def main() -> None:
    """Run the command line."""
    try:
        from unolab.cli import main as run

        run()
    except SystemExit as end:
        from unolab.interrupt import STOPPED, leave

        if end.code == STOPPED:
            leave()
        raise
    except BaseException as error:
        from unolab.interrupt import is_interrupt, leave, say_stopped

        if not is_interrupt(error):
            raise
        say_stopped()
        leave()


if __name__ == "__main__":
    main()
