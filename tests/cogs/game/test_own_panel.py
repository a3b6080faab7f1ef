"""A person's own panel: what stands on it, how few taps lead from it to each action, and that it fits into a message,
at every point of random games and with the largest hands, in three languages."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import msgspec
import pytest

from bot.app.tables.first_game_lessons import Coaching, Lesson, Missed
from bot.engine import Game, apply, decision, legal
from bot.engine.actions import Choose, Decision, EndAction, EndTurn, Hibernate, Offer, Option, PlayCard, Populate
from bot.engine.debug.position_builder import Position
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.resolution.tasks import Source
from bot.engine.resources import Amounts
from bot.players import RandomPlayer, Reason
from bot.players.advice import AdvisedMove
from bot.text import LOCALES, Locale, t
from bot.text.game import action_words, component_name, offer_button
from bot.text.game.component_text import component_brief, component_fitting
from cogs.core.persistent_ui import Panel
from cogs.game.input.action_codec import written
from cogs.game.views.action_controls import SHOWN, target_menus
from cogs.game.views.decision_panel import answer_rows, answers_listed, clear_default, recommended, shown_answers
from cogs.game.views.hand_panel import card_panel
from cogs.game.views.offer_groups import GROUPS, distinct, in_group
from cogs.game.views.table_buttons import PRIMARY
from cogs.game.views.target_panel import pick_panel
from cogs.game.views.turn_panel import asks_before, main_action_left, turn_panel
from tests.cogs.game.test_inspect_panels import cards_on, components, games, look_at, mistakes, moves_on
from tests.players.table import laid

BUTTON, MENU, TEXT = 2, 3, 10
"""Discord's numbers for components."""


def parts(panel: Panel, kind: int) -> Iterator[dict[str, Any]]:
    """The components of a kind on a panel, wherever they are."""
    waiting = components(panel)
    while waiting:
        part = waiting.pop(0)
        if part["type"] == kind:
            yield part
        waiting += [*part.get("components", ()), *([part["accessory"]] if "accessory" in part else [])]


def said(panel: Panel) -> str:
    """All the texts of a panel."""
    return "\n".join(str(part["content"]) for part in parts(panel, TEXT))


def taps_to(panel: Panel) -> dict[str, int]:
    """The moves on a panel, each with the taps that it takes."""
    found = {str(part["custom_id"]).split(":", 4)[-1]: 1 for part in parts(panel, BUTTON) if is_move(part)}
    for menu in parts(panel, MENU):
        found |= {option["value"]: 2 for option in menu["options"]}
    return found


def is_move(part: dict[str, Any]) -> bool:
    return str(part.get("custom_id", "")).startswith("table:do:")


def holding(cards: int, **more: Any) -> Game:
    """A turn of seat 0 that begins with so many active cards."""
    pack = field()
    known = list(pack.citizen)[:cards]
    return Position(pack).seat(0, active=known, rest=(), gear=6, book=6, food=6, **more).turn(0).build()


# ---- the hand ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("cards", [0, 1, 3, 5, 6, 10, 11, 15, 16, 25, 26, 40])
def test_hands_of_every_size_fit(locale: Locale, cards: int) -> None:
    game = holding(cards)
    found = look_at(game, locale, 0)
    news = ["- " + "word " * 30] * 12
    for panel in (turn_panel(found, news), pick_panel(found, "play")):
        assert mistakes(panel) == []
    assert found.controls is not None
    for card in game.seat(0).active[:3]:
        shown = card_panel(found, found.controls, card)
        assert shown is not None
        assert mistakes(shown) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_each_card_is_told_with_both_halves(locale: Locale) -> None:
    game = holding(8)
    found = look_at(game, locale, 0)
    text = said(turn_panel(found))
    for card in game.seat(0).active:
        line = next(line for line in text.split("\n") if f"**{component_name(locale, found.table, card)}**" in line)
        assert line.count(" | ") == 1, line


