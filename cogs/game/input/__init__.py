"""What people type and press, read: actions as short texts, names of components, payments."""
