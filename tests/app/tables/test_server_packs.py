"""Packs of a server: added from a file, chosen in a lobby, seen by no other server, kept while a game needs them."""

import msgspec
import pytest
from sqlalchemy import Connection, select, update
from sqlmodel import col

from bot.app.results import count_results
from bot.app.tables import Caller, PackFileRefused, TableRefusal
from bot.app.tables.game_results import Result
from bot.app.tables.server_pack_offers import MOST_PACKS
from bot.engine.packs import field
from bot.players import RandomPlayer
from bot.store.result_statistics import EVERYTHING
from bot.store.sql.preference_tables import TallyRow
from tests.app.results.sample_results import times_of_results
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, GUILD, KIM, World, caller
from tests.packs.own_pack import own_files, own_zip, zipped

ELSEWHERE = GUILD + 1
CRATE = ("{id: k01, get: [{gain: {gear: 3}}]}", "{id: k01, get: [{gain: {gear: 2}}]}")


def manager(guild: int = GUILD) -> Caller:
    return caller(KIM, guild=guild, manager=True)


async def refusal(awaited: object) -> TableRefusal:
    with pytest.raises(TableRefusal) as found:
        await awaited  # type: ignore[misc]
    return found.value


async def playing_own(w: World, pack: str | None = "my_box") -> int:
    """A running game with a pack of the server."""
    game = (await w.tables.lobby.open(caller(KIM), pack=pack)).game
    await w.tables.lobby.join(caller(ALEX), game)
    await w.tables.lobby.option(caller(KIM), game, "random_seats", False)
    await w.tables.lobby.start(caller(KIM), game)
    return game


async def offered(w: World, guild: int = GUILD) -> list[tuple[str, str]]:
    return [(each.pack.id, each.pack.version) for each in await w.tables.server_packs.offered(guild)]


FIELD = (field().id, field().version)


async def test_one_server_is_offered_it_and_no_other(w: World) -> None:
    added = await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    assert (added.pack.id, added.before, added.again, added.warnings) == ("my_box", None, False, ())
    assert await offered(w) == [FIELD, ("my_box", "1")]
    assert await offered(w, ELSEWHERE) == [FIELD]
    wanted = w.tables.lobby.open(caller(EVE, channel=CHANNEL + 1, guild=ELSEWHERE), pack="my_box")
    assert (await refusal(wanted)).reason == "unknown_pack"


async def test_only_who_may_manage_the_server_adds_and_removes(w: World) -> None:
    for who in (caller(EVE), caller(EVE, moderator=True)):
        assert (await refusal(w.tables.server_packs.add(who, own_zip(), "box.zip"))).reason == "not_allowed"
        assert (await refusal(w.tables.server_packs.remove(who, "my_box"))).reason == "not_allowed"
    assert await offered(w) == [FIELD]


async def test_a_game_is_played_with_it_to_the_end(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(crates=CRATE), "box.zip")
    game = await playing_own(w)
    over = await w.play_on(game, RandomPlayer(3))
    assert over.stage == "over"
    view = await w.tables.play.view(game)
    assert (view.pack.id, view.pack.crate["k01"].get[0].gear) == ("my_box", 2)  # type: ignore[union-attr]
    kept = await w.store.games.result(game)
    assert kept is not None
    assert msgspec.json.decode(kept.body, type=Result).pack is not None
    assert "my_box" in msgspec.json.decode(kept.body)["pack"]["id"]
    (result,) = await w.store.score_pads.closed_at(GUILD)
    assert await times_of_results(w.store) == 1
    assert msgspec.json.decode(result.body)["options"]["pack"] == "My Box 1"
    pack = await w.tables.play.pack(game)
    for player in msgspec.json.decode(result.body)["players"]:
        for component, among in ((player["tribe"], pack.tribe), (player["card"], pack.artifact_card)):
            assert component.startswith("my_box/"), "not one of the usual pack's that has the same identifier"
            assert component.removeprefix("my_box/") in among