@pytest.mark.parametrize(
    ("cards", "most"), [(1, 1), (3, 1), (5, 2), (8, 2), (10, 2), (14, 2), (20, 2), (27, 2), (40, 3)]
)
def test_taps_of_playing_a_card(cards: int, most: int) -> None:
    """A few plays are a button each where there are lines for them, else a menu; of many the card comes first."""
    game = holding(cards)
    found = look_at(game, "fr", 0)
    panel = turn_panel(found)
    taps = taps_to(panel)
    by_button = {str(part["custom_id"]).rpartition(":")[2] for part in parts(panel, BUTTON)}
    for card in cards_on(panel):
        assert found.controls is not None
        behind = card_panel(found, found.controls, card)
        assert behind is not None
        for move in moves_on(behind):
            taps.setdefault(move, 2 if card in by_button else 3)
    plays = [written(play) for play in plays_of(game, 0)]
    assert plays
    assert max(taps[play] for play in plays) == most


def test_equal_empty_slots_are_one_choice() -> None:
    pack = field()
    game = holding(2)
    found = look_at(game, "en", 0)
    assert {play.slot for play in plays_of(game, 0)} == {0, 2}
    assert len([offer for offer in legal(game, 0) if isinstance(offer.action, PlayCard)]) == 8
    card = game.seat(0).active[0]
    assert found.controls is not None
    shown = card_panel(found, found.controls, card)
    assert shown is not None
    assert "Slot 1 (top), the same as slot 2 (top)" in said(shown)

    module = next(iter(pack.module))
    game = holding(2, modules={(1, 0): module})
    assert {play.slot for play in plays_of(game, 0)} == {0, 1, 2}


def plays_of(game: Game, seat: int) -> list[PlayCard]:
    table = look_at(game, "en", seat).table
    return [offer.action for offer in distinct(legal(game, seat), table) if isinstance(offer.action, PlayCard)]


def test_plays_that_set_off_most_come_first() -> None:
    pack = field()
    module = next(name for name, each in pack.module.items() if each.colours)
    colour = pack.module[module].colours[0]
    other, same = (
        next(name for name, card in pack.citizen.items() if (card.colour == colour) is wanted)
        for wanted in (False, True)
    )
    game = Position(pack).seat(0, active=(other, same), rest=(), modules={(1, 0): module}).turn(0).build()
    first = plays_of(game, 0)[0]
    assert (first.card, first.slot) == (same, 1)


# ---- everything else ---------------------------------------------------------------------------------------------


def test_every_kind_of_action_is_shown() -> None:
    assert sorted(SHOWN) == sorted(GROUPS)


def test_each_action_is_at_most_three_taps_away() -> None:
    """From the panel, at every point of random games; what is paid for and on the map at most three."""
    for game in games(3, seed=17):
        if game.state.phase != "play" or decision(game, game.active):
            continue
        found = look_at(game, "de", game.active)
        taps = taps_to(turn_panel(found))
        for group in ("explore", "populate", "build", "switch", "machine", "crate", "convert", "trade", "hibernate"):
            offers = in_group(legal(game, game.active), group)
            missing = [offer for offer in offers if written(offer.action) not in taps]
            behind = taps_to(pick_panel(found, group)) if missing else {}
            assert all(behind[written(offer.action)] <= 2 for offer in missing), group


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_near_is_told(locale: Locale) -> None:
    pack = field()
    game = Position(pack).seat(0, book=0, crystal=0, tracks={"forest": 1}).turn(0).build()
    text = said(turn_panel(look_at(game, locale, 0)))
    machine = next(
        each.machine for each in pack.player_board.rewards if each.links[0].track == "forest" and each.machine
    )
    table = look_at(game, locale, 0).table
    assert f"{component_name(locale, table, machine)}" in text
    left = sum(game.state.artifacts.values())
    assert str(left) in next(line for line in text.split("\n") if "🏺" in line)
    assert not [offer for offer in legal(game, 0) if isinstance(offer.action, Populate)]


@pytest.mark.parametrize("locale", LOCALES)
def test_buttons_of_targets_say_cost_and_fit(locale: Locale) -> None:
    for game in games(2, seed=29):
        found = look_at(game, locale, game.active)
        for offer in found.controls.offers if found.controls else ():
            if not isinstance(offer.action, Choose):
                label = offer_button(locale, offer, found.table)
                assert 0 < len(label) <= 80
                assert t(locale, "decision.note.barrier") in label or not offer.barrier


