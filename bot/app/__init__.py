"""The application: tables, score pads, the Mautoma desk and the calculations. No Discord in here."""
