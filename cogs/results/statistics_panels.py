"""The pages of statistics, as one person sees them: the players of this server, one person, two people, tribes,
artifact cards, games for one, and the filter."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from discord import ui

from bot.app.results import ENOUGH, Rating, balance_of, count_results, streaks_of
from bot.app.results.ratings import ANCHORS
from bot.app.score_pad import level
from bot.app.tables.model import STRENGTHS
from bot.pictures.chart_picture import Bar, BarChart, Chart, CourseChart, VersusChart
from bot.store.result_index import NOBODY
from bot.store.result_statistics import GroupTally, PersonTally, PlayedSeat, ResultStatistics, Tally
from bot.store.seasons import StoredSeason
from bot.text import Locale, t, tn
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.core.picture_delivery import for_person, renderer_of
from cogs.core.services import Interaction
from cogs.core.theme_choice import private_theme
from cogs.results.component_names import ComponentNames, with_whole_tribe
from cogs.results.season_access import may_manage
from cogs.results.statistics_controls import Option, filter_menus, menu_of, page_button
from cogs.results.statistics_view import Page, StatisticsView, short, short_day, today
from cogs.results.statistics_wording import (
    POINT,
    ago,
    alone_line,
    component,
    computer_words,
    few_note,
    few_words,
    filter_words,
    kept,
    one_place,
    season_line,
    short_won,
    shown,
    tally_line,
    whole,
    won_words,
)
from cogs.score_pad.pad_access import place_of

PER_PAGE: Final = 6
MOST_GROUPS: Final = 12
LAST: Final = 5
"""Games of two people that are told one by one."""
MODES: Final = ("mautoma", "solo")
"""The games for one, those with a scale first."""
PLACE_PAGES: Final[tuple[Page, ...]] = ("tribes", "cards", "alone", "ratings", "seasons")
PERSON_PAGES: Final[tuple[Page, ...]] = ("person", "lines", "groups", "alone")


class _Reader:
    """One look at statistics: whose, where, in which language."""

    def __init__(self, interaction: Interaction, view: StatisticsView, waiting: int) -> None:
        """``waiting``: results that are not counted yet."""
        self.interaction, self.view, self.waiting = interaction, view, waiting
        self.locale: Locale = private_locale(interaction)
        self.here = place_of(interaction)
        self.found: ResultStatistics = interaction.client.services.store.result_statistics

    @property
    def place(self) -> int | None:
        """Where results count: here, or on all servers."""
        return None if self.view.everywhere else self.here

    def t(self, key: str, **values: object) -> str:
        """A text in the reader's language."""
        return t(self.locale, key, **values)

    async def seasons(self) -> list[StoredSeason]:
        """The seasons here, the last one to begin first."""
        return await self.interaction.client.services.store.seasons.of(self.here)

    async def ratings(self) -> dict[int, Rating] | None:
        """The ratings of the people here; None while they are being worked out."""
        services = self.interaction.client.services
        return await services.ratings.of(services.store, self.here)

    async def components(self) -> ComponentNames:
        """The names of tribes and artifact cards."""
        return await ComponentNames.read_here(self.interaction, self.locale)

    async def name(self, person: int) -> str:
        """What somebody is called here.

        :raises UserError: they have no results here.
        """
        name = await self.found.named(self.here, person) if person != NOBODY else None
        if name is None:
            raise UserError("results.nobody")
        return name


async def statistics_panel(interaction: Interaction, view: StatisticsView) -> Panel:
    """A page of statistics.

    :raises UserError: the person has no results here.
    """
    waiting = await count_results(interaction.client.services.store, place_of(interaction))
    if view.everywhere and not await _is_own(interaction, view):
        view = msgspec.structs.replace(view, everywhere=False)
    return await _PAGES[view.page](_Reader(interaction, await with_whole_tribe(interaction, view), waiting))