def test_what_costs_nothing_is_not_called_cheapest_first() -> None:
    game = holding(12)
    cheapest: dict[Locale, str] = {"en": "cheapest", "de": "günstig", "fr": "moins cher"}
    for locale, words in cheapest.items():
        found = look_at(game, locale, 0)
        assert words not in said(pick_panel(found, "play")).lower()
        assert words not in said(pick_panel(found, "switch")).lower()


def test_what_is_advised_stands_once() -> None:
    """It has a button of its own in a first game, which takes the place of that among the actions."""
    game = holding(1)
    found = look_at(game, "en", 0)
    for play in plays_of(game, 0):
        advised = replace(found, coaching=Coaching(advice=AdvisedMove(play, Reason("best"), None, 0)))
        panel = turn_panel(advised)
        assert mistakes(panel) == []
        moves = [str(part["custom_id"]) for part in parts(panel, BUTTON) if is_move(part)]
        assert sum(move.endswith(written(play)) for move in moves) == 1


# ---- decisions ---------------------------------------------------------------------------------------------------


def place_asked(**more: Any) -> tuple[Game, Decision]:
    """A module has been taken and waits for its place on an empty board; ``more`` is what lies there."""
    pack = field()
    game = Position(pack).seat(0, **more).turn(0).build()
    places = [
        Option("place", slot, place, barrier=False)
        for slot, printed in enumerate(pack.player_board.slots)
        for place in range(len(printed.modules))
    ]
    return game, Decision(seat=0, kind="module_place", options=tuple(places), source=Source("rule", "x"), rule="x")


def told_places(game: Game, asked: Decision) -> list[tuple[int, int]]:
    found = look_at(game, "en", 0)
    return [(int(str(asked.options[n].id)), asked.options[n].number) for n in shown_answers(found, asked)]


def test_places_of_a_slot_that_are_alike_are_one_choice() -> None:
    game, asked = place_asked()
    assert len(asked.options) > len(told_places(game, asked))
    assert [place for slot, place in told_places(game, asked) if slot == 1] == [0, 1]
    module = next(iter(field().module))
    game, asked = place_asked(modules={(1, 0): module})
    assert [place for slot, place in told_places(game, asked) if slot == 1] == [0, 1, 2]


@pytest.mark.parametrize("kind", ["choose", "module_place"])
def test_what_is_advised_in_a_first_game_is_the_primary_answer(kind: str) -> None:
    """Also where it is one of several that are alike: the one that is shown is marked."""
    game, asked = place_asked()
    options = asked.options if kind == "module_place" else (Option("group"), Option("skip"), Option("group"))
    asked = msgspec.structs.replace(asked, kind=kind, options=options)
    found = look_at(game, "en", 0)
    for number in range(len(options)):
        advised = replace(found, coaching=Coaching(answer=number))
        marked = recommended(advised, asked)
        assert marked in shown_answers(advised, asked)
        assert marked is not None
        if kind == "choose":
            assert marked == number
        else:
            assert asked.options[marked].id == asked.options[number].id
    assert recommended(found, asked) is None
    assert recommended(replace(found, coaching=Coaching(answer=99)), asked) is None


def test_an_advised_mix_is_marked() -> None:
    """Resources of choice are answered in one press; whatever copies of a kind are advised, its mix is marked."""
    kinds = ("gear", "book", "food")
    options = tuple(Option("resource", kind) for _ in range(2) for kind in kinds)
    asked = msgspec.structs.replace(asks("resource", *options), least=2, most=2)
    found = look_at(holding(1), "en", 0)
    assert found.controls is not None
    for first, second in combinations(range(len(options)), 2):
        advised = replace(found, coaching=Coaching(picks=(first, second)))
        buttons = [button for row in answer_rows(advised, found.controls, asked) for button in row]
        [marked] = [button for button in buttons if button.emoji]  # type: ignore[attr-defined]
        names = {t("en", f"thing.resource.{kind}") for kind in (options[first].id, options[second].id)}
        assert all(name in marked.label for name in names)  # type: ignore[attr-defined]
        assert [button.style == PRIMARY for button in buttons] == [button is marked for button in buttons]  # type: ignore[attr-defined]


