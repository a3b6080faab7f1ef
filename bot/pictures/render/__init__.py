"""Drawing: the canvas, text, colours, and the queue in front of the drawing thread."""
