"""The names of colours: what people say, and what browsers know."""

COLOURS = (
    *(
        "red",
        "orange",
        "yellow",
        "green",
        "blue",
        "purple",
        "violet",
        "pink",
        "brown",
        "black",
        "white",
        "grey",
        "gray",
    ),
    *("cyan", "beige", "turquoise", "silver", "gold"),
)


def is_colour(name: str) -> bool:
    """Whether pictures know a colour: `red`, `light blue`, `#ff8800`."""
    plain = name.replace(" ", "").replace("_", "").lower()
    if plain in COLOURS:
        return True
    # Most scenes do without.
    from PIL import ImageColor

    try:
        ImageColor.getrgb(plain)
    except ValueError:
        return False
    return True
