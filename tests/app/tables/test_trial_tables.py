"""Trial tables: made of what the asker sees, marked, without a result, and nothing of the real game's chance."""

import msgspec
import pytest

from bot.engine import Game, view
from bot.engine.state import Options
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, GUILD, KIM, ROBIN, World, caller
from tests.app.tables.test_game_history import TABLES, played
from tests.app.tables.test_lobby import refused

ELSEWHERE = CHANNEL + 50


async def game_of(w: World, game: int) -> Game:
    return (await w.tables.repository.get(game)).started_game()


@pytest.mark.parametrize("kind", [kind for kind in TABLES if kind != "draft"])
async def test_each_seat_s_trial_shows_what_the_seat_sees_and_hides_anew(w: World, kind: str) -> None:
    """Of a running game: the asker's view is the same, its unknown another one each time, its seed and chance not the
    real ones, and it can be played to its end without a result."""
    people, options = TABLES[kind]
    game = await played(w, people, options, 60)
    step = (await w.tables.histories.step(game, people[0])).step
    real = await game_of(w, game)
    for number, user in enumerate((*people, EVE)):
        seat = (await w.tables.status(game)).seat_of(user)
        decks = set()
        for again in range(3):
            place = ELSEWHERE + 10 * number + again
            trial = await w.tables.trials.open(caller(user, channel=place), game, step)
            table = await w.tables.repository.get(trial.game)
            laid = table.started_game()
            assert trial.practice
            assert trial.trial_of is not None
            assert trial.trial_of[0] == game
            assert laid.setup.seed == 0
            assert laid.state.rng != real.state.rng
            seen, kept = view(laid, seat).state, view(real, seat).state
            for name in ("seats", "turn") if seat is not None else ("turn",):
                if name == "seats":
                    mine = msgspec.structs.replace(seen.seats[seat or 0], stack=[])
                    assert mine == msgspec.structs.replace(kept.seats[seat or 0], stack=[])
            assert seen.display == kept.display
            assert seen.buildings == kept.buildings
            decks.add((*laid.state.deck, *laid.state.crates, *(lying.tile for lying in laid.state.places)))
        assert len(decks) == 3
        assert trial.seats[trial.seat_of(user) or 0].user == user
        assert sum(each.user is not None for each in trial.seats) == 1


async def test_it_is_played_to_its_end_without_a_result(w: World) -> None:
    game = await played(w, (KIM, ALEX), Options(), 60)
    trial = await w.tables.trials.open(caller(KIM, channel=ELSEWHERE), game, 10**6)
    for seat in range(2):
        if trial.seats[seat].user is None:
            await w.tables.administration.replace(caller(KIM, channel=ELSEWHERE), trial.game, seat, ROBIN, "Robin")
    over = await w.play_on(trial.game, RandomPlayer(3))
    assert over.stage == "over"
    assert await w.store.games.result(trial.game) is None
    course = await w.tables.histories.course(trial.game)
    assert course.whole
    assert course.at(len(course.moments) - 1).snapshot() == (await game_of(w, trial.game)).snapshot()
    assert await w.tables.score_histories.of(trial.game) == ()
    await refused("trial_no_file", w.tables.files.export(caller(KIM), trial.game))
    assert (await w.tables.status(game)).stage == "running"


async def test_an_earlier_turn_and_a_finished_game(w: World) -> None:
    game = await played(w, (KIM, ALEX), Options(), 30)
    await w.play_on(game, RandomPlayer(5))
    third = await w.tables.histories.step(game, KIM, turn=3)
    trial = await w.tables.trials.open(caller(KIM, channel=ELSEWHERE), game, third.step)
    assert trial.turn == 3
    course = await w.tables.histories.course(game)
    assert (await game_of(w, trial.game)).state.deck == course.at(third.step).state.deck, "all of it is known now"
    await refused("trial_over", w.tables.trials.open(caller(KIM, channel=ELSEWHERE + 1), game, 10**6))
    await refused("running", w.tables.trials.open(caller(KIM, channel=ELSEWHERE), game, third.step))


async def test_a_second_delivery_opens_one_table(w: World) -> None:
    game = await played(w, (KIM, ALEX), Options(), 60)
    again = caller(KIM, channel=ELSEWHERE, guild=GUILD)
    first = await w.tables.trials.open(again, game, 10**6)
    assert (await w.tables.trials.open(again, game, 10**6)).game == first.game