def test_answers_are_told_apart_in_hints() -> None:
    """Modules share their names, so they are told with what they do; the same resource twice is a number."""
    found = look_at(holding(1), "en", 0)
    modules = [module for module in field().module.values() if module.get][:2]
    for options, answer, words in (
        ([Option("resource", "gear")] * 2, (0, 1), "2 gears"),
        ([Option("module", module.id) for module in modules], (1,), component_brief("en", found.table, modules[1].id)),
    ):
        assert found.view is not None
        seen = replace(found.view, decision=asks("card", *options))
        told = action_words("en", Choose(seat=0, answer=answer), replace(found.table, seen=seen))
        assert words in told


def test_hints_stand_where_there_is_something_to_choose() -> None:
    """At the end of a turn in which nothing else is left there is only the end."""
    found = look_at(holding(1), "en", 0)
    assert found.controls is not None
    ending = next(offer for offer in found.controls.offers if isinstance(offer.action, Hibernate))
    for offers, hints in ((found.controls.offers, True), ((ending,), False)):
        hinting = msgspec.structs.replace(found.status, first_game=True, hints=True)
        at_end = replace(found, status=hinting, controls=msgspec.structs.replace(found.controls, offers=offers))
        shown = [str(part["custom_id"]) for part in parts(turn_panel(at_end), BUTTON)]
        assert any(each.startswith("table:advice:") for each in shown) is hints


def test_the_end_of_the_turn_comes_before_the_rules_of_what_is_new() -> None:
    game = holding(1)
    found = look_at(game, "en", 0)
    assert found.controls is not None
    lessons = replace(found, coaching=Coaching((Lesson("technology", "technology.kinds"),)))
    end = Offer(EndTurn(seat=0), Amounts(), Amounts())
    controls = msgspec.structs.replace(found.controls, offers=(end,))
    order = [str(part["custom_id"]) for part in parts(turn_panel(replace(lessons, controls=controls)), BUTTON)]
    [closing] = [number for number, each in enumerate(order) if each.startswith("table:close:")]
    [no_more] = [number for number, each in enumerate(order) if each.startswith("table:nomore:")]
    assert closing < no_more


def test_a_menu_of_one_kind_is_named_once() -> None:
    found = look_at(holding(40), "en", 0)
    assert found.controls is not None
    plays = in_group(found.controls.offers, "play")[:26]
    [[many], [one]] = target_menus(found, found.controls, "play", plays)
    assert " … " in many.placeholder  # type: ignore[attr-defined]
    assert isinstance(plays[25].action, PlayCard)
    assert one.placeholder.endswith(component_name("en", found.table, plays[25].action.card))  # type: ignore[attr-defined]
    assert " … " not in one.placeholder  # type: ignore[attr-defined]


def test_only_the_advised_answer_is_coloured() -> None:
    game = laid(4, 2)
    found = look_at(game, "en", 0)
    assert found.controls is not None
    assert found.controls.decision is not None
    answers = range(len(found.controls.decision.options))
    for number in answers:
        panel = turn_panel(replace(found, coaching=Coaching(answer=number)))
        moves = [part for part in parts(panel, BUTTON) if is_move(part)]
        assert [part["style"] == PRIMARY.value for part in moves] == [other == number for other in answers]
        assert [bool(part.get("emoji")) for part in moves] == [other == number for other in answers]


def test_what_is_final_is_said_on_the_button_alone() -> None:
    option = Option(kind="card", id=next(iter(field().citizen)), barrier=True)
    asked = asks("card", *[option] * 8)
    found = look_at(holding(1), "en", 0)
    words = answers_listed(found, asked)
    assert words is not None
    assert t("en", "decision.note.barrier") not in words
    assert found.controls is not None
    rows = answer_rows(found, found.controls, asked)
    assert all(t("en", "decision.note.barrier") in str(button.label) for row in rows for button in row)  # type: ignore[attr-defined]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("answers", [2, 5, 7, 15, 80])
