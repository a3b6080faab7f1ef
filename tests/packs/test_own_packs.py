"""Writing a pack: ``pack new``, ``pack diff``, ``pack pictures`` and ``pack try``."""

import io
from pathlib import Path

import msgspec
import pytest
import yaml
from PIL import Image
from typer.testing import CliRunner

from bot.app.own_packs.pack_differences import differences
from bot.app.own_packs.pack_frame import emptied, flow
from bot.cli.pack_command import commands
from bot.engine.packs import PackMistakes, field, field_with_expansion, load_pack, pack_of_files
from bot.engine.packs.draft import FILES
from bot.engine.resources import Amounts
from bot.engine.state import Options
from bot.pictures import Picture, component
from bot.pictures import component_pages as pages
from bot.simulation.pack_trial import DEAREST, LONGEST, summed_up, trial
from bot.simulation.simulated_games import Played
from tests.packs.own_pack import own_files


def run(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(commands, list(arguments))
    return found.exit_code, found.stdout + found.stderr


# ---- new ---------------------------------------------------------------------------------------------------------


def test_a_copy_can_be_played_at_once(tmp_path: Path) -> None:
    status, said = run("new", str(tmp_path / "box"), "--id", "our_box", "--name", "Box: No, 12 {x}")
    assert (status, f"{len(FILES)} files" in said) == (0, True)
    pack = load_pack(tmp_path / "box")
    assert (pack.id, pack.name.de) == ("our_box", "Box: No, 12 {x}")
    same = msgspec.structs.replace(pack, id=field().id, name=field().name)
    assert same == field_with_expansion()


def test_an_empty_frame_lists_nothing_but_what_is_to_be_filled_in() -> None:
    with pytest.raises(PackMistakes) as refused:
        pack_of_files({file: text.encode() for file, text in emptied("our_box", "Ours", "de").items()})
    assert {mistake.found for mistake in refused.value.mistakes} == {"nothing"}
    assert len(refused.value.mistakes) > 500


def test_the_frame_has_the_counts_of_the_box() -> None:
    files = emptied("our_box", "Ours", "fr")
    assert set(files) == set(FILES)
    assert files["crates.yaml"].count("- id:") == len(field().crates)
    assert files["citizens.yaml"].count("- id:") == len(field().citizens)
    assert files["tribes.yaml"].count("books:") == len(field().technology)
    assert "name: {fr: }" in files["machines.yaml"]
    names = {name for card in field().citizens for name in msgspec.structs.astuple(card.name)}
    assert not [name for name in names if name in files["citizens.yaml"]], "nothing is left of the shipped cards"


def test_what_was_written_is_not_written_over(tmp_path: Path) -> None:
    status, said = run("new", str(tmp_path))
    assert status != 0
    assert "there already" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", [("--id", "No Box"), ("--id", "x" * 33), ("--name", " "), ("--language", "xx")])
def test_what_cannot_be_an_identifier_name_or_language(tmp_path: Path, given: tuple[str, str]) -> None:
    status, _ = run("new", str(tmp_path / "box"), "--empty", *given)
    assert status == 2
    assert not (tmp_path / "box").exists()


def test_values_in_one_line_come_back_as_they_were() -> None:
    for value in ({"a": [1, True, "x: y"], "b": "No", "c": {"d": 'say "so"'}}, ["12", "", " x", "a,b", "#"]):
        assert yaml.safe_load(flow(value)) == value


# ---- diff --------------------------------------------------------------------------------------------------------


def test_equal_packs_do_not_differ(copy: Path) -> None:
    assert differences(load_pack(copy), field_with_expansion(), "en") == []
    status, said = run("diff", str(copy), str(copy))
    assert (status, said) == (
        0,
        f"No difference: both have the hash {field().hash}, with the expansion {load_pack(copy).hash}.\n",
    )


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Crates · k01 · Effects: 3 gears → 2 gears"),
        ("de", "Kisten · k01 · Effekte: 3 Zahnräder → 2 Zahnräder"),
        ("fr", "Caisses · k01 · Effets : 3 engrenages → 2 engrenages"),
    ],
)
def test_changes_are_told_in_words(tmp_path: Path, copy: Path, language: str, line: str) -> None:
    text = (copy / "crates.yaml").read_text("utf-8")
    (copy / "crates.yaml").write_text(
        text.replace("{id: k01, get: [{gain: {gear: 3}}]}", "{id: k01, get: [{gain: {gear: 2}}]}")
    )
    before = tmp_path / "before"
    run("new", str(before), "--id", "field")
    (before / "pack.yaml").write_bytes((copy / "pack.yaml").read_bytes())
    status, said = run("diff", str(before), str(copy), "--language", language)
    assert (status, said.splitlines()) == (1, [line])


