"""Which PDFs there are to make: each game of a pack, in each of its languages, aid by aid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from aidgen.assets.options import NO_OPTIONS, OPTIONS, PrintOptions
from aidgen.assets.papers import paper_name
from aidgen.game.data import GameData
from aidgen.page.kinds import KINDS, kind_of
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.cards import yield_cards
from aidgen.page.markdown import plain_text
from aidgen.pipeline.options import (
    inapplicable_warnings,
    overruled_warnings,
    refuse_narrow,
    sensible,
)
from aidgen.pipeline.pack import Pack, readable, refuse_unknown
from aidgen.pipeline.tasks import Finished, RenderTask
from aidgen.problems import Problem, UsageError, Where, count_noun, did_you_mean


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
    def game_data(self) -> GameData:
        """The game in its language; raises InputError if the translation cannot be read."""
        return self.pack.localized(self.game, self.locale)

    def render_task(self, locale: str) -> RenderTask:
        """Return what a worker needs to render it in a language; raises InputError."""
        game = self.pack.pickled(self.game, locale)
        return RenderTask(game, self.aid, self.pack.roots, self.options, self.pack.limits)

    @property
    def digest(self) -> str:
        """A digest of all that the PDF goes by, the program too; "" if a file is unreadable."""
        digests = [self.pack.sources_digest(self.game, locale) for locale in self.locales]
        whole = " ".join([*digests, self.aid, str(self.options)])
        return sha256(whole.encode()).hexdigest() if all(digests) else ""

    @property
    def base(self) -> Kind:
        """The kind of ours that its aid is of, or that its kind extends."""
        kind = kind_of(game_data := self.pack.game_data(self.game), game_data.aids[self.aid].kind)
        assert kind is not None, "its kind is checked"
        return KINDS[kind.name]

    @property
    def variant(self) -> str:
        """The name of the variant that its options make; "" if none is chosen."""
        return self.options.name

    @property
    def output(self) -> Path:
        """Where the PDF goes, below the output folder: a variant into a folder of its name."""
        name = "-".join(filter(None, (self.game, self.aid, self.locale, self.variant)))
        return Path(self.game) / self.locale / self.variant / f"{name}.pdf"

    @property
    def sensible(self) -> frozenset[str]:
        """The print options that apply to it."""
        return self.pack.options(self.game, self.aid)

    def chosen(self, options: PrintOptions) -> Job:
        """Return it with those print options that apply to it."""
        paper, names = self.pack.game_data(self.game).aids[self.aid].paper, self.sensible
        if not {*options.languages} <= {*self.pack.locales(self.game)}:
            names -= {"languages"}
        return replace(self, options=sensible(options, names, paper))

    @property
    def has_its_pages(self) -> bool:
        """Whether the author's page count applies: no option changes the layout."""
        rows = (OPTIONS[name] for name in self.options.made if name in OPTIONS)
        return not any(row.changes_pages for row in rows)


@dataclass(frozen=True)
class JobResult:
    """The result of a job: the verified PDF, and its problems."""

    job: Job
    finished: Finished | None = field(default=None, repr=False)
    """The PDF with its check results; None if it could not be made."""
    fresh: bool = False
    """Whether it differs from the PDF that an earlier build wrote."""
    problems: tuple[Problem, ...] = ()
    overflows: bool = False
    """Whether something in it does not fit."""
    held: bool = False
    """Whether something in it holds it back: an error, or a warning where they count as errors."""
    lost: tuple[str, ...] = ()
    """What the PDF before it printed of the game and it does not."""

    @property
    def published(self) -> bool:
        """Whether the PDF has, or may have, its final name."""
        return self.finished is not None and not self.held

    @property
    def printing(self) -> str:
        """What to know before printing it: pages, paper, how to turn the paper over."""
        if self.finished is None:
            return ""
        facts = [count_noun(self.pages, "page"), self.paper]
        facts += ["landscape"] * self.is_landscape
        if self.finished.two_sided:
            facts.append(f"two-sided: flip on the {self.flip_edge} edge")
        return ", ".join(facts)

    @property
    def paper(self) -> str:
        """The name of its paper."""
        return paper_name(self.finished.sheet) if self.finished else ""

    @property
    def is_landscape(self) -> bool:
        """Whether its first page is wider than high."""
        return self.finished is not None and self.finished.sheet.width > self.finished.sheet.height

    @property
    def flip_edge(self) -> str:
        """On which edge the paper is turned over, short or long."""
        return "short" if self.is_landscape else "long"

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return self.finished.pages if self.finished else 0


