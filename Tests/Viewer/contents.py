"""Contents made for the tests, each with the features that one kind of test needs."""

import numpy as np
from PIL import Image

SOLID_COLOR = (58, 123, 213)
# Dark, so that a mix with the white outside the content is visible. No level above the deepest has a whole number of pixels.
DUSK_COLOR = (24, 66, 58)
DUSK_SIZE = (1237, 811)


def write_all(folder):
    _solid(folder / "solid.svg")
    _mosaic(folder / "mosaic.svg")
    _terrain(folder / "terrain.png")
    _dusk(folder)


def _solid(path):
    """One color everywhere, so that any seam between tiles is visible."""
    red, green, blue = SOLID_COLOR
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1400" viewBox="0 0 2000 1400">'
        f'<rect width="2000" height="1400" fill="rgb({red},{green},{blue})"/></svg>'
    )


def _mosaic(path):
    """Colored cells on the pixel grid of most levels, without white or gray, so that blank pixels can be recognized."""
    cells = []
    for row in range(24):
        for column in range(36):
            color = f"#{40 + column * 5:02x}{200 - row * 6:02x}28"
            mark = f"#{220 - column * 4:02x}{30 + row * 4:02x}3c"
            x, y = column * 64, row * 64
            cells.append(f'<rect x="{x}" y="{y}" width="64" height="64" fill="{color}"/>')
            cells.append(f'<rect x="{x + 16}" y="{y + 16}" width="24" height="32" fill="{mark}"/>')
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="2304" height="1536" viewBox="0 0 2304 1536">'
        + "".join(cells)
        + "</svg>"
    )


def _terrain(path):
    """A smooth image like a photo, which changes little when it is resampled twice."""
    y, x = np.mgrid[0:2100, 0:3000].astype(np.float32)
    channels = [
        127 + 90 * np.sin(x / 97 + k) * np.cos(y / 71 - k) + 25 * np.sin((x + y) / (19 + 3 * k)) for k in range(3)
    ]
    pixels = np.clip(np.stack(channels, axis=-1), 0, 255).astype(np.uint8)
    Image.fromarray(pixels).save(path)


def _dusk(folder):
    """One dark color with odd sizes, in a format without transparency, in one with it, and as a drawing."""
    picture = Image.new("RGB", DUSK_SIZE, DUSK_COLOR)
    picture.save(folder / "dusk.jpg", quality=95)
    picture.save(folder / "dusk-clear.png")
    width, height = DUSK_SIZE
    (folder / "dusk-drawn.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="rgb{DUSK_COLOR}"/></svg>'
    )
    # A strip, much longer than high.
    Image.new("RGB", (4001, 90), DUSK_COLOR).save(folder / "dusk-strip.jpg", quality=95)
