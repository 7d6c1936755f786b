"""One file per foreign engine; import the one you use, so that the others need not be installed."""
