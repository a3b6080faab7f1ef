"""Planning in processes of its own, beside the event loop."""
