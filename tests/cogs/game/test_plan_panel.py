"""The panels of a plan: within Discord's limits at every step of random plans in three languages, marked as a plan, and
with no control that does something at the table."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.app.tables.turn_plans import Change, Changed, TurnPlan
from bot.engine.actions import Refusal
from bot.players import RandomPlayer
from bot.text import LOCALES, Locale, t
from cogs.game.plan_mode import as_plan
from cogs.game.snapshot import TableSnapshot, public_snapshot
from cogs.game.views.all_offers import all_lines
from cogs.game.views.inspect_panels import board_panel, market_panel, score_panel, seat_panel
from cogs.game.views.turn_panel import all_panel, turn_panel
from tests.app.tables.table_fixture import ALEX, KIM, World, world
from tests.app.tables.test_game_history import TABLES
from tests.app.tables.test_turn_plans import others_play, planned
from tests.cogs.game.test_inspect_panels import components, mistakes
from tests.cogs.game.test_own_panel import said

AT_TABLE = ("table:do:", "table:menu:", "table:many:", "table:close:", "table:undo:", "table:turn:", "table:pick:")


@pytest.fixture
async def w(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path / "revive.sqlite3") as made:
        yield made


def on_plan(plan: TurnPlan, locale: Locale, user: int) -> TableSnapshot:
    """The plan as its owner sees it."""
    seen, steps = plan.seen, len(plan.steps)
    return TableSnapshot(
        locale, plan.status, user, plan.seat, seen.pack, seen, plan.controls, planned=steps, plan=plan, planning=True
    )


def custom_ids(parts: list[Any]) -> list[str]:
    """All custom ids of what is sent."""
    found = []
    for part in parts:
        found += [part["custom_id"]] if "custom_id" in part else []
        found += custom_ids(part.get("components", []))
        found += custom_ids([part["accessory"]] if "accessory" in part else [])
    return found


@pytest.mark.parametrize("kind", ["base", "expansion", "mautoma"])
async def test_every_panel_of_a_plan_fits_and_is_marked(w: World, kind: str) -> None:
    people, options = TABLES[kind]
    game = (await w.game(*people, options=options)).game
    await w.settle_setup(game)
    user, player = people[-1], RandomPlayer(3)
    for turn in range(3):
        await others_play(w, game, user, player, 30)
        if (await w.tables.status(game)).stage != "running":
            break
        await w.tables.plans.drop(game, user)
        for steps in range(6):
            plan = await planned(w, game, user, turn, most=1 if steps else 0)
            for locale in LOCALES:
                found = on_plan(plan, locale, user)
                made = [turn_panel(found), all_panel(found), board_panel(found), market_panel(found)]
                made += [score_panel(found), seat_panel(found, plan.seat)]
                for panel in made:
                    shown = as_plan(panel, locale)
                    assert mistakes(shown) == []
                    assert t(locale, "plan.mark") in said(shown)
                    assert not [each for each in custom_ids(components(shown)) if each.startswith(AT_TABLE)]
                assert list(all_lines(found, {})) or plan.whole
        for _ in range(25):
            await w.play_one_if(game, user, player)


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_turn_says_that_the_plan_can_be_played_or_what_has_changed(w: World, locale: Locale) -> None:
    game = (await w.game(KIM, ALEX)).game
    await w.settle_setup(game)
    plan = await planned(w, game, KIM, 1, most=3)
    found = replace(await public_snapshot(w.tables, game, KIM, locale), plan=plan, planned=3)
    panel = turn_panel(found)
    assert mistakes(panel) == []
    assert t(locale, "plan.play") in str(components(panel))
    assert [each for each in custom_ids(components(panel)) if each.startswith("table:planned:")]
    refusal = Refusal(reason="action_done", rule="turn.action_windows")
    reasons: tuple[Refusal | Change, ...] = ("effects", "reveals", "payment", refusal)
    for why in reasons:
        changed = replace(plan, changed=Changed(0, why))
        shown = said(turn_panel(replace(found, plan=changed)))
        assert t(locale, "plan.changed", number=1, why="").strip()[:12] in shown


async def test_before_the_turn_the_panel_leads_to_the_plan(w: World) -> None:
    game = (await w.game(KIM, ALEX)).game
    await w.settle_setup(game)
    waiting = await public_snapshot(w.tables, game, ALEX, "en")
    assert f"plan:turn:{game}" in custom_ids(components(turn_panel(waiting)))
    acting = await public_snapshot(w.tables, game, KIM, "en")
    assert f"plan:turn:{game}" not in custom_ids(components(turn_panel(acting)))