async def _is_own(interaction: Interaction, view: StatisticsView) -> bool:
    """Whether it is the reader's own page: nobody else sees what was played on other servers."""
    person = await interaction.client.services.store.result_statistics.who(view.person)
    return person is not None and person.account == interaction.user.id


# ---- the players of this server ----------------------------------------------------------------------------------


async def _players(reader: _Reader) -> Panel:
    view = reader.view
    people, count = await reader.found.players(reader.here, view.chosen, view.order, view.first, PER_PAGE)
    season = await _season_title(reader)
    title = season or reader.t("results.players.title")
    if not people:
        return await _empty(reader, title, reader.t("results.season.no_games") if season else "")
    lines = [_player_line(reader, view.first + at, each) for at, each in enumerate(people, 1)]
    texts = [_key(reader), "\n".join(lines)]
    if view.first + PER_PAGE >= count:
        texts += await _computers(reader)
    panel = await _page(reader, title, texts)
    bars = tuple(Bar(each.name, round(each.tally.wins, 1), each.tally.expected) for each in people)
    await _draw(reader, panel, BarChart(reader.t("results.chart.players"), reader.t("results.chart.expected"), bars))
    _menu(panel, "person", view, reader.t("results.pick_person"), _options(people))
    pages = [(reader.t(f"results.page.{page}"), page) for page in PLACE_PAGES]
    _menu(panel, "page", view, reader.t("results.pick_more"), pages)
    games = ui.Button[Any](label=reader.t("results.list"), custom_id="results:page:0")
    _row(panel, [*_turning(reader, count), games, _filter_button(reader)])
    return panel


def _player_line(reader: _Reader, place: int, each: PersonTally) -> str:
    best = reader.t("results.best", points=each.tally.best)
    return (
        f"{place}\\. **{shown(each.name)}** {tally_line(reader.locale, each.tally)}\n-# {best} · {ago(each.tally.last)}"
    )


async def _computers(reader: _Reader) -> list[str]:
    found = await reader.found.computers(reader.here, reader.view.chosen)
    found.sort(key=lambda each: STRENGTHS.index(each[0]) if each[0] in STRENGTHS else len(STRENGTHS))
    lines = [
        f"{computer_words(reader.locale, strength)} {won_words(reader.locale, tally)}" for strength, tally in found
    ]
    return [f"-# {reader.t('results.computers', all=POINT.join(lines))}"] if lines else []


# ---- one person --------------------------------------------------------------------------------------------------


async def _person(reader: _Reader) -> Panel:
    view, name = reader.view, await reader.name(reader.view.person)
    games = await reader.found.games(reader.place, view.person, view.chosen)
    tally = await reader.found.person(reader.place, view.person, view.chosen)
    alone = await _alone_lines(reader)
    if tally is None or not games:
        return await _person_page(reader, name, [*alone, reader.t("results.no_game_of_several")], None)
    seats = await reader.found.grouped(reader.place, view.chosen, "seats", view.person)
    by_seats = [_seats_line(reader, each) for each in sorted(seats, key=lambda each: each.key)]
    texts = [
        *_overview(reader, tally, games),
        *await _rating_line(reader),
        "\n".join([_key(reader), *by_seats]),
        *alone,
    ]
    chart = _course_of(reader, games) if len(games) > 1 else None
    return await _person_page(reader, name, texts, chart)


def _overview(reader: _Reader, tally: Tally, games: list[PlayedSeat]) -> Iterable[str]:
    streaks = streaks_of(games)
    won = f"**{won_words(reader.locale, tally)}**{few_words(reader.locale, tally.games)}"
    average = reader.t("results.average", points=whole(reader.locale, tally.average))
    best = reader.t("results.best_of", points=streaks.best.total, result=streaks.best.result)
    lowest = reader.t("results.lowest_of", points=streaks.lowest.total, result=streaks.lowest.result)
    yield f"{won}\n{average} · {best} · {lowest}\n{reader.t('results.last', when=ago(tally.last))}"
    if streaks.longest > 1:
        yield reader.t("results.streak", longest=streaks.longest, now=streaks.now)


