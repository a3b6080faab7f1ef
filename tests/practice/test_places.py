"""Channels, threads, rights, rate limits."""

from __future__ import annotations

import aiohttp
import pytest

from bot.practice import thread_state
from bot.practice.discord_state import Config
from bot.practice.limits import permissions
from bot.practice.server import LoopbackServer, PortInUse
from tests.practice.conftest import Wire


def test_ids_of_one_millisecond_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes within the millisecond in which the service began is nobody else: a person was its owner before."""
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    state = LoopbackServer(Config()).state
    directory = state.directory
    people = [directory.create_user(name) for name in ("alice", "bob")]
    guild = directory.create_guild("Home", people[0])
    role, channel = directory.create_role(guild, "team"), directory.create_channel(guild, "general")
    numbers = [person.id for person in (*people, state.owner)]
    numbers += [state.app_id, guild.id, directory.bot_role(guild).id, role.id, channel.id, directory.dm(people[0]).id]
    assert len(set(numbers)) == len(numbers)


async def test_unknown_things(wire: Wire) -> None:
    await wire.refused("unknown-channel", 404, 10003, "POST", "/channels/1/messages", {"content": "x"})
    await wire.refused("unknown-guild", 404, 10004, "GET", "/guilds/1")
    await wire.refused("unknown-user", 404, 10013, "GET", "/users/1")
    await wire.refused("unknown-member", 404, 10007, "GET", f"/guilds/{wire.guild.id}/members/1")
    await wire.refused("wrong-application", 403, 20012, "GET", "/applications/1/commands")
    await wire.refused("invalid-recipient", 400, 50033, "POST", "/users/@me/channels", {"recipient_id": "5"})
    await wire.refused("not-implemented", 404, 0, "GET", f"/guilds/{wire.guild.id}/audit-logs")
    await wire.refused("unauthorized", 401, 0, "GET", "/users/@me", headers={"Authorization": "Bot x"})
    headers = {"Content-Type": "application/json"}
    await wire.refused("invalid-json", 400, 50109, "POST", "/users/@me/channels", data="{bad", headers=headers)


async def test_rights(wire: Wire) -> None:
    directory = wire.state.directory
    locked = directory.create_channel(wire.guild, "locked")
    directory.allow(locked, directory.bot_role(wire.guild), deny=permissions("send_messages"))
    path = f"/channels/{locked.id}/messages"
    await wire.refused("missing-permissions", 403, 50013, "POST", path, {"content": "x"})
    directory.allow(locked, directory.bot_role(wire.guild), deny=permissions("view_channel"))
    await wire.refused("missing-access", 403, 50001, "GET", path)
    elsewhere = directory.create_guild("Elsewhere", wire.state.owner, bot=False)
    channel = directory.create_channel(elsewhere, "x")
    await wire.refused("missing-access", 403, 50001, "POST", f"/channels/{channel.id}/messages", {"content": "x"})
    closed = directory.create_user("closed", dms_open=False)
    _, dm = await wire.call("POST", "/users/@me/channels", {"recipient_id": str(closed.id)})
    await wire.refused("dm-closed", 403, 50007, "POST", f"/channels/{dm['id']}/messages", {"content": "x"})


async def test_messages_of_others(wire: Wire) -> None:
    m = wire.script.client.write(wire.alice, wire.channel, "mine")
    path = f"/channels/{wire.channel.id}/messages/{m.id}"
    await wire.refused("edit-foreign-message", 403, 50005, "PATCH", path, {"content": "x"})
    await wire.refused("missing-permissions", 403, 50013, "DELETE", path)


async def test_threads(wire: Wire) -> None:
    _, m = await wire.send({"content": "topic"})
    path = f"/channels/{wire.channel.id}/messages/{m['id']}/threads"
    status, thread = await wire.call("POST", path, {"name": "talk"})
    assert (status, thread["type"], thread["id"]) == (201, 11, m["id"])
    await wire.refused("thread-exists", 400, 160004, "POST", path, {"name": "talk"})
    assert (await wire.call("POST", f"/channels/{thread['id']}/messages", {"content": "in it"}))[0] == 200
    dm = wire.state.directory.dm(wire.alice)
    await wire.refused(
        "thread-channel-type", 400, 50024, "POST", f"/channels/{dm.id}/threads", {"name": "t", "type": 11}
    )
    assert (await wire.call("PATCH", f"/channels/{thread['id']}", {"archived": True}))[0] == 200
    there = wire.state.directory.channels[int(thread["id"])]
    inside = next(iter(there.messages))
    edited = f"/channels/{there.id}/messages/{inside}"
    await wire.refused("thread-archived", 400, 50083, "PATCH", edited, {"content": "x"})
    await wire.refused("thread-archived", 400, 50083, "PATCH", f"/channels/{there.id}", {"name": "closed"})
    assert (await wire.call("POST", f"/channels/{there.id}/messages", {"content": "opens it"}))[0] == 200
    assert not there.archived
    await wire.refused("missing-permissions", 403, 50013, "PATCH", f"/channels/{there.id}", {"locked": True})
    thread_state.change(wire.state, there, locked=True)
    await wire.refused("thread-locked", 403, 160005, "POST", f"/channels/{there.id}/messages", {"content": "x"})
    thread_state.change(wire.state, there, archived=True)
    await wire.refused("thread-archived", 400, 50083, "POST", f"/channels/{there.id}/messages", {"content": "x"})
    await wire.refused("missing-permissions", 403, 50013, "PATCH", f"/channels/{there.id}", {"archived": False})


async def test_threads_rest(wire: Wire) -> None:
    """A thread in which nobody writes for as long as it says is archived."""
    _, m = await wire.send({"content": "topic"})
    path = f"/channels/{wire.channel.id}/messages/{m['id']}/threads"
    _, thread = await wire.call("POST", path, {"name": "talk", "auto_archive_duration": 60})
    _, inside = await wire.call("POST", f"/channels/{thread['id']}/messages", {"content": "in it"})
    edited = f"/channels/{thread['id']}/messages/{inside['id']}"
    assert (await wire.call("PATCH", edited, {"content": "y"}))[0] == 200
    wire.state.config.archive_minute = 1e-9
    try:
        await wire.refused("thread-archived", 400, 50083, "PATCH", edited, {"content": "x"})
    finally:
        wire.state.config.archive_minute = 60.0
    _, other = await wire.send({"content": "topic"})
    path = f"/channels/{wire.channel.id}/messages/{other['id']}/threads"
    await wire.refused("invalid-form-body", 400, 50035, "POST", path, {"name": "t", "auto_archive_duration": 61})


async def test_two_names_in_ten_minutes(wire: Wire) -> None:
    _, m = await wire.send({"content": "topic"})
    _, thread = await wire.call("POST", f"/channels/{wire.channel.id}/messages/{m['id']}/threads", {"name": "one"})
    path = f"/channels/{thread['id']}"
    for name in ("two", "two", "three"):
        assert (await wire.call("PATCH", path, {"name": name}))[0] == 200
    answer = await wire.refused("rename-limit", 429, 20028, "PATCH", path, {"name": "four"})
    assert 590 < answer["retry_after"] <= 600
    assert (await wire.call("PATCH", path, {"archived": True}))[0] == 200


async def test_a_forum(wire: Wire) -> None:
    """Posts are threads with a first message; a forum may require a tag; nobody writes into the forum itself."""
    forum = wire.state.directory.create_channel(wire.guild, "forum", type=15, tags={5: "Revive"}, tag_required=True)
    path, first = f"/channels/{forum.id}/threads", {"content": "the first"}
    await wire.refused("tag-required", 400, 40067, "POST", path, {"name": "post", "message": first})
    await wire.refused(
        "unknown-tag", 404, 10087, "POST", path, {"name": "post", "message": first, "applied_tags": ["6"]}
    )
    status, post = await wire.call("POST", path, {"name": "post", "message": first, "applied_tags": ["5"]})
    assert (status, post["applied_tags"], post["parent_id"]) == (201, ["5"], str(forum.id))
    await wire.refused("non-text-channel", 400, 50008, "POST", f"/channels/{forum.id}/messages", {"content": "x"})


async def test_a_nonce_sends_once(wire: Wire) -> None:
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    _, first = await wire.send(body)
    _, again = await wire.send(body)
    assert first["id"] == again["id"]


async def test_history(wire: Wire) -> None:
    ids = [(await wire.send({"content": f"{n}"}))[1]["id"] for n in range(4)]
    path = f"/channels/{wire.channel.id}/messages"
    _, last = await wire.call("GET", f"{path}?limit=2")
    assert [m["id"] for m in last] == [ids[3], ids[2]]
    _, before = await wire.call("GET", f"{path}?limit=1&before={ids[2]}")
    assert [m["id"] for m in before] == [ids[1]]
    _, after = await wire.call("GET", f"{path}?limit=1&after={ids[1]}")
    assert [m["id"] for m in after] == [ids[2]]
    await wire.refused("invalid-form-body", 400, 50035, "GET", f"{path}?limit=101")


async def test_rate_limits(wire: Wire) -> None:
    async with LoopbackServer(Config(rate_limits="enforce")) as server, aiohttp.ClientSession() as http:
        strict = Wire(server, http)
        with server.state.journal.collecting("rate-limited") as caught:
            answers = [await strict.send({"content": "x"}) for _ in range(7)]
        assert [status for status, _ in answers] == [200] * 5 + [429] * 2
        assert answers[-1][1]["retry_after"] > 0
        assert len(caught) == 2


async def test_a_taken_port_is_said(wire: Wire) -> None:
    with pytest.raises(PortInUse) as caught:
        await LoopbackServer(Config(port=wire.state.port)).start()
    assert caught.value.port == wire.state.port
    async with LoopbackServer(Config(port=caught.value.free_port)) as other:
        assert other.state.port == caught.value.free_port


async def test_a_faulty_record_fails_a_test() -> None:
    async with LoopbackServer(Config()) as server, aiohttp.ClientSession() as http:
        wire = Wire(server, http)
        await wire.send({"content": "fine"})
        wire.script.assert_clean()
        await wire.send({"content": "x" * 2001})
        with pytest.raises(AssertionError, match=r"invalid-form-body.*content"):
            wire.script.assert_clean()
        with pytest.raises(AssertionError, match="unknown-guild"), wire.script.expecting("unknown-guild"):
            await wire.send({"content": "fine"})
