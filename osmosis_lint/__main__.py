"""`python -m osmosis_lint`: the command."""

from osmosis_lint.frontends.command.main import run

if __name__ == "__main__":
    run()
