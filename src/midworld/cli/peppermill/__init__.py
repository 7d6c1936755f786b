"""The pepper mill study: a robot fetches a mill from the counter and carries it on its tray to a table."""
