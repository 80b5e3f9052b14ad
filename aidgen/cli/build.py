"""`aidgen build`: builds PDFs and lists them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from aidgen.assets.options import PrintOptions
from aidgen.cli.options import (
    AID_OPTION,
    GAMES,
    JOBS,
    LOCALES,
    OUT,
    SCHEDULER,
    STRICT,
    PrintCommand,
    with_pack,
    with_print_options,
    with_report,
)
from aidgen.cli.printing import add_result, problems_out, remember_output, say
from aidgen.cli.program import FINE
from aidgen.cli.progress import bar, has_bar
from aidgen.pipeline.build import build, build_drafts
from aidgen.pipeline.changes import PrintedCards, changed_cards, printed_before, removed_cards
from aidgen.pipeline.manifest import DRAFTS, HELD_BACK
from aidgen.pipeline.options import cramped_warnings
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult, plan
from aidgen.pipeline.preflight import jobs_with_fonts, preflight
from aidgen.pipeline.publication import INDEX, retire, write_gallery
from aidgen.problems import Problem, count_noun

# What to do about cards that are too full, printed once.
ROOM = (
    "To make a text fit on its card, shorten it, or set `overflow: back` or `overflow: next card`, "
    "a smaller `shrink_to`, a smaller `height` of its picture, or a larger `size`."
)


@click.command("build", cls=PrintCommand)
@GAMES
@LOCALES
@AID_OPTION
@OUT
@JOBS
@SCHEDULER
@STRICT
@with_pack
@with_report
@with_print_options
@click.option(
    "--draft",
    is_flag=True,
    help="Print all that can be typeset now, into build/draft: each page is stamped.",
)
@click.option(
    "--since",
    type=click.Path(exists=True, path_type=Path),
    help="Also print the cards that changed since this manifest.json, or a folder of them, on "
    "sheets of their own.",
)
def command(
    games: Sequence[str],
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    scheduler: str,
    strict: bool,
    pack: Pack,
    options: PrintOptions,
    from_settings: Sequence[str],
    since: Path | None,
    draft: bool,
) -> int:
    """Build the PDFs, and a gallery of them in index.html.

    Options for paper, cutting and folding make a variant, in a folder with its name. Save options
    you always want in aidgen.toml, in your pack or in ~/.config/aidgen.

    Untranslated and fuzzy texts are warnings: they are printed in the source language, underlined.
    With --strict, a warning stops the PDFs of its game and language, as an error does.
    """
    started = time.monotonic()
    planned = plan(
        pack, games=games, locales=locales, aids=aids, options=options, from_settings=from_settings
    )
    checked = preflight(planned, strict=strict)
    if draft:
        return _print_drafts(planned.jobs, checked.problems, out, jobs)
    earlier = printed_before(since) if since else None
    code = problems_out(checked.problems, strict=strict)
    pdfs = []
    words: dict[str, Any] = {"workers": jobs, "scheduler": scheduler, "strict": strict}
    for number, pdf in enumerate(bar(build, checked.jobs, out, **words), start=1):
        # With bars, a line for each new one is one too many.
        if _is_new(pdf) and not has_bar():
            say(f"[{number}/{len(checked.jobs)}] {out / pdf.job.output}: {pdf.printing}")
        pdfs.append(pdf)
    problems = [problem for pdf in pdfs for problem in pdf.problems]
    # All languages of an aid mostly lose the same.
    lost = {f"{pdf.job.game} {pdf.job.aid}": pdf.lost for pdf in pdfs if pdf.lost}
    say(*(f"{aid} no longer prints {', '.join(parts)}" for aid, parts in lost.items()))
    for path in retire(pack, out):
        say(f"{path} removed: the game no longer has this aid")
    problems += cramped_warnings(
        pdf.job.options for pdf in pdfs if pdf.overflows and not pdf.job.base.is_cut
    )
    problems += [*write_gallery(pack, out), *pack.meanwhile()]
    code = max(code, problems_out(problems, strict=strict))
    _explain_held(pdfs, out)
    _add_results(pdfs, out)
    say(*_pdf_lines(pdfs, out), _summary(pdfs, out, len(planned.jobs), time.monotonic() - started))
    if earlier is not None:
        return max(code, _print_changes(pack, earlier, pdfs, out, jobs))
    # What failed may be mended outside the pack, as by a font: it is tried again.
    if code == FINE:
        rerun = [replace(pdf, fresh=False) for pdf in pdfs]
        lines = (*_pdf_lines(rerun, out), _summary(rerun, out, len(pdfs)))
        remember_output(pack, lines, (*checked.problems, *problems), out)
    return code


def _print_drafts(jobs: Sequence[Job], problems: Sequence[Problem], out: Path, workers: int) -> int:
    ready, _ = jobs_with_fonts(jobs)
    pdfs = list(bar(build_drafts, ready, out, workers=workers))
    code = problems_out([*problems, *(problem for pdf in pdfs for problem in pdf.problems)])
    printed = [pdf for pdf in pdfs if pdf.finished is not None and pdf.finished.pdf]
    say(*(out / DRAFTS / pdf.job.output for pdf in printed))
    count = f"{len(printed)} of {count_noun(len(jobs), 'PDF')}"
    say(f"Drafts of {count} in {out / DRAFTS}: not verified, each page is stamped.")
    return code


def _explain_held(pdfs: Sequence[JobResult], out: Path) -> None:
    if any(pdf.held and pdf.finished for pdf in pdfs):
        hint = "To print them now, each page stamped as a draft, add `--draft`."
        say(f"PDFs with errors are in {out / HELD_BACK}. {hint}", err=True)
    if any(pdf.overflows and pdf.job.base.is_cut for pdf in pdfs):
        say(ROOM, err=True)


def _is_new(pdf: JobResult) -> bool:
    return pdf.fresh and pdf.published


def _summary(pdfs: Sequence[JobResult], out: Path, planned: int, seconds: float = 0) -> str:
    published, new = sum(pdf.published for pdf in pdfs), sum(map(_is_new, pdfs))
    count = f"{published} of {planned} PDFs"
    if published == planned:
        count = count_noun(published, "PDF")
    pages = count_noun(sum(pdf.pages for pdf in pdfs if pdf.published), "page")
    took = f", in {seconds:.1f} s" if seconds and new else ""
    seen = f" Open {out / INDEX} to see them." if published else ""
    return f"Built {count}, {new} new{took}: {pages}.{seen}"


def _add_results(pdfs: Iterable[JobResult], out: Path) -> None:
    for pdf in pdfs:
        add_result(
            game=pdf.job.game,
            aid=pdf.job.aid,
            locale=pdf.job.locale,
            pdf=f"{out / pdf.job.output}" if pdf.published else None,
            pages=pdf.pages,
            printing=pdf.printing or None,
            new=_is_new(pdf),
        )


def _pdf_lines(pdfs: Iterable[JobResult], out: Path) -> Iterator[str]:
    # Without bars, each new PDF was printed as it was built: its folder would name it again.
    folders: dict[Path, list[JobResult]] = defaultdict(list)
    for pdf in pdfs:
        if pdf.published:
            folders[(out / pdf.job.output).parent].append(pdf)
    for folder, here in sorted(folders.items()):
        if has_bar() or not any(map(_is_new, here)):
            single = f"{out / here[0].job.output}: {here[0].printing}"
            yield single if len(here) == 1 else f"{folder}: {len(here)} PDFs"


# --since ------------------------------------------------------------------------------------------


def _print_changes(
    pack: Pack, printed: PrintedCards, built: Sequence[JobResult], out: Path, workers: int
) -> int:
    pdfs = [pdf for pdf in built if pdf.published]
    wanted = [job for pdf in pdfs if (job := changed_cards(pdf, printed))]
    sheets = list(bar(build, wanted, out, workers=workers))
    for sheet in sheets:
        say(f"{out / sheet.job.output}: print {', '.join(sheet.job.options.cards)}")
    for pdf in pdfs:
        if removed := removed_cards(pdf, printed):
            say(f"{pdf.job.output.name}: throw away {', '.join(removed)}")
    if not sheets:
        say("No card has changed since it was printed.")
    problems = [problem for sheet in sheets for problem in sheet.problems]
    return problems_out([*problems, *write_gallery(pack, out)])
