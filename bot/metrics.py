"""Numbers of the running bot, as Prometheus reads them. They are shown only where METRICS_PORT is set."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector

REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

INTERACTIONS: Final = Counter(
    "revive_interactions",
    "Commands, presses, forms and completions, by how they ended: answered, declined, failed or too_late.",
    ["command", "outcome"],
    registry=REGISTRY,
)
INTERACTION_SECONDS: Final = Histogram(
    "revive_interaction_seconds",
    "Time from the arrival of an interaction until it was dealt with.",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 10),
    registry=REGISTRY,
)
EVENT_LOOP_LAG: Final = Histogram(
    "revive_event_loop_lag_seconds",
    "How much later than asked for the event loop came back to a sleeping task.",
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5),
    registry=REGISTRY,
)
THOUGHTS_WAITING: Final = Gauge(
    "revive_thoughts_waiting", "Thoughts of computer players under way or waiting.", registry=REGISTRY
)
THOUGHT_SECONDS: Final = Histogram(
    "revive_thought_seconds",
    "Time that a table waited for a thought of a computer player.",
    ["strength"],
    buckets=(0.1, 0.25, 0.5, 1, 2, 4, 8, 16),
    registry=REGISTRY,
)
STAND_INS: Final = Counter(
    "revive_stand_ins", "Thoughts that the easy player gave in place of a stronger one.", ["reason"], registry=REGISTRY
)
NOTICES_OVERDUE: Final = Gauge(
    "revive_notices_overdue", "Notices that should have been sent more than a minute ago.", registry=REGISTRY
)
DATABASE_ERRORS: Final = Counter(
    "revive_database_errors", "Reads and writes that the database refused.", ["kind"], registry=REGISTRY
)
TABLES: Final = Gauge("revive_tables", "Stored games, by stage.", ["stage"], registry=REGISTRY)
SERVERS: Final = Gauge("revive_servers", "Discord servers that the bot is on.", registry=REGISTRY)
GATEWAY_CONNECTED: Final = Gauge(
    "revive_gateway_connected", "1 while Discord's gateway is connected, else 0.", registry=REGISTRY
)
GATEWAY_LATENCY: Final = Gauge(
    "revive_gateway_latency_seconds", "Time between a heartbeat and its answer.", registry=REGISTRY
)
