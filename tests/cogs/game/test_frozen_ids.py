"""Custom ids stay what they were: messages of years ago carry them, and each must still find its one control."""

from typing import Final

from bot.client import Client
from cogs.game import ids

LONGEST: Final = 100
"""Characters of a custom id."""
FROZEN: Final[dict[str, tuple[str, ...]]] = {
    r"lobby:join:(?P<game>\d+)": ("lobby:join:7",),
    r"lobby:leave:(?P<game>\d+)": ("lobby:leave:7",),
    r"lobby:computer:(?P<game>\d+)": ("lobby:computer:7",),
    r"lobby:start:(?P<game>\d+)": ("lobby:start:7",),
    r"lobby:cancel:(?P<game>\d+)": ("lobby:cancel:7",),
    r"lobby:first:(?P<game>\d+)": ("lobby:first:7",),
    r"lobby:options:(?P<game>\d+)": ("lobby:options:7",),
    r"lobby:tribe:(?P<game>\d+)": ("lobby:tribe:7",),
    r"lobby:option:(?P<game>\d+)": ("lobby:option:7",),
    r"lobby:pack:(?P<game>\d+)": ("lobby:pack:7",),
    r"lobby:pace:(?P<game>\d+)": ("lobby:pace:7",),
    r"lobby:agree:(?P<game>\d+)": ("lobby:agree:7",),
    r"lobby:strength:(?P<game>\d+)": ("lobby:strength:7",),
    r"lobby:remove:(?P<game>\d+)": ("lobby:remove:7",),
    r"table:late:(?P<game>\d+)": ("table:late:7",),
    r"table:nudge:(?P<game>\d+):(?P<seat>\d)": ("table:nudge:7:1",),
    r"table:help:(?P<game>\d+):(?P<seat>\d):(?P<what>turn|takeover):(?P<yes>[yn])": (
        "table:help:7:1:turn:y",
        "table:help:7:1:takeover:n",
    ),
    r"table:back:(?P<game>\d+)": ("table:back:7",),
    r"table:rematch:(?P<game>\d+)": ("table:rematch:7",),
    r"table:sit:(?P<game>\d{1,18})": ("table:sit:7",),
    r"table:why:(?P<game>\d+):(?P<record>\d+|last):(?P<step>\d)(?P<to>[a-z]*)": (
        "table:why:7:last:0",
        "table:why:7:31:0a",
        "table:why:7:31:0b",
        "table:why:7:31:1c",
    ),
    r"table:look:(?P<game>\d+):(?P<part>\d)": ("table:look:7:0",),
    r"table:closer:(?P<game>\d+):(?P<of>[a-z0-9_]+)(?P<page>:\d+)?": (
        "table:closer:7:own",
        "table:closer:7:0cards:1",
    ),
    r"table:breakoff:(?P<game>\d+)": ("table:breakoff:7",),
    r"table:keep:(?P<game>\d+)": ("table:keep:7",),
    r"table:takeback:(?P<game>\d+)": ("table:takeback:7",),
    r"table:final:(?P<game>\d+)": ("table:final:7",),
    r"table:do:(?P<game>\d+):(?P<token>[^:]+):(?P<move>[a-z](?::[a-z0-9_.]*){0,3}(?:![0-9a-z]{4})?)": (
        "table:do:7:1.0a:k:card_12:3:t",
        "table:do:7:1.0a:x:12!1a02",
        "table:do:7:1.0a:h",
        "table:do:7:1.0a:d:",
        "table:do:7:1.0a:d:0.2",
    ),
    r"table:menu:(?P<game>\d+):(?P<token>[^:]+):(?P<part>[a-z_]+\.\d+)": (
        "table:menu:7:1.0a:choose.0",
        "table:menu:7:1.0a:populate.1",
    ),
    r"table:many:(?P<game>\d+):(?P<token>[^:]+)": ("table:many:7:1.0a",),
    r"table:turn:(?P<game>\d+)(?P<page>:\d+)?": ("table:turn:7", "table:turn:7:1"),
    r"table:pick:(?P<game>\d+):(?P<group>[a-z_]+):(?P<page>\d+):(?P<crystals>\d)(?P<to>[a-z]*)": (
        "table:pick:7:explore:0:0",
        "table:pick:7:map:0:0",
        "table:pick:7:explore:1:2f",
        "table:pick:7:explore:0:1b",
        "table:pick:7:explore:0:1p",
    ),
    r"table:card:(?P<game>\d+):(?P<card>[a-z0-9_.]+)": ("table:card:7:card_12",),
    r"table:cards:(?P<game>\d+):(?P<part>\d+)": ("table:cards:7:0",),
    r"table:all:(?P<game>\d+):(?P<page>\d+)": ("table:all:7:0",),
    r"table:undo:(?P<game>\d+):(?P<token>[^:]+)": ("table:undo:7:1.0a",),
    r"table:close:(?P<game>\d+):(?P<token>[^:]+):(?P<what>action|turn)": (
        "table:close:7:1.0a:action",
        "table:close:7:1.0a:turn",
    ),
    r"table:overview:(?P<game>\d+)": ("table:overview:7",),
    r"table:map:(?P<game>\d+):(?P<form>chart|list|tiles):(?P<page>\d+)(?P<to>[a-z]*)": (
        "table:map:7:chart:0",
        "table:map:7:list:1b",
        "table:map:7:tiles:2f",
    ),
    r"table:seat:(?P<game>\d+):(?P<seat>\d):(?P<tab>[a-z]+)(?P<to>:[a-z])?": (
        "table:seat:7:0:overview",
        "table:seat:7:0:cards:t",
        "table:seat:7:1:overview:o",
    ),
    r"table:own:(?P<game>\d+)": ("table:own:7",),
    r"table:market:(?P<game>\d+)": ("table:market:7",),
    r"table:score:(?P<game>\d+)": ("table:score:7",),
    r"table:log:(?P<game>\d+):(?P<page>\d+)": ("table:log:7:0",),
    r"table:advice:(?P<game>\d+)": ("table:advice:7",),
    r"table:review:(?P<game>\d+)": ("table:review:7",),
    r"table:nomore:(?P<game>\d+):(?P<sort>lesson|advice|missed)": ("table:nomore:7:lesson",),
    r"table:settle:(?P<game>\d+):(?P<kind>[a-z_]+)": ("table:settle:7:any_resource",),
    r"table:always:(?P<game>\d+):(?P<kind>[a-z_]+):(?P<wish>[a-z]+)": ("table:always:7:resource:ask",),
    r"table:standing:(?P<game>\d+)": ("table:standing:7",),
    r"results:at:(?P<state>[a-z]+:[0-9a-z]*:[0-9a-z]*:[0-9a-z]*:[a-z0-9_.]*)(?::\d)?": (
        "results:at:players::::",
        "results:at:person:1f:0:2:easy:3",
    ),
    r"results:choose:(?P<what>[a-z]+):(?P<state>[a-z]+:[0-9a-z]*:[0-9a-z]*:[0-9a-z]*:[a-z0-9_.]*)": (
        "results:choose:computers:players::::",
    ),
    r"results:claim:(?P<number>\d+):(?P<how>confirm|refuse|withdraw|separate)(?P<sure>:sure)?": (
        "results:claim:7:confirm",
        "results:claim:7:separate:sure",
    ),
    r"privacy:delete:(?P<person>\d+)": ("privacy:delete:7",),
    r"privacy:keep:(?P<person>\d+)": ("privacy:keep:7",),
    r"range:calc:(?P<what>spaces|bonus):(?P<spaces>\d+):(?P<bonus>\d+)": (
        "range:calc:spaces:3:1",
        "range:calc:bonus:3:1",
    ),
    r"range:of:(?P<game>\d+):(?P<space>\d{1,3}|x):(?P<action>explore|populate|build|x):(?P<food>\d{1,2}|x)": (
        "range:of:7:x:x:x",
        "range:of:7:12:explore:x",
        "range:of:7:x:build:5",
    ),
    r"rule:(?P<what>open|see|back|in):(?P<name>~?[a-z][a-z0-9_.]*):(?P<locale>de|fr|en):(?P<trail>[a-z2-7]*)": (
        "rule:open:score.list:de:",
        "rule:back:~setup:fr:ab2",
    ),
    r"rule:all:(?P<name>~?[a-z][a-z0-9_.]*):(?P<locale>de|fr|en):(?P<trail>[a-z2-7]*)": ("rule:all:score.tie:en:",),
    r"rule:(?P<vote>yes|no):(?P<name>~?[a-z][a-z0-9_.]*):(?P<locale>de|fr|en):(?P<trail>[a-z2-7]*)": (
        "rule:yes:score.tie:en:",
        "rule:no:score.tie:en:",
    ),
    r"cite:(?P<entry>[a-z][a-z0-9_.]*)": ("cite:score.list",),
    r"tally:seat:(?P<number>\d+):(?P<seat>\d)": ("tally:seat:7:1",),
    r"tally:form:(?P<number>\d+):(?P<seat>\d):(?P<form>points|cards|artifacts|whole):(?P<how>open|mend)": (
        "tally:form:7:1:points:open",
        "tally:form:7:1:whole:mend",
    ),
    r"tally:card:(?P<number>\d+):(?P<seat>\d)": ("tally:card:7:1",),
    r"tally:close:(?P<number>\d+)(?P<sure>:sure)?": ("tally:close:7", "tally:close:7:sure"),
    r"tally:steps:(?P<number>\d+)": ("tally:steps:7",),
    r"tally:again:(?P<draft>\d+)": ("tally:again:7",),
    r"tally:delete:(?P<number>\d+)(?P<sure>:sure)?": ("tally:delete:7", "tally:delete:7:sure"),
    r"tally:all:(?P<number>\d+)": ("tally:all:7",),
    r"tally:same:(?P<number>\d+)": ("tally:same:7",),
    r"tally:details:(?P<number>\d+)": ("tally:details:7",),
    r"tally:mine:(?P<draft>\d+)": ("tally:mine:7",),
    r"tally:theirs:(?P<number>\d+):(?P<seat>\d)": ("tally:theirs:7:1",),
    r"table:news:(?P<game>\d+):(?P<page>\d+)": ("table:news:7:0",),
    r"table:replay:(?P<game>\d+):(?P<step>\d+)(?P<to>:[a-z]+)?": ("table:replay:7:0", "table:replay:7:12:back"),
    r"table:since:(?P<game>\d+):(?P<record>\d+)": ("table:since:7:31",),
    r"table:turns:(?P<game>\d+)": ("table:turns:7",),
    r"table:film:(?P<game>\d+):(?P<step>\d+)": ("table:film:7:12",),
    r"plan:turn:(?P<game>\d+)(?P<page>:\d+)?": ("plan:turn:7", "plan:turn:7:1"),
    r"plan:pick:(?P<game>\d+):(?P<group>[a-z_]+):(?P<page>\d+):(?P<crystals>\d)(?P<to>[a-z]*)": (
        "plan:pick:7:explore:0:0",
    ),
    r"plan:card:(?P<game>\d+):(?P<card>[a-z0-9_.]+)": ("plan:card:7:card_12",),
    r"plan:cards:(?P<game>\d+):(?P<part>\d+)": ("plan:cards:7:0",),
    r"plan:all:(?P<game>\d+):(?P<page>\d+)": ("plan:all:7:0",),
    r"plan:map:(?P<game>\d+):(?P<form>chart|list|tiles):(?P<page>\d+)(?P<to>[a-z]*)": ("plan:map:7:chart:0",),
    r"plan:seat:(?P<game>\d+):(?P<seat>\d):(?P<tab>[a-z]+)(?P<to>:[a-z])?": ("plan:seat:7:0:overview",),
    r"plan:own:(?P<game>\d+)": ("plan:own:7",),
    r"plan:market:(?P<game>\d+)": ("plan:market:7",),
    r"plan:score:(?P<game>\d+)": ("plan:score:7",),
    r"plan:look:(?P<game>\d+):(?P<part>\d)": ("plan:look:7:0",),
    r"plan:closer:(?P<game>\d+):(?P<of>[a-z0-9_]+)(?P<page>:\d+)?": (
        "plan:closer:7:own",
        "plan:closer:7:0cards:1",
    ),
    r"plan:do:(?P<game>\d+):(?P<token>[^:]+):(?P<move>[a-z](?::[a-z0-9_.]*){0,3}(?:![0-9a-z]{4})?)": (
        "plan:do:7:1.0a:h",
    ),
    r"plan:menu:(?P<game>\d+):(?P<token>[^:]+):(?P<part>[a-z_]+\.\d+)": ("plan:menu:7:1.0a:choose.0",),
    r"plan:many:(?P<game>\d+):(?P<token>[^:]+)": ("plan:many:7:1.0a",),
    r"plan:close:(?P<game>\d+):(?P<token>[^:]+):(?P<what>action|turn)": ("plan:close:7:1.0a:turn",),
    r"plan:undo:(?P<game>\d+):(?P<token>[^:]+)": ("plan:undo:7:1.0a",),
    r"plan:without:(?P<game>\d+):(?P<step>\d+):(?P<steps>\d+)": ("plan:without:7:2:5",),
    r"plan:drop:(?P<game>\d+)": ("plan:drop:7",),
    r"table:planned:(?P<game>\d+):(?P<token>[^:]+):(?P<steps>\d+)": ("table:planned:7:1.0a:5",),
    r"table:back:(?P<game>\d+):(?P<records>\d+)": ("table:back:7:31",),
    r"table:goback:(?P<game>\d+):(?P<records>\d+):(?P<count>\d+)": ("table:goback:7:31:45",),
    r"table:try:(?P<game>\d+):(?P<step>\d+)": ("table:try:7:12",),
    r"table:follow:(?P<game>\d+)": ("table:follow:7",),
    r"table:moments:(?P<game>\d+)": ("table:moments:7",),
    r"table:unfollow:(?P<game>\d+)": ("table:unfollow:7",),
    r"table:unarchive:(?P<game>\d+)": ("table:unarchive:7",),
    r"games:look": ("games:look",),
    r"games:bringback": ("games:bringback",),
    r"games:page:(?P<page>\d+):[a-z]+": ("games:page:0:again", "games:page:2:further"),
    r"results:import:(?P<key>[0-9a-f]{8})": ("results:import:0a1b2c3d",),
    r"results:leave:(?P<key>[0-9a-f]{8})": ("results:leave:0a1b2c3d",),
    r"results:page:(?P<page>\d+)": ("results:page:1",),
    r"results:pick": ("results:pick",),
    r"tally:photo:(?P<number>\d+)": ("tally:photo:7",),
    r"tally:nophoto:(?P<number>\d+)(?::(?P<message>\d+))?": ("tally:nophoto:7", "tally:nophoto:7:8"),
    r"mautoma:turn:(?P<desk>\d+):(?P<turn>\d+)": ("mautoma:turn:7:2",),
    r"mautoma:undo:(?P<desk>\d+):(?P<turn>\d+)": ("mautoma:undo:7:2",),
    r"mautoma:points:(?P<desk>\d+)": ("mautoma:points:7",),
    r"mautoma:board:(?P<desk>\d+)": ("mautoma:board:7",),
    r"help:open:(?P<topic>\w+):(?P<page>\d+)(?P<new>:new)?": ("help:open:game:0", "help:open:game:1:new"),
    r"help:pick": ("help:pick",),
    r"settings:language:(?P<scope>person|channel|server)": ("settings:language:person",),
    r"settings:theme:(?P<scope>person|channel|server)": ("settings:theme:server",),
    r"settings:games:channels": ("settings:games:channels",),
    r"settings:games:most": ("settings:games:most",),
    r"settings:games:barred": ("settings:games:barred",),
    r"settings:games:list:(?P<page>\d+)(?P<to>[a-z]*)": ("settings:games:list:0", "settings:games:list:1f"),
    r"settings:games:show": ("settings:games:show",),
    r"open:(?P<kind>game|tally|desk):(?P<number>\d+)": ("open:game:7", "open:tally:7", "open:desk:7"),
}
"""The template of every control, with custom ids as it writes them."""


