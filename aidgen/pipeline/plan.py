"""Which PDFs there are to make: each game of a pack, in each of its languages, aid by aid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from aidgen.assets.options import NO_OPTIONS, OPTIONS, PrintOptions
from aidgen.game import load
from aidgen.game.data import GameData
from aidgen.page.kinds import KINDS
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.cards import yield_cards
from aidgen.page.markdown import plain_text
from aidgen.pipeline.options import (
    inapplicable_warnings,
    overruled_warnings,
    refuse_narrow,
    sensible,
)
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError, Problem, UsageError, Where, did_you_mean


@dataclass(frozen=True)
class Job:
    """One PDF to make."""

    pack: Pack
    game: str
    aid: str
    locale: str
    options: PrintOptions = NO_OPTIONS
    """The print options that apply to the aid."""

    @property
    def locales(self) -> tuple[str, ...]:
        """The languages of the PDF, the aid's own first."""
        return self.options.languages or (self.locale,)

    @property
    def games_data(self) -> tuple[GameData, ...]:
        """The game in these; raises InputError if a translation cannot be read."""
        localized = [self.pack.localized(self.game, locale) for locale in self.locales]
        return tuple(map(_without_frame, localized) if self.options.frame else localized)

    @property
    def game_data(self) -> GameData:
        """The game in its language; raises InputError if the translation cannot be read."""
        return self.pack.localized(self.game, self.locale)

    @property
    def digest(self) -> str:
        """A digest of all that the PDF goes by; "" if a file of it cannot be read."""
        wholes = [self.pack.sources.digest(self.game, locale) for locale in self.locales]
        whole = " ".join([*wholes, self.aid, str(self.options)])
        return sha256(whole.encode()).hexdigest() if all(wholes) else ""

    @property
    def stands(self) -> bool:
        """Whether all that the PDF goes by is as it was when the pack was opened."""
        return self.pack.sources.snapshot.holds

    @property
    def kind(self) -> str:
        """The kind of its aid."""
        return self.pack.facts(self.game).kinds[self.aid]

    @property
    def base(self) -> Kind:
        """The kind of ours that its aid is of, or that its kind extends."""
        return KINDS[self.pack.facts(self.game).bases[self.aid]]

    @property
    def is_long(self) -> bool:
        """Whether typesetting it takes long."""
        return self.base.is_long

    @property
    def is_two_sided(self) -> bool:
        """Whether its sheets have to be printed on both sides, as far as its options tell."""
        options = self.options
        if options.booklet or options.gutterfold or options.single_sided:
            return options.booklet
        return (
            not options.no_backs and self.base.is_cut and "offset" in self.sensible
        )  # applies only where there are backs

    @property
    def output(self) -> Path:
        """Where the PDF goes, below the output folder: a variant into a folder of its name."""
        variant = self.options.name
        name = "-".join(filter(None, (self.game, self.aid, self.locale, variant)))
        return Path(self.game) / self.locale / variant / f"{name}.pdf"

    @property
    def sensible(self) -> frozenset[str]:
        """The print options that apply to it."""
        return frozenset(self.pack.facts(self.game).options[self.aid])

    @property
    def reflows(self) -> bool:
        """Whether the options cause its pages to be typeset again: cards keep their size on any
        paper."""
        return "large" in self.sensible and "bleed" not in self.sensible

    def chosen(self, options: PrintOptions) -> Job:
        """Return it with those print options that apply to it."""
        paper = self.pack.facts(self.game).papers[self.aid]
        names = self.sensible
        if not set(options.languages) <= {*self.pack.locales(self.game)}:
            names -= {"languages"}
        return replace(self, options=sensible(options, names, paper))

    @property
    def has_its_pages(self) -> bool:
        """Whether the author's page count applies: on its own paper, without options that change
        the layout."""
        options = self.options.made
        return not any(name in OPTIONS and OPTIONS[name].changes_pages for name in options)


def _without_frame(game_data: GameData) -> GameData:
    theme = game_data.game.theme.model_copy(update={"frame": "none"})
    return game_data.model_copy(update={"game": game_data.game.model_copy(update={"theme": theme})})


@dataclass(frozen=True)
class Plan:
    """The PDFs to make, and why those of some games cannot be."""

    jobs: tuple[Job, ...]
    problems: tuple[Problem, ...] = ()
    """What keeps games from being read that no one asked for by name."""


@dataclass(frozen=True)
class Games:
    """The readable games of a pack, and the problems of the others."""

    names: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


def readable(pack: Pack, named: Sequence[str] = ()) -> Games:
    """Return the readable games of a pack, or those that are named.

    Raises UsageError if a name is unknown, InputError if no game can be read.
    """
    known = pack.games
    refuse_unknown(pack, named, known, "game")
    if named:
        return Games(tuple(named))
    broken = pack.unreadable()
    problems = [problem for listed in broken.values() for problem in listed]
    problems += _nameless(pack.root)
    names = tuple(game for game in known if game not in broken)
    if not names:
        message = "found no game, expected content/<game>/game.yaml"
        raise InputError(problems or [Problem(Where(str(pack)), message)])
    return Games(names, tuple(problems))


def _nameless(pack: Path) -> list[Problem]:
    """Return a problem for each folder of records that lacks the file which makes it a game."""
    folders = {path.parent for path in (pack / "content").glob("*/[!.]*.yaml")}
    return [
        Problem(Where(load.display_path(folder, pack)), "found no game.yaml in this folder")
        for folder in sorted(folders)
        if not (folder / "game.yaml").is_file()
    ]


