"""The planner's search: a beam over the own turn, then local search around the best lines."""
