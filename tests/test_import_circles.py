"""No module imports itself by a detour, not for typing either."""

from graphlib import TopologicalSorter

import grimp


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = grimp.build_graph("bot", "cogs", "tools")
    assert len(graph.modules) > 400
    order = TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})
    assert len(list(order.static_order())) == len(graph.modules)