@pytest.mark.parametrize("cards", [3, 14])
def test_a_question_in_a_first_game_fits_with_all_that_is_said_and_possible(
    locale: Locale, answers: int, cards: int
) -> None:
    """Lessons, a missed chance, answers, free and main actions, an undo: a message has room for 40 components."""
    pack = field()
    found = look_at(holding(cards), locale, 0)
    assert found.controls is not None
    names = [*pack.citizen, *pack.technology][:answers]
    asked = asks("card", *(Option(kind="card", id=name, barrier=True) for name in names))
    lessons = (Lesson("goal", "score.list"), Lesson("new_card", "card.display"))
    crowded = replace(
        found,
        status=msgspec.structs.replace(found.status, first_game=True, hints=True),
        coaching=Coaching(lessons, answer=1, missed=Missed("main_action")),
    )
    for decision_now in (asked, None):
        controls = msgspec.structs.replace(found.controls, decision=decision_now, may_undo=True)
        panel = turn_panel(replace(crowded, controls=controls), ["-# " + "word " * 20] * 9)
        assert mistakes(panel) == []
        assert panel.total_children_count < 40, "there is room for a picture"


def asks(kind: str, *options: Option) -> Decision:
    return Decision(seat=0, kind=kind, options=options, source=Source("rule", "x"), rule="x")


def test_a_clear_default_is_the_primary_button() -> None:
    group, skip, pay = Option(kind="group"), Option(kind="skip"), Option(kind="pay")
    assert clear_default(asks("order", group, group, group)) == 0
    assert clear_default(asks("pay", skip, pay)) == 1
    assert clear_default(asks("choose", group, group)) is None


def test_nothing_that_reveals_is_a_default() -> None:
    secret = Option(kind="deck", barrier=True)
    assert clear_default(asks("card", secret, Option(kind="skip"))) is None
    assert clear_default(asks("order", Option(kind="group", barrier=True), Option(kind="group"))) is None


def test_a_question_with_many_answers_is_one_tap() -> None:
    """Up to fifteen answers are buttons, in whole games; a card, a module and its place are always."""
    asked: dict[str, int] = {}
    for game in (game for seed in (3, 4, 5) for game in every_step(seed)):
        seat = game.active
        found = look_at(game, "fr", seat)
        question = found.controls.decision if found.controls else None
        if question is None or question.least != 1 or question.most != 1 or len(question.options) > 15:
            continue
        taps = taps_to(turn_panel(found))
        moves = [written(Choose(seat=seat, answer=(index,))) for index in shown_answers(found, question)]
        assert all(taps[move] == 1 for move in moves), question.kind
        asked[question.kind] = max(asked.get(question.kind, 0), len(question.options))
    assert asked["card"] >= 6
    assert asked["module_place"] >= 13


def every_step(seed: int) -> Iterator[Game]:
    game, player = next(games(2, seed)), RandomPlayer(seed)
    for _ in range(300):
        seat = next_seat(game)
        if seat is None:
            return
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
        yield game


# ---- the end of a turn -------------------------------------------------------------------------------------------


def test_a_main_action_is_left_only_where_one_could_be_done() -> None:
    pack = field()
    rich = Position(pack).turn(0, actions=1, windows=2).build()
    assert main_action_left(look_at(rich, "en", 0))
    done = Position(pack).turn(0, actions=2, windows=2, done=True).build()
    assert not main_action_left(look_at(done, "en", 0))
    bare = Position(pack).seat(0, active=(), switch_used=True, gear=0, book=0, food=0, crystal=0)
    assert not main_action_left(look_at(bare.turn(0, actions=1, windows=2).build(), "en", 0))


def ending(game: Game, kind: type[EndAction | EndTurn]) -> tuple[Offer, bool]:
    """The offer to end an action or the turn, and whether it is asked first."""
    found = look_at(game, "en", 0)
    assert found.controls is not None
    offer = next(offer for offer in found.controls.offers if isinstance(offer.action, kind))
    return offer, asks_before(found, offer, confirm=True)


def test_it_is_asked_before_a_turn_ends_where_what_is_lost_could_be_used() -> None:
    pack = field()
    plain = Position(pack).seat(0, active=(), switch_used=True, gear=0, book=0, food=0, crystal=5)
    offer, asks = ending(plain.turn(0, actions=2, windows=2, done=True).build(), EndTurn)
    assert offer.loses.crystal == 2
    assert asks, "crystals can be turned into resources"
    full = Position(pack).seat(0, active=(), switch_used=True, gear=8, book=0, food=0, crystal=0)
    game = full.turn(0, actions=2, windows=2, done=True).build()
    offer, asks = ending(game, EndTurn)
    assert offer.loses.gear == 2
    assert not asks, "nothing takes gears any more"
    assert any(
        part["label"].startswith("End turn · lose 2") for part in parts(turn_panel(look_at(game, "en", 0)), BUTTON)
    )


