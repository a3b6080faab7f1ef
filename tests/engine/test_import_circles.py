"""No module of the engine imports itself by a detour, not for typing either."""

from graphlib import TopologicalSorter

import grimp


def test_the_engine_has_no_import_circle() -> None:
    graph = grimp.build_graph("bot")
    engine = {module for module in graph.modules if module.startswith("bot.engine")}
    assert len(engine) > 50
    order = TopologicalSorter({module: graph.find_modules_directly_imported_by(module) & engine for module in engine})
    assert len(list(order.static_order())) == len(engine)