async def test_the_templates_are_those_of_every_version(client: Client) -> None:
    assert {template.pattern for template in client._connection._view_store._dynamic_items} == set(FROZEN)


async def test_every_id_leads_to_its_one_control(client: Client) -> None:
    templates = list(client._connection._view_store._dynamic_items)
    for frozen, custom_ids in FROZEN.items():
        for custom_id in custom_ids:
            assert [each.pattern for each in templates if each.fullmatch(custom_id)] == [frozen], custom_id
            assert len(custom_id) <= LONGEST


WRITTEN: Final = (
    *(ids.late(7), ids.nudge(7, 1), ids.back(7)),
    *(ids.help_out(7, 1, "turn", agrees=True), ids.help_out(7, 1, "takeover", agrees=False)),
    *(ids.lobby(what, 7) for what in ("join", "leave", "computer", "start", "cancel", "options")),
    *(ids.lobby(what, 7) for what in ("first", "tribe", "option", "pack", "pace", "agree", "strength", "remove")),
    *(ids.rematch(7), ids.sit_down(7), ids.break_off(7), ids.play_on(7), ids.resume(7), ids.confirm_end(7)),
    *(ids.why(7, None, 0), ids.why(7, 31, 0, "a"), ids.why(7, 31, 0, "b"), ids.why(7, 31, 1, "c")),
    *(ids.move(7, "1.0a", move) for move in ("k:card_12:3:t", "x:12!1a02", "h", "d:", "d:0.2")),
    *(ids.move_menu(7, "1.0a", "choose.0"), ids.move_menu(7, "1.0a", "populate.1"), ids.several(7, "1.0a")),
    *(ids.turn(7), ids.turn(7, 1), ids.all_offers(7, 0), ids.undo(7, "1.0a")),
    *(ids.group(7, "explore", 0, 0), ids.group(7, "explore", 1, 2, "f"), ids.group(7, "map", 0, 0)),
    *(ids.card(7, "card_12"), ids.cards(7, 0)),
    *(ids.group(7, "explore", 0, 1, "b"), ids.group(7, "explore", 0, 1, "p")),
    *(ids.close(7, "1.0a", "action"), ids.close(7, "1.0a", "turn")),
    *(ids.board(7, "chart", 0), ids.board(7, "list", 1, "b"), ids.board(7, "tiles", 2, "f")),
    *(ids.seat(7, 0, "overview"), ids.seat(7, 0, "cards", "t"), ids.seat(7, 1, "overview", "o")),
    *(ids.overview(7), ids.own_board(7), ids.market(7), ids.score(7), ids.log(7, 0), ids.look(7, 0)),
    *(ids.closer(7, "own"), ids.closer(7, "0cards", 1)),
    *(ids.advice(7), ids.settle(7, "any_resource"), ids.standing_answer(7, "resource", "ask"), ids.standing_answers(7)),
    ids.no_more(7, "lesson"),
    ids.review(7),
    *(ids.news(7, 0), ids.replay(7, 0), ids.replay(7, 12, "back"), ids.replay_after(7, 31), ids.replay_turns(7)),
    *(ids.plan(7), ids.plan_without(7, 2, 5), ids.plan_drop(7), ids.plan_play(7, "1.0a", 5)),
    *(ids.rollback(7, 31), ids.go_back(7, 31, 45), ids.try_from(7, 12)),
    *(ids.follow(7), ids.follow_moments(7), ids.unfollow(7)),
    *(ids.replay_film(7, 12), ids.own_games_look(), ids.own_games_archived(), ids.bring_back(7)),
    *(ids.own_games(0, "again"), ids.own_games(2, "further")),
    *(ids.range_calculator("spaces", 3, 1), ids.range_calculator("bonus", 3, 1)),
    *(ids.range_seat(7, None, None, None), ids.range_seat(7, 12, "explore", None), ids.range_seat(7, None, "build", 5)),
)
"""What the game's cogs write for the examples above."""


def test_the_game_writes_the_ids_of_every_version() -> None:
    """Every example of a control of the game, written by :mod:`cogs.game.ids`."""
    examples = [
        each for found in FROZEN.values() for each in found if each.startswith(("table:", "lobby:", "range:", "games:"))
    ]
    examples += ["plan:turn:7", "plan:without:7:2:5", "plan:drop:7"]  # the others are made of the table's
    assert sorted(WRITTEN) == sorted(examples)
