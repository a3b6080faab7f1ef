"""Games as files: their format, reading one that comes from anywhere, and playing it again in a process with limits.

The process imports what is here and the engine, nothing else: it starts quickly, and knows no token and no database.
"""
