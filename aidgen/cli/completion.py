"""`aidgen completion`: prints the script for completion in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from aidgen.cli.printing import write
from aidgen.cli.program import EPILOG

# The environment variable through which a shell asks for completions.
VARIABLE = "_AIDGEN_COMPLETE"


@click.command("completion", epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that completes commands in your shell.

    \b
    bash: put this line into ~/.bashrc
        eval "$(aidgen completion bash)"
    zsh: put this line into ~/.zshrc
        eval "$(aidgen completion zsh)"
    fish: aidgen completion fish > ~/.config/fish/completions/aidgen.fish

    `./run completion bash` does the same for ./run.
    """
    program = context.find_root()
    script = get_completion_class(shell)
    assert script is not None  # the choice lists only known shells
    typed = program.info_name or "aidgen"
    write(script(program.command, {}, typed, VARIABLE).source())
