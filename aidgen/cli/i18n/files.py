"""`aidgen i18n add`, `extract`, `stats` and `sync`: the PO files of a pack."""

from __future__ import annotations

from collections.abc import Sequence

import click

from aidgen.cli.options import GAMES, with_pack
from aidgen.cli.printing import problems_out, say, written_out
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import add, extract, files_of, forms_to_add, stats, step
from aidgen.problems import Problem, Where, count_noun


@click.command("add")
@click.argument("locale")
@GAMES
@with_pack
def add_locale(locale: str, games: Sequence[str], pack: Pack) -> None:
    """Start a translation into LOCALE.

    LOCALE is a language code such as de or pt_BR. The command creates empty PO files for it.
    """
    written_out(add(pack, locale, games))
    which = "".join(f" {game}" for game in games)
    say(f"Translate them, then run: aidgen check{which}; aidgen build{which} --locale {locale}")


@click.command("extract")
@GAMES
@with_pack
def extract_templates(games: Sequence[str], pack: Pack) -> None:
    """Write the templates, locales/GAME.pot.

    Translation tools and servers start a new language from them.
    """
    written_out(extract(pack, games))


@click.command("sync")
@click.argument("locale", required=False)
@GAMES
@with_pack
def sync_files(locale: str | None, games: Sequence[str], pack: Pack) -> None:
    """Update the PO files to match the games.

    Without LOCALE, the files of every language are updated. Existing translations are kept.
    """
    written_out(step(pack, locale, games))


@click.command("forms")
@click.argument("locale")
@GAMES
@click.option("--add", "add_them", is_flag=True, help="Add them to the glossary.")
@with_pack
def list_forms(locale: str, games: Sequence[str], add_them: bool, pack: Pack) -> None:
    """List inflected forms of terms that the glossary lacks.

    A word that begins like a term is taken for a form of it. Read the list before you add it.
    """
    lacking = forms_to_add(pack, files_of(pack, locale, games), add_them=add_them)
    for file, (context, forms) in lacking:
        say(f"{file.name}: `{context}`: {'|'.join(forms)}")
    number = sum(len(forms) - 1 for _, (_, forms) in lacking)  # without the term itself
    say(f"{count_noun(number, 'form')} {'added' if add_them else 'found'}")


@click.command("stats")
@GAMES
@click.option("--fail-under", type=click.IntRange(0, 100), default=0, help="Least % translated.")
@with_pack
def show_stats(games: Sequence[str], fail_under: int, pack: Pack) -> int:
    """Count translated, fuzzy and missing texts.

    Words are counted in the source.
    """
    rows = stats(pack, games)
    say(f"{'':14} {'':6} translated   fuzzy missing   words declared")
    for file, tally in rows:
        counts = f"{tally.fuzzy:7} {tally.missing:7} {tally.words:7} {tally.declared:8}"
        done = f"{tally.translated:5} {tally.percent:3}%"
        say(f"{file.domain:14} {file.locale:6} {done} {counts}")
    lacking = (file for file, tally in rows if tally.percent < fail_under)
    message = f"is less than {fail_under} % translated"
    return problems_out(Problem(Where(file.name), message) for file in lacking)
