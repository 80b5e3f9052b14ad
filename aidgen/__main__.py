"""`python -m aidgen` is the command `aidgen`."""

from aidgen.cli import main

main(prog_name="aidgen")
