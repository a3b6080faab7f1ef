"""The check against Discord's own document: that it finds what is wrong, and says where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.practice.openapi import OpenApi
from tests.end_to_end.conftest import openapi
from tests.practice.test_messages import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from bot.practice.errors import Json

BUTTON = {"type": "object", "required": ["label"], "properties": {"type": {"enum": [2]}, "label": {"maxLength": 3}}}
MENU = {"type": "object", "required": ["options"], "properties": {"type": {"enum": [3]}}}
BODY = {
    "type": "object",
    "properties": {
        "id": {"$ref": "#/components/schemas/SnowflakeType"},
        "part": {"oneOf": [{"$ref": "#/components/schemas/Button"}, {"$ref": "#/components/schemas/Menu"}]},
    },
}
JSON = "application/json"
DOCUMENT = {
    "paths": {
        "/things": {
            "post": {
                "requestBody": {"required": True, "content": {JSON: {"schema": BODY}}},
                "responses": {"200": {"content": {JSON: {"schema": {"type": "array"}}}}},
            }
        }
    },
    "components": {"schemas": {"SnowflakeType": {"type": "string"}, "Button": BUTTON, "Menu": MENU}},
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> OpenApi:
    """A document of three schemas."""
    path = tmp_path_factory.mktemp("openapi") / "small.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return OpenApi(path)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"id": 5}, None),
        ({"id": "5"}, None),
        ({"id": "five"}, "id"),
        ({"part": {"type": 2, "label": "abc"}}, None),
        ({"part": {"type": 2, "label": "abcd"}}, "part.label"),
        ({"part": {"type": 3}}, "part"),
        ([], ""),
    ],
)
def test_where_it_is_wrong(small: OpenApi, body: Json, where: str | None) -> None:
    found = small.check_body("/things", "POST", body).found
    assert [".".join(map(str, path)) for path, _, _ in found] == ([] if where is None else [where])


def test_answers_and_unknown_routes(small: OpenApi) -> None:
    assert small.needs_body("/things", "POST")
    assert small.check_answer("/things", "POST", 200, {})
    assert not small.check_answer("/things", "POST", 200, [])
    assert not small.check_body("/nothing", "POST", {"anything": 1})


# what the document does not say, or says too softly
UNSAID = {
    "content of 2001",
    "empty field",
    "embeds of 6001",
    "6 rows",
    "two menus in a row",
    "no custom id",
    "custom id twice",
    "no label",
    "link with custom id",
    "word as emoji",
    "option twice",
    "min over max",
    "max over options",
    "two defaults",
    "layout without flag",
    "layout with content",
    "layout with embeds",
    "41 components",
    "4001 characters",
    "gallery scheme",
    "file that is not there",
    "file by address",
    "id twice",
    "users parsed and listed",
    "attachment without file",
    "script as address",
}


@pytest.mark.parametrize(("name", "body"), [r[:2] for r in RULES if r[0] not in UNSAID])
def test_discords_document_refuses_the_same(name: str, body: Json) -> None:
    path: Path | None = openapi()
    if path is None:
        pytest.skip("DISCORD_OPENAPI does not name Discord's OpenAPI document: not compared with it")
    assert OpenApi(path).check_body("/channels/{channel_id}/messages", "POST", body)