def _seats_line(reader: _Reader, each: GroupTally) -> str:
    return f"**{tn(reader.locale, 'results.filter.seats', int(each.key))}** {tally_line(reader.locale, each.tally)}"


async def _alone_lines(reader: _Reader) -> list[str]:
    """The games for one of a person, a line for each kind."""
    view, lines = reader.view, ""
    for mode in MODES:
        if games := await reader.found.games(reader.place, view.person, view.chosen, mode):
            told = alone_line(reader.locale, _alone_tally(games))
            lines += f"- {reader.t('tally.line_of', name=reader.t(f'tally.used.{mode}'), what=told)}\n"
    return [lines.rstrip()] if lines else []


def _alone_tally(games: list[PlayedSeat]) -> Tally:
    totals = [game.total for game in games]
    average = sum(totals) / len(totals)
    return Tally(len(games), 0.0, 0.0, average, max(totals), min(totals), games[-1].played)


async def _lines(reader: _Reader) -> Panel:
    view, name = reader.view, await reader.name(reader.view.person)
    mine = await reader.found.lines(reader.place, view.chosen, view.person)
    usual = await reader.found.lines(reader.here, view.chosen)
    if not mine:
        return await _person_page(reader, name, [reader.t("results.no_lines")], None)
    tally = await reader.found.person(reader.place, view.person, view.chosen)
    texts = [f"-# {reader.t('results.lines.key')}" + (few_words(reader.locale, tally.games) if tally else "")]
    texts += [_score_line(reader, line, points, usual.get(line)) for line, points in mine.items()]
    bars = [Bar(reader.t(f"picture.line.{line}"), points, usual.get(line), line) for line, points in mine.items()]
    chart = BarChart(reader.t("results.chart.lines"), reader.t("results.chart.usual"), tuple(bars))
    return await _person_page(reader, name, ["\n".join(texts)], chart)


def _score_line(reader: _Reader, line: str, points: float, usual: float | None) -> str:
    name, mine = reader.t(f"picture.line.{line}"), one_place(reader.locale, points)
    if usual is None:
        return f"{name} **{mine}**"
    return f"{name} **{mine}** ({one_place(reader.locale, usual)})"


async def _groups(reader: _Reader) -> Panel:
    view, name = reader.view, await reader.name(reader.view.person)
    tribes = await reader.found.grouped(reader.place, view.chosen, "tribe", view.person)
    cards = await reader.found.grouped(reader.place, view.chosen, "card", view.person)
    if not tribes and not cards:
        return await _person_page(reader, name, [reader.t("results.no_tribes")], None)
    names = await reader.components()
    texts = [_tribe_lines(reader, tribes, names)]
    if cards:
        texts.append(f"**{reader.t('results.cards.title')}**\n{_card_lines(reader, cards, names)}")
    return await _person_page(reader, name, texts, _tribe_chart(reader, tribes, names))


async def _alone_of(reader: _Reader) -> Panel:
    """The games for one of one person: the course, and the Mautoma's scale."""
    view, name = reader.view, await reader.name(reader.view.person)
    texts, chart = await _alone_lines(reader), None
    for mode in MODES:
        games = await reader.found.games(reader.place, view.person, view.chosen, mode)
        if games and mode == "mautoma":
            texts.append(_scale(reader, games))
        if chart is None and len(games) > 1:
            title = reader.t(f"tally.used.{mode}")
            chart = CourseChart(title, tuple(game.total for game in games), (False,) * len(games))
    return await _person_page(reader, name, texts or [reader.t("results.no_game_for_one")], chart)