def test_the_end_of_an_action_is_asked_for_only_where_it_cannot_be_taken_back() -> None:
    game = Position(field()).seat(0, crystal=5).turn(0, actions=1, windows=1, done=True).build()
    offer, asks = ending(game, EndAction)
    assert offer.loses
    assert not offer.barrier
    assert not asks


# ---- questions in one ----------------------------------------------------------------------------------------------


def joined(kind: str, *following: Decision | None, barrier: bool = False) -> dict[str, str]:
    """The labels of the answers to a question by their moves; ``following``: what each option leads to."""
    rows = [Option(kind="row", number=number + 1, barrier=barrier) for number in range(len(following))]
    asked, found = asks(kind, *rows), look_at(holding(1), "en", 0)
    assert found.controls is not None
    controls = msgspec.structs.replace(found.controls, decision=asked, following=following)
    panel = turn_panel(replace(found, controls=controls))
    labels = [text.split("**")[1] for text in (str(part["content"]) for part in parts(panel, TEXT)) if text[:2] == "**"]
    written_on = (str(part["custom_id"]).split(":", 4)[-1] for part in parts(panel, BUTTON) if is_move(part))
    moves = [move for move in written_on if move.startswith("d:")]
    return dict(zip(moves, labels[-len(moves) :], strict=True))


def test_what_is_asked_next_is_answered_with_what_leads_to_it() -> None:
    resource = asks("resource", *(Option(kind="resource", id=kind) for kind in ("gear", "book", "food")))
    answers = joined("hibernation_reward", resource, None)
    assert list(answers) == ["d:0:0", "d:0:1", "d:0:2", "d:1"]
    assert [label.partition(" → ")[0] for label in answers.values()] == ["Row 1"] * 3 + ["Row 2"]
    assert ["gear" in label for label in answers.values()] == [True, False, False, False]


def test_what_reveals_is_asked_by_itself() -> None:
    secret = asks("resource", Option(kind="resource", id="gear", barrier=True), Option(kind="resource", id="book"))
    plain = asks("resource", Option(kind="resource", id="gear"), Option(kind="resource", id="book"))
    assert list(joined("hibernation_reward", secret, None)) == ["d:0", "d:1"]
    assert list(joined("hibernation_reward", plain, plain, barrier=True)) == ["d:0", "d:1"]
    assert list(joined("hibernation_reward", asks("machine", Option(kind="skip")), None)) == ["d:0", "d:1"]


def test_a_few_cards_to_wake_are_a_button_for_each_choice() -> None:
    cards = list(field().citizen)
    asked = asks("wake", *(Option(kind="rest_card", id=card) for card in cards[:3]))
    found = look_at(holding(1), "en", 0)
    assert found.controls is not None
    for most, moves in ((1, ["d:0", "d:1", "d:2", "d:"]), (2, ["d:0.1", "d:0.2", "d:1.2", "d:0", "d:1", "d:2", "d:"])):
        few = msgspec.structs.replace(asked, least=0, most=most)
        rows = answer_rows(found, found.controls, few)
        assert [item.custom_id.split(":", 4)[-1] for row in rows for item in row] == moves  # type: ignore[attr-defined]
    many = msgspec.structs.replace(asked, least=0, most=3, options=asked.options * 2)
    assert len(answer_rows(found, found.controls, many)) == 2


def test_a_component_is_worded_for_each_pack_by_itself() -> None:
    table = look_at(holding(1), "en", 0).table
    one, *others = table.pack.module
    said_of = {name: component_fitting("en", table, name, 100) for name in table.pack.module}
    other = next(name for name in others if said_of[name] != said_of[one])
    gain = table.pack.module[other].get
    modules = [msgspec.structs.replace(each, get=gain) if each.id == one else each for each in table.pack.modules]
    changed = replace(table, pack=msgspec.structs.replace(table.pack, modules=tuple(modules)))
    assert component_fitting("en", changed, one, 100) == said_of[other]
    assert component_fitting("en", table, one, 100) == said_of[one]
    assert component_fitting("de", table, one, 100) != said_of[one]
