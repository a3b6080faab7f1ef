"""Drawing itself: the canvas, text, colours, and the queue beside the event loop."""
