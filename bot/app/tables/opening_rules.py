"""Whether a server lets somebody open a game where they are."""

from bot.app.tables.model import Caller, Channels, TableRefusal
from bot.store.server_rules import ServerRules


def demand_opening(rules: ServerRules, caller: Caller, open_now: int) -> None:
    """:raises TableRefusal: ``opening_barred``, ``opening_channel``, ``opening_full``."""
    if caller.user in rules.people or not set(rules.roles).isdisjoint(caller.roles):
        raise TableRefusal("opening_barred")
    demand_channel(rules, caller)
    if rules.most is not None and open_now >= rules.most:
        raise TableRefusal("opening_full", open=open_now, most=rules.most)


def demand_channel(rules: ServerRules, caller: Caller) -> None:
    """A thread may do what its channel may. :raises TableRefusal: ``opening_channel``."""
    if rules.channels and {caller.channel, caller.parent}.isdisjoint(rules.channels):
        raise TableRefusal("opening_channel", channels=Channels(rules.channels))
