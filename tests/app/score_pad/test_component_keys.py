"""What results call tribes and artifact cards: never the same for components of two packs."""

import pytest

from bot.app.score_pad import component_key, is_component_key, pack_of_key
from bot.app.score_pad.component_keys import LONGEST_KEY
from bot.engine.packs import field
from bot.store.sql.result_tables import ResultSeatRow

LONG = "a" + 31 * "b"


@pytest.mark.parametrize(
    ("pack", "component", "key", "named"),
    [
        (field().id, "tide", "tide", ""),
        ("my_box", "tide", "my_box/tide", "my_box"),
        ("my_box", "", "", ""),
        (LONG, "tide", f"{LONG}/tide", LONG),
        (LONG, LONG, f"{LONG[:31]}/{LONG}", LONG[:31]),
    ],
)
def test_a_component_of_another_pack_names_it(pack: str, component: str, key: str, named: str) -> None:
    assert component_key(pack, component) == key
    assert len(key) <= LONGEST_KEY
    assert pack_of_key(key) == (named, component)
    assert is_component_key(key) == bool(key)


@pytest.mark.parametrize("text", ["/tide", "my_box/", "a/b/c", "My_box/tide", "=1+1", f"{LONG}/{LONG}", f"{LONG}b"])
def test_what_no_result_calls_a_component(text: str) -> None:
    assert not is_component_key(text)


def test_the_index_has_room_for_it() -> None:
    for column in ("tribe", "card"):
        assert ResultSeatRow.__table__.c[column].type.length == LONGEST_KEY  # type: ignore[attr-defined]