@dataclass(frozen=True)
class Plan:
    """The PDFs to make, and why those of some games cannot be."""

    jobs: tuple[Job, ...]
    problems: tuple[Problem, ...] = ()
    """What keeps games from being read that no one asked for by name."""


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
    names, problems = readable(pack, games)
    jobs = [job for game in names for job in _jobs(pack, game)]
    languages = {job.locale for job in jobs}
    refuse_unknown(pack, locales, languages, "locale", of=games)
    # Another game may have a language that this one lacks: that is a warning.
    everywhere = readable(pack)[0] if games else ()
    languages |= {locale for game in everywhere for locale in pack.locales(game)}
    refuse_unknown(pack, options.languages, languages, "locale")
    refuse_unknown(pack, aids, {job.aid for job in jobs}, "aid", of=games)
    if options.languages and locales:
        if "languages" not in from_settings:
            message = "says nothing beside --languages, which names both"
            raise UsageError.at(Where("--locale"), message)
        options = replace(options, languages=())
    chosen = [
        job.chosen(options)
        for job in jobs
        if (not locales or job.locale in locales) and (not aids or job.aid in aids)
    ]
    # Of two languages, the first is that of the aid; what cannot have both is made in each.
    chosen = [
        job
        for job in chosen
        if job.locale in (job.options.languages[:1] or options.languages or (job.locale,))
    ]
    if options.cards:
        chosen = _select_cards(chosen, options.cards)
    refuse_narrow(job.options for job in chosen)
    asked = [name for name in options.made if name not in from_settings]
    sensible_of = {f"{job.game}/{job.aid}": job.sensible for job in chosen}
    ignored = [*inapplicable_warnings(asked, sensible_of), *overruled_warnings(asked)]
    if "languages" in asked:
        ignored += _monolingual(pack, names, options.languages)
    return Plan(tuple(chosen), (*problems, *ignored))


def _select_cards(jobs: Sequence[Job], words: Sequence[str]) -> list[Job]:
    unknown = dict.fromkeys(words)
    titles: dict[str, None] = {}
    selected = []
    for job in jobs:
        if "cards" not in job.sensible:
            continue
        cards: dict[str, None] = {}
        for printed in yield_cards(job.game_data, job.game_data.aids[job.aid]):
            card = printed.card
            texts = [card.front.title or printed.name, *map(str, card.fields.values())]
            title, *values = map(plain_text, texts)
            titles[title] = None
            answers = {name.casefold() for name in (title, printed.name, *values)}
            answers |= {tag.casefold() for tag in card.tags}
            for word in words:
                if word.casefold() in answers:
                    cards[printed.name] = None
                    unknown.pop(word, None)
        if cards:
            selected.append(replace(job, options=replace(job.options, cards=tuple(cards))))
    if unknown:
        message = "no card has the title, the id, the tag or the field `{}`"
        raise UsageError(
            Problem(Where("--cards"), message.format(word), did_you_mean(word, titles))
            for word in unknown
        )
    return selected


def _monolingual(pack: Pack, games: Sequence[str], languages: Sequence[str]) -> Iterator[Problem]:
    where, listed = Where("--languages"), " or ".join(f"`{language}`" for language in languages)
    spoken = {game: {*pack.locales(game)} & {*languages} for game in games}
    if not any(spoken.values()):
        raise UsageError.at(where, f"found no game in {listed}: {', '.join(games)}")
    for game, present in spoken.items():
        for missing in {*languages} - present:
            hint = f"that is made in `{next(iter(present))}` alone" if present else "not made"
            yield Problem(where, f"{game} is not in `{missing}`", hint, "warning")


def game_of(job: Job) -> list[Job]:
    """Return all jobs of the game and language of a job."""
    return [each for each in _jobs(job.pack, job.game) if each.locale == job.locale]


def _jobs(pack: Pack, game: str) -> list[Job]:
    aids = pack.game_data(game).aids
    return [Job(pack, game, aid, locale) for locale in pack.locales(game) for aid in aids]