def _scale(reader: _Reader, games: list[PlayedSeat]) -> str:
    counted: dict[str, int] = {}
    for game in sorted(games, key=lambda game: -game.total):
        reached = level(game.total)
        counted[reached] = counted.get(reached, 0) + 1
    levels = [f"{reader.t(f'tally.level.{name}')} {count}×" for name, count in counted.items()]
    return reader.t("results.scale", all=POINT.join(map(kept, levels)))


async def _person_page(reader: _Reader, name: str, texts: list[str], chart: Chart | None) -> Panel:
    """A page of one person: texts, chart, a menu of pages, one of opponents, and the way back."""
    view = reader.view
    panel = await _page(reader, shown(name), [text for text in texts if text])
    if chart is not None:
        await _draw(reader, panel, chart)
    pages = [(reader.t(f"results.page.{page}"), page) for page in PERSON_PAGES]
    _menu(panel, "page", view, reader.t("results.pick_page"), pages, view.page)
    others = await reader.found.opponents(reader.here, view.person)
    options = [(each, short(number)) for number, each, _ in others]
    _menu(panel, "other", view, reader.t("results.pick_other"), options)
    buttons = [page_button(reader.t("results.page.players"), view.to("players", person=0), first=True)]
    if await _is_own(reader.interaction, view) and await reader.found.places(view.person) > 1:
        turned = msgspec.structs.replace(view, everywhere=not view.everywhere)
        key = "results.here" if view.everywhere else "results.everywhere"
        buttons.append(page_button(reader.t(key), turned))
    _row(panel, [*buttons, _filter_button(reader)])
    return panel


# ---- two people --------------------------------------------------------------------------------------------------


async def _versus(reader: _Reader) -> Panel:
    view = reader.view
    names = (await reader.name(view.person), await reader.name(view.other))
    title = f"{shown(names[0])} – {shown(names[1])}"
    met = await reader.found.meetings(reader.place, view.person, view.other, view.chosen)
    back = page_button(shown(names[0]), view.to("person"), first=True)
    if not met:
        panel = await _page(reader, title, [reader.t("results.never_met")])
        _row(panel, [back, _filter_button(reader)])
        return panel
    balance = balance_of(met)
    told = {"one": shown(names[0]), "other": shown(names[1]), "ahead": balance.ahead, "behind": balance.behind}
    averages = reader.t(
        "results.versus.averages",
        mine=whole(reader.locale, balance.average),
        theirs=whole(reader.locale, balance.other_average),
    )
    games = tn(reader.locale, "results.games_together", len(met)) + few_words(reader.locale, len(met))
    texts = [f"**{games}**\n{reader.t('results.versus.ahead', level=balance.level, **told)}\n{averages}"]
    last = [f"- #{each.result}: {each.total}–{each.other_total} · {ago(each.played)}" for each in met[: -LAST - 1 : -1]]
    panel = await _page(reader, title, [*texts, "\n".join(last)])
    totals = tuple((each.total, each.other_total) for each in met)
    ahead = (balance.ahead, balance.level, balance.behind)
    await _draw(reader, panel, VersusChart(reader.t("results.chart.versus"), names, ahead, totals))
    turned = page_button(shown(names[1]), view.to("person", person=view.other))
    _row(panel, [back, turned, page_button(reader.t("results.page.players"), view.to("players", person=0))])
    return panel


# ---- tribes, artifact cards, games for one -----------------------------------------------------------------------


async def _tribes(reader: _Reader) -> Panel:
    found = await reader.found.grouped(reader.here, reader.view.chosen, "tribe")
    title = reader.t("results.page.tribes")
    if not found:
        return await _empty(reader, title, reader.t("results.no_tribes"))
    names = await reader.components()
    panel = await _page(reader, title, [_tribe_lines(reader, found, names)])
    if (chart := _tribe_chart(reader, found, names)) is not None:
        await _draw(reader, panel, chart)
    _row(panel, _way_back(reader, ("cards", "alone")))
    return panel


