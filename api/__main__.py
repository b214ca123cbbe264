"""`python -m fairyscore`: the command, where its script is not on the path."""

from fairyscore.cli.main import main

if __name__ == "__main__":
    main()
