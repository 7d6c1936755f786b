"""One front door: a scene that is opened, fed and asked, by scripts, notebooks, commands and servers alike."""