async def _cards(reader: _Reader) -> Panel:
    found = await reader.found.grouped(reader.here, reader.view.chosen, "card")
    title = reader.t("results.cards.title")
    if not found:
        return await _empty(reader, title, reader.t("results.no_tribes"))
    names = await reader.components()
    panel = await _page(reader, title, [_card_lines(reader, found, names)])
    bars = [Bar(names.card(str(each.key)), each.card_points or 0) for each in found[:MOST_GROUPS]]
    await _draw(reader, panel, BarChart(reader.t("results.chart.cards"), "", tuple(bars)))
    _row(panel, _way_back(reader, ("tribes", "alone")))
    return panel


async def _alone(reader: _Reader) -> Panel:
    if reader.view.person:
        return await _alone_of(reader)
    texts: list[str] = []
    people: list[PersonTally] = []
    for mode in MODES:
        found = await reader.found.alone(reader.here, mode, reader.view.chosen, MOST_GROUPS)
        if found:
            lines = [
                "- "
                + reader.t("tally.line_of", name=f"**{shown(each.name)}**", what=alone_line(reader.locale, each.tally))
                for each in found
            ]
            texts.append("\n".join([f"**{reader.t(f'tally.used.{mode}')}**", *lines]))
            people += [each for each in found if each.person not in {one.person for one in people}]
    title = reader.t("results.page.alone")
    if not texts:
        return await _empty(reader, title, reader.t("results.no_game_for_one"))
    panel = await _page(reader, title, texts)
    _menu(panel, "person", reader.view, reader.t("results.pick_person"), _options(people))
    _row(panel, _way_back(reader, ("tribes", "cards")))
    return panel


async def _ratings(reader: _Reader) -> Panel:
    """Who has played how strongly, of all games here, whatever the filter lets through."""
    reader.view = reader.view.unfiltered()
    title = reader.t("results.page.ratings")
    found = await reader.ratings()
    if found is None:
        return await _empty(reader, title, reader.t("results.rating.working"))
    names = dict(await reader.found.names(reader.here))
    rated = [each for each in found.items() if each[1].games >= ENOUGH and each[0] in names]
    if not rated:
        return await _empty(reader, title, reader.t("results.rating.none", least=ENOUGH))
    rated.sort(key=lambda each: (-each[1].strength, each[0]))
    lines = [
        f"{at}\\. **{shown(names[person])}** {_rating_words(reader, rating)}"
        for at, (person, rating) in enumerate(rated[:MOST_GROUPS], 1)
    ]
    anchors = POINT.join(_anchor_words(reader, each) for each in reversed(ANCHORS))
    notes = [reader.t("results.rating.how", least=ENOUGH), reader.t("results.rating.anchors", all=anchors)]
    panel = await _page(reader, title, ["\n".join(lines), "\n".join(f"-# {note}" for note in notes)])
    bars = [Bar(names[person], round(rating.strength, 1)) for person, rating in rated[:MOST_GROUPS]]
    await _draw(reader, panel, BarChart(reader.t("results.chart.ratings"), "", tuple(bars)))
    _menu(panel, "person", reader.view, reader.t("results.pick_person"), _rated_options(names, rated))
    _row(panel, _way_back(reader, ("tribes", "alone")))
    return panel


def _anchor_words(reader: _Reader, strength: str) -> str:
    """``normal 25``. That of random moves is only known to be no greater."""
    most = "≤ " if strength == "random" else ""
    value = one_place(reader.locale, ANCHORS[strength]).replace("-", "−")
    return kept(f"{computer_words(reader.locale, strength)} {most}{value}")


def _rated_options(names: dict[int, str], rated: list[tuple[int, Rating]]) -> list[Option]:
    return [(names[person], short(person)) for person, _ in rated]


def _rating_words(reader: _Reader, rating: Rating) -> str:
    """``27.3 ± 4.1 · 42 games``."""
    strength, unsure = one_place(reader.locale, rating.strength), one_place(reader.locale, rating.unsure)
    return f"{strength} ± {unsure} · {kept(tn(reader.locale, 'results.games', rating.games))}"