async def test_results_of_an_earlier_version_are_told_apart_by_pack_once_they_are_counted_anew(w: World) -> None:
    """They named tribes by identifier alone; of which pack it is stands in what was kept of the game."""
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    for pack in (None, "my_box"):
        await w.play_on(await playing_own(w, pack), RandomPlayer(3))

    def as_before(connection: Connection) -> None:
        for row in connection.execute(select(col(TallyRow.id), col(TallyRow.body))).all():
            plain = {"body": row.body.replace(b"my_box/", b""), "indexed": None}
            connection.execute(update(TallyRow).where(col(TallyRow.id) == row.id).values(**plain))

    await w.store._database.write(as_before)
    await count_results(w.store, GUILD)
    for what, among in (("tribe", field().tribe), ("card", field().artifact_card)):
        grouped = await w.store.result_statistics.grouped(GUILD, EVERYTHING, what)  # type: ignore[arg-type]
        found = {str(each.key) for each in grouped}
        assert {key.rpartition("/")[0] for key in found} == {"", "my_box"}
        assert {key.rpartition("/")[2] for key in found} <= set(among)


async def test_the_pack_is_chosen_in_the_lobby(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    game = (await w.tables.lobby.open(caller(KIM))).game
    assert [pack.id for pack in await w.tables.lobby.packs(game)] == ["field", "my_box"]
    assert (await refusal(w.tables.lobby.pack(caller(ALEX), game, "my_box"))).reason == "not_allowed"
    assert (await refusal(w.tables.lobby.pack(caller(KIM), game, "other"))).reason == "unknown_pack"
    await w.tables.lobby.pack(caller(KIM), game, "my_box")
    assert (await w.tables.play.pack(game)).id == "my_box"
    await w.tables.lobby.pack(caller(KIM), game, "field")
    assert (await w.tables.play.pack(game)).id == "field"


async def test_tribes_that_the_chosen_pack_has_not_are_by_lot_again(w: World) -> None:
    other = own_zip(tribes=("- id: cache\n", "- id: cellars\n"))
    await w.tables.server_packs.add(manager(), other, "box.zip")
    game = (await w.tables.lobby.open(caller(KIM))).game
    await w.tables.lobby.tribe(caller(KIM), game, "cache")
    status = await w.tables.lobby.pack(caller(KIM), game, "my_box")
    assert status.seats[0].tribe is None
    assert "cellars" in await w.tables.lobby.tribes(game)
    assert (await w.tables.lobby.tribe(caller(KIM), game, "cellars")).seats[0].tribe == "cellars"


async def test_a_running_game_keeps_the_version_it_began_with(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    game = await playing_own(w)
    added = await w.tables.server_packs.add(manager(), own_zip(version="2", crates=CRATE), "box.zip")
    assert added.before == "1"
    assert await offered(w) == [FIELD, ("my_box", "2")]
    w.tables.repository.forget(game)
    w.tables.repository.packs.forget([(await w.tables.play.pack(game)).hash])
    assert (await w.play_on(game, RandomPlayer(1), 40)).stage in ("running", "over")
    assert (await w.tables.play.pack(game)).version == "1"


async def test_the_same_pack_twice_changes_nothing(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    added = await w.tables.server_packs.add(manager(), zipped(own_files(), "box/"), "again.zip")
    assert added.again
    assert await offered(w) == [FIELD, ("my_box", "1")]


async def test_it_is_removed_when_no_open_table_needs_it(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    digest = (await w.tables.server_packs.offered(GUILD))[1].pack.hash
    game = (await w.tables.lobby.open(caller(KIM), pack="my_box")).game
    found = await refusal(w.tables.server_packs.remove(manager(), "my_box"))
    assert (found.reason, found.values["games"]) == ("pack_needed", str(game))
    await w.tables.lobby.cancel(caller(KIM), game)
    assert (await w.tables.server_packs.remove(manager(), "my_box")).id == "my_box"
    assert await offered(w) == [FIELD]
    assert await w.store.games.pack(digest) is None, "nothing is left of it"
    assert (await refusal(w.tables.server_packs.remove(manager(), "my_box"))).reason == "unknown_pack"


async def test_a_game_that_is_over_can_be_looked_at_after_it_is_removed(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    game = await playing_own(w)
    assert (await refusal(w.tables.server_packs.remove(manager(), "my_box"))).reason == "pack_needed"
    await w.play_on(game, RandomPlayer(3))
    await w.tables.server_packs.remove(manager(), "my_box")
    w.tables.repository.forget(game)
    w.tables.repository.packs.forget([(await w.tables.play.pack(game)).hash])
    assert (await w.tables.play.view(game)).pack.id == "my_box"


async def test_an_export_holds_its_hash_and_an_import_needs_it(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(crates=CRATE), "box.zip")
    game = await playing_own(w)
    pack = await w.tables.play.pack(game)
    await w.play_on(game, RandomPlayer(3))
    data = (await w.tables.files.export(caller(KIM), game)).data
    assert pack.hash.encode() in data
    assert b"Meine Schachtel" not in data
    there = caller(EVE, channel=CHANNEL + 1, guild=ELSEWHERE)
    found = await refusal(w.tables.files.import_(there, data))
    assert (found.reason, found.values["pack"]) == ("import_pack", "my_box")
    await w.tables.server_packs.add(manager(ELSEWHERE), own_zip(crates=CRATE), "box.zip")
    assert (await w.tables.files.import_(there, data)).stage == "over"
    assert (await w.tables.files.import_(caller(EVE, channel=CHANNEL + 2), data)).stage == "over"


async def test_a_game_with_it_does_not_move_to_another_server(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    game = await playing_own(w)
    moved = w.tables.administration.move(caller(KIM), game, CHANNEL + 5, ELSEWHERE)
    assert (await refusal(moved)).reason == "pack_stays"
    assert (await w.tables.administration.move(caller(KIM), game, CHANNEL + 5, GUILD)).done


async def test_a_rematch_has_the_pack_again(w: World) -> None:
    await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    game = await playing_own(w)
    await w.play_on(game, RandomPlayer(3))
    again = (await w.tables.administration.rematch(caller(KIM), game)).game
    assert (await w.tables.play.pack(again)).id == "my_box"
    there = (await w.tables.administration.rematch(caller(KIM, channel=CHANNEL + 1, guild=ELSEWHERE), game)).game
    assert (await w.tables.play.pack(there)).id == "field"


async def test_the_identifier_of_a_pack_for_everybody_is_taken(w: World) -> None:
    found = await refusal(w.tables.server_packs.add(manager(), own_zip("field"), "box.zip"))
    assert (found.reason, found.values["pack"]) == ("pack_id", "field")


async def test_so_many_packs_and_no_more(w: World) -> None:
    for number in range(MOST_PACKS):
        await w.tables.server_packs.add(manager(), own_zip(f"box_{number}"), "box.zip")
    found = await refusal(w.tables.server_packs.add(manager(), own_zip("one_more"), "box.zip"))
    assert (found.reason, found.values["most"]) == ("pack_full", MOST_PACKS)
    assert (await w.tables.server_packs.add(manager(), own_zip("box_0", "2"), "box.zip")).before == "1"


async def test_half_a_pack_says_what_is_missing(w: World) -> None:
    files = {name: content for name, content in own_files().items() if name not in ("tribes.yaml", "crates.yaml")}
    with pytest.raises(PackFileRefused) as refused:
        await w.tables.server_packs.add(manager(), zipped(files), "box.zip")
    told = [(mistake.file, mistake.found, mistake.expected) for mistake in refused.value.mistakes]
    assert told == [("crates.yaml", "nothing", "this file"), ("tribes.yaml", "nothing", "this file")]
    assert await offered(w) == [FIELD]


async def test_two_components_of_one_identifier(w: World) -> None:
    with pytest.raises(PackFileRefused) as refused:
        await w.tables.server_packs.add(manager(), own_zip(crates=("id: k02,", "id: k01,")), "box.zip")
    assert [mistake.found for mistake in refused.value.mistakes] == [
        "the identifier 'k01' again (first in crates.yaml:3)"
    ]


async def test_names_in_one_language_are_shown_in_it_with_a_warning(w: World) -> None:
    one = own_zip(citizens=("name: {en: Ice Breaker, de: Eisbrechtrupp, fr: Brise-glace}", "name: {de: Eisbrecher}"))
    added = await w.tables.server_packs.add(manager(), one, "box.zip")
    assert [(each.lacking, each.shown_in, each.number) for each in added.warnings] == [(("en", "fr"), "de", 1)]
    names = [card.name for card in added.pack.citizens if card.name.de == "Eisbrecher"]
    assert [(name.en, name.fr) for name in names] == [("Eisbrecher", "Eisbrecher")]


async def test_a_host_s_pack_with_its_identifier_hides_it(w: World) -> None:
    added = await w.tables.server_packs.add(manager(), own_zip(), "box.zip")
    registry = w.tables.repository.packs
    registry._for_all = (*registry._for_all, msgspec.structs.replace(added.pack, version="of the host"))
    assert await offered(w) == [FIELD, ("my_box", "of the host")]
    assert (await w.tables.server_packs.remove(manager(), "my_box")).version == "1"