def plan(
    pack: Pack,
    *,
    games: Sequence[str] = (),
    locales: Sequence[str] = (),
    aids: Sequence[str] = (),
    options: PrintOptions = NO_OPTIONS,
    from_settings: Collection[str] = (),
) -> Plan:
    """Return the jobs of a pack: each game, aid and locale, or those that are named.

    Each job gets the options that apply to it. Options that do not apply are warnings, unless they
    come `from_settings`. A game that cannot be read stops the others only if it is named. Raises
    UsageError if a name is unknown or options exclude each other, InputError if no game can be
    read.
    """
    games_read = readable(pack, games)
    jobs = [job for game in games_read.names for job in _jobs(pack, game)]
    known = {job.locale for job in jobs}
    refuse_unknown(pack, locales, known, "locale", of=games)
    refuse_unknown(pack, options.languages, known | _spoken_languages(pack, games), "locale")
    refuse_unknown(pack, aids, {job.aid for job in jobs}, "aid", of=games)
    if options.languages and locales:
        if "languages" not in from_settings:
            message = "says nothing beside --languages, which names both"
            raise UsageError([Problem(Where("--locale"), message)])
        options = replace(options, languages=())
    chosen = tuple(
        job.chosen(options)
        for job in jobs
        if (not locales or job.locale in locales) and (not aids or job.aid in aids)
    )
    chosen = tuple(job for job in chosen if _is_made(job, options.languages))
    if options.cards:
        chosen = _select_cards(chosen, options.cards)
    refuse_narrow(job.options for job in chosen)
    said = [name for name in options.made if name not in from_settings]
    sensible_of = {f"{job.game}/{job.aid}": job.sensible for job in chosen}
    ignored = [*inapplicable_warnings(said, sensible_of), *overruled_warnings(said)]
    if "languages" in said:
        ignored += _spoken_alone(pack, games_read.names, options.languages)
    return Plan(chosen, (*games_read.problems, *ignored))


def _select_cards(jobs: Sequence[Job], words: Sequence[str]) -> tuple[Job, ...]:
    """Return those of `jobs` that print cards which words name, limited to these cards.

    A word is the title of a card, its id, a tag, or what one of its fields says. Raises UsageError
    for a word that no card answers to.
    """
    unknown = dict.fromkeys(words)
    titles: dict[str, None] = {}
    selected = []
    for job in jobs:
        if "cards" not in job.sensible:
            continue
        named: dict[str, None] = {}
        for name, answers in _card_words(job.game_data, job.aid).items():
            titles[answers[0]] = None
            matching = [word for word in words if word.casefold() in map(str.casefold, answers)]
            if matching:
                named[name] = None
            for word in matching:
                unknown.pop(word, None)
        if named:
            selected.append(replace(job, options=replace(job.options, cards=tuple(named))))
    if unknown:
        message = "no card has the title, the id, the tag or the field `{}`"
        raise UsageError(
            [
                Problem(Where("--cards"), message.format(word), did_you_mean(word, titles))
                for word in unknown
            ]
        )
    return tuple(selected)


def _card_words(game_data: GameData, aid: str) -> dict[str, list[str]]:
    """Return by what each card of an aid is named: its title first."""
    return {
        printed.name: [
            plain_text(printed.card.front.title),
            printed.name,
            *printed.card.tags,
            *(plain_text(str(value)) for value in printed.card.fields.values()),
        ]
        for printed in yield_cards(game_data, game_data.aids[aid])
    }


def _spoken_languages(pack: Pack, games: Sequence[str]) -> set[str]:
    """Return the languages of all games of a pack, if only some games are asked for."""
    names = readable(pack).names if games else ()
    return {locale for name in names for locale in pack.locales(name)}


def _spoken_alone(pack: Pack, games: Sequence[str], languages: Sequence[str]) -> Iterator[Problem]:
    """Yield a warning for each game that lacks one of two languages.

    Raises UsageError if there is none in either of them.
    """
    where, listed = Where("--languages"), " or ".join(f"`{one}`" for one in languages)
    spoken = {game: {*pack.locales(game)} & {*languages} for game in games}
    if not any(spoken.values()):
        raise UsageError([Problem(where, f"found no game in {listed}: {', '.join(games)}")])
    for game, known in spoken.items():
        for missing in {*languages} - known:
            hint = f"that is made in `{next(iter(known))}` alone" if known else "not made"
            yield Problem(where, f"{game} is not in `{missing}`", hint, "warning")


def _is_made(job: Job, languages: Collection[str]) -> bool:
    """Tell whether a job is built where two languages are chosen: in both at once, or in each."""
    if job.options.languages:
        return job.locale == job.options.languages[0]
    return not languages or job.locale in languages


def game_of(job: Job) -> list[Job]:
    """Return all jobs of the game and language of a job."""
    return [one for one in _jobs(job.pack, job.game) if one.locale == job.locale]


def _jobs(pack: Pack, game: str) -> list[Job]:
    aids = pack.facts(game).kinds
    return [Job(pack, game, aid, locale) for locale in pack.locales(game) for aid in aids]


def refuse_unknown(
    pack: Pack,
    names: Sequence[str],
    known: Collection[str],
    what: str,
    *,
    of: Sequence[str] = (),
) -> None:
    """Raise UsageError for those of `names` that are not `known`; `what` names their kind.

    `of` are the games that were asked for, if not all of the pack.
    """
    listed, whose = ", ".join(sorted(known)), " or ".join(of) or "this pack"
    problems = [
        Problem(
            Where(str(pack)),
            f"`{name}` is no {what} of {whose}",
            did_you_mean(name, known) or f"known: {listed}",
        )
        for name in names
        if name not in known
    ]
    if problems:
        raise UsageError(problems)