async def _rating_line(reader: _Reader) -> list[str]:
    found = await reader.ratings()
    rating = (found or {}).get(reader.view.person)
    if rating is None or rating.games < ENOUGH:
        return []
    return [reader.t("results.rating.line", rating=_rating_words(reader, rating))]


def _tribe_lines(reader: _Reader, found: list[GroupTally], names: ComponentNames) -> str:
    lines = [
        f"**{component(names.tribe(str(each.key)))}** {tally_line(reader.locale, each.tally)}"
        for each in found[:MOST_GROUPS]
    ]
    return "\n".join([_key(reader), *lines])


def _card_lines(reader: _Reader, found: list[GroupTally], names: ComponentNames) -> str:
    lines = []
    for each in found[:MOST_GROUPS]:
        points = kept(reader.t("results.average", points=one_place(reader.locale, each.card_points or 0)))
        won = short_won(reader.locale, each.tally) + few_words(reader.locale, each.tally.games)
        lines.append(f"**{component(names.card(str(each.key)))}** {points} · {won}")
    return "\n".join([f"-# {reader.t('results.cards.key')}", *lines])


def _key(reader: _Reader) -> str:
    """What the numbers of the lines are."""
    return f"-# {reader.t('results.key')}"


def _tribe_chart(reader: _Reader, found: list[GroupTally], names: ComponentNames) -> Chart | None:
    bars = [Bar(names.tribe(str(each.key)), each.tally.wins, each.tally.expected) for each in found[:MOST_GROUPS]]
    title, legend = reader.t("results.chart.tribes"), reader.t("results.chart.expected")
    return BarChart(title, legend, tuple(bars)) if bars else None


# ---- seasons -----------------------------------------------------------------------------------------------------


async def _season_title(reader: _Reader) -> str:
    """The name of the season that the page is of; empty where it is of none."""
    view = reader.view
    found = await reader.seasons() if view.since and view.until else []
    names = [shown(season.name) for season in found if (season.begin, season.until) == (view.since, view.until)]
    return reader.t("results.season.title", name=" / ".join(names)) if names else ""


async def _seasons(reader: _Reader) -> Panel:
    title, found = reader.t("results.page.seasons"), await reader.seasons()
    if not found:
        return await _empty(reader, title, reader.t("results.season.none"))
    panel = await _page(
        reader, title, ["\n".join(season_line(reader.locale, each, today(reader.interaction)) for each in found)]
    )
    _menu(panel, "season", reader.view, reader.t("results.season.pick"), _season_options(found))
    if may_manage(reader.interaction):
        removable = [(each.name, short(each.id)) for each in found]
        _menu(panel, "remove", reader.view, reader.t("results.season.remove"), removable)
    _row(panel, _way_back(reader, ("tribes", "ratings")))
    return panel


def _season_options(found: list[StoredSeason]) -> list[Option]:
    """Seasons of the same days have the same table, and one option."""
    names: dict[str, list[str]] = {}
    for each in found:
        names.setdefault(f"{short_day(each.begin)}-{short_day(each.until)}", []).append(each.name)
    return [(" / ".join(same), days) for days, same in names.items()]


# ---- the filter --------------------------------------------------------------------------------------------------


async def _filter(reader: _Reader) -> Panel:
    view = reader.view
    panel = await _page(reader, reader.t("results.filter"), [reader.t("results.filter.how")])
    tribes = await reader.found.grouped(reader.here, StatisticsView().chosen, "tribe")
    names = await reader.components()
    options = sorted((names.tribe(str(each.key)), str(each.key)) for each in tribes)
    people = [(name, short(number)) for number, name in (await reader.found.names(reader.here))[:24]]
    for menu in filter_menus(reader.locale, view, today(reader.interaction), options[:24], people):
        panel.add_item(ui.ActionRow(menu))
    target: Page = "person" if view.person else "players"
    buttons = [page_button(reader.t("results.filter.show"), view.to(target), first=True)]
    if view.filtered:
        buttons.append(page_button(reader.t("results.filter.clear"), view.unfiltered()))
    _row(panel, buttons)
    return panel