def test_the_shipped_pack_is_called_field_and_names_stay_as_they_are(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    run("new", str(mine), "--id", "mine", "--name", "Meins")
    tiles = (mine / "tiles.yaml").read_text("utf-8")
    (mine / "tiles.yaml").write_text(tiles.replace("terrain: mountain", "terrain: desert", 1), "utf-8")
    status, said = run("diff", "field", str(mine), "--language", "de")
    assert status == 1
    assert "Kennung: field → mine" in said
    assert "Gelände: Gebirge → Wüste" in said
    assert run("check", "field")[0] == 0


def test_a_component_in_one_of_them_and_a_number() -> None:
    files = own_files("field", "1", crates=("{id: k01,", "{id: k99,"), supply=("display: 5", "display: 5"))
    tiles = files["tiles.yaml"].decode()
    files["tiles.yaml"] = tiles.replace("points: 1}", "points: 2}", 1).encode()
    found = differences(field_with_expansion(), pack_of_files(files).pack, "en")
    assert "Crates · k01: only in the first pack" in found
    assert "Crates · k99: only in the second pack" in found
    assert [line for line in found if line.startswith("Area tiles · ") and line.endswith("Back · Points: 1 → 2")]


# ---- pictures ----------------------------------------------------------------------------------------------------


def test_every_component_is_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    out = io.BytesIO()
    Image.new("RGB", (620, 560)).save(out, "PNG")
    first, others = component(field(), "k01", "en", "light"), Picture(out.getvalue(), "", "other.png")

    def noted(pack: object, identifier: str, locale: str, theme: str) -> object:
        drawn.append(identifier)
        return others if drawn[1:] else first

    monkeypatch.setattr(pages, "component", noted)
    pack = field_with_expansion()
    made = list(pages.component_pages(pack, "en"))
    shown = [each.id for kind in pages.KINDS for each in getattr(pack, kind)]
    shown += [each.id for kind in ("scyphoz", "journeys", "lakes") for each in getattr(pack.abyss, kind)]
    assert sorted(drawn) == sorted(shown)
    assert len({page.name for page in made}) == len(made)
    width, height = Image.open(io.BytesIO(made[0].png)).size
    assert (width, height) == (3 * (620 + 16) + 16, 4 * (560 + 16) + 16)


# ---- try ---------------------------------------------------------------------------------------------------------


def test_games_with_the_shipped_pack_end(copy: Path) -> None:
    found = trial(field(), 2)
    assert (found.games, found.endless, found.broken, found.dear) == (2, [], [], [])
    status, said = run("try", str(copy), "--games", "1", "--no-channel")
    assert status == 0
    assert "1 games by random" in said


def test_what_is_suspicious_is_named() -> None:
    tile = field().tiles[0]
    dear = msgspec.structs.replace(
        tile, back=msgspec.structs.replace(tile.back, cost=Amounts(gear=9, food=DEAREST - 8))
    )
    pack = msgspec.structs.replace(field(), tiles=(dear, *field().tiles[1:]))
    long = Played(seed=7, seats=2, options=Options(), ended=True, seat_turns=[LONGEST + 1, 20], totals=[1, 2])
    open_end = Played(seed=8, seats=2, options=Options(), ended=False, seat_turns=[5, 5], totals=[1, 2])
    found = summed_up(pack, [long, open_end])
    assert found.endless == [7, 8]
    assert found.dear == [f"tile {tile.id}: {DEAREST + 1} resources to explore"]
    assert set(found.never["modules"]) == set(field().module)
    assert not [card for card in found.never["citizens"] if field().citizen[card].set]
    expansion = summed_up(field_with_expansion(), [long])
    assert set(expansion.never["citizens"]) <= {card.id for card in field().citizens}, "its cards come in with it alone"


def test_a_pack_with_mistakes_is_not_tried(copy: Path) -> None:
    (copy / "crates.yaml").unlink()
    for command in (("try", "--no-channel"), ("pictures",), ("diff", str(copy))):
        status, said = run(command[0], str(copy), *command[1:])
        assert (status, said.splitlines()[0]) == (1, "crates.yaml:1: found nothing, expected this file")