# ---- parts of pages ----------------------------------------------------------------------------------------------


async def _page(reader: _Reader, title: str, texts: list[str]) -> Panel:
    beside = await reader.found.named(reader.here, reader.view.beside) if reader.view.beside else ""
    tribe = (await reader.components()).tribe(reader.view.tribe) if reader.view.tribe else ""
    filtered = filter_words(reader.locale, reader.view, beside or "", tribe)
    head = f"### {title}" + (f"\n-# {filtered}" if filtered else "")
    notes = few_note(reader.locale, texts)
    notes += [f"-# {tn(reader.locale, 'results.counting', reader.waiting)}"] if reader.waiting else []
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, [head, *texts, *notes]), accent_colour=ACCENT))
    return panel


async def _empty(reader: _Reader, title: str, text: str = "") -> Panel:
    """A page on which there is nothing to show, with the ways on."""
    panel = await _page(
        reader, title, [text or reader.t("results.none_fits" if reader.view.filtered else "results.none")]
    )
    _row(panel, [*_way_back(reader, ("tribes", "alone"))])
    return panel


async def _draw(reader: _Reader, panel: Panel, chart: Chart) -> None:
    renderer = renderer_of(reader.interaction.client)
    work = renderer.chart(chart, reader.locale, private_theme(reader.interaction))
    panel.show(await for_person(reader.interaction, work))


def _course_of(reader: _Reader, games: list[PlayedSeat]) -> CourseChart:
    totals, won = tuple(game.total for game in games), tuple(game.firsts > 0 for game in games)
    return CourseChart(reader.t("results.chart.course"), totals, won)


def _options(people: Iterable[PersonTally]) -> list[Option]:
    return [(each.name, short(each.person)) for each in people]


def _menu(
    panel: Panel,
    what: str,
    view: StatisticsView,
    placeholder: str,
    options: Sequence[tuple[str, str]],
    chosen: str = "",
) -> None:
    if options:
        panel.add_item(ui.ActionRow(menu_of(what, view, placeholder, options, chosen)))


def _row(panel: Panel, buttons: Iterable[ui.Item[Any]]) -> None:
    if found := list(buttons):
        panel.add_item(ui.ActionRow(*found))


def _tabs(reader: _Reader, pages: Iterable[Page]) -> list[ui.Button[Any]]:
    return [page_button(reader.t(f"results.page.{page}"), reader.view.to(page, person=0)) for page in pages]


def _way_back(reader: _Reader, pages: Iterable[Page]) -> list[ui.Button[Any]]:
    players = page_button(reader.t("results.page.players"), reader.view.to("players", person=0), first=True)
    return [players, *_tabs(reader, pages), _filter_button(reader)]


def _filter_button(reader: _Reader) -> ui.Button[Any]:
    return page_button(reader.t("results.filter"), reader.view.to("filter"))


def _turning(reader: _Reader, count: int) -> Iterable[ui.Button[Any]]:
    view = reader.view
    if view.first:
        before = view.to("players", first=max(0, view.first - PER_PAGE))
        yield page_button(reader.t("help.back"), before, again=1)
    if view.first + PER_PAGE < count:
        yield page_button(reader.t("help.forward"), view.to("players", first=view.first + PER_PAGE))


_PAGES: Final[dict[Page, Callable[[_Reader], Awaitable[Panel]]]] = {
    "players": _players,
    "person": _person,
    "lines": _lines,
    "groups": _groups,
    "versus": _versus,
    "tribes": _tribes,
    "cards": _cards,
    "alone": _alone,
    "ratings": _ratings,
    "seasons": _seasons,
    "filter": _filter,
}
