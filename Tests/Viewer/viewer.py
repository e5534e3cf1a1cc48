"""The viewer's page for tests: act, wait until the page reports that it is at rest, examine the pixels."""

import contextlib
import io
import json
import math
import re
import time
import urllib.request

import numpy as np
import playwright.sync_api
from PIL import Image

# No test sleeps, and no wait has a time limit of its own (0 means none), because durations depend on the load of the machine.
# A test that fails by waiting is ended by the limit in pytest.ini, which prints where it waited.
TIMEOUT = 0

# The interval between two checks of a condition, in milliseconds: about a frame.
LOOK = 10


def until(page, condition):
    """Waits until an expression of JavaScript is true in the page.

    Playwright's own wait_for_function evaluates the expression within the page, which the page's content security policy
    forbids. Evaluation from outside is allowed.
    """
    while True:
        try:
            if page.evaluate(condition):
                return
        except playwright.sync_api.Error as error:
            # Another page is replacing this one.
            if "context was destroyed" not in str(error):
                raise
        page.wait_for_timeout(LOOK)


def listening(process):
    """Returns the URL that a program prints when it serves, with a slash, or None if the program ends first."""
    for line in process.stdout:
        if found := re.search(r"https?://[^\s/]+:\d+", line):
            return found.group(0) + "/"
    return None


HIDE_CONTROLS = ".title, .controls, .minimap, .hud, .notice { visibility: hidden !important; animation: none !important; }"


class Viewer:
    def __init__(self, page, server):
        self.page = page
        self.server = server
        self.content = None

    def open(self, content, position=""):
        self.content = content
        self.page.goto(f"{self.server.url}view/{content}{position}")
        until(self.page, "window.tilework !== undefined")
        return self

    def state(self):
        return self.page.evaluate("tilework.state()")

    def settled(self):
        """Waits until nothing moves and all visible tiles are drawn, and returns the state."""
        return self.page.evaluate("tilework.settled()")

    def wait(self, condition):
        """Waits for a condition in JavaScript, in which `state` is the viewer's state."""
        until(self.page, f"(() => {{ const state = tilework.state(); return {condition}; }})()")

    @contextlib.contextmanager
    def moving(self):
        """Runs a body that moves the picture, and waits until the page has handled it and is at rest again."""
        moves = self.state()["moves"]
        yield
        self.wait(f"state.moves > {moves}")
        self.settled()

    def show(self, **position):
        self.page.evaluate("(position) => tilework.show(position)", position)

    # Pixels

    def picture(self):
        """Returns the window's pixels without the controls, as an array of rows of RGB."""
        # The page's content security policy forbids injected style elements, but not sheets that a script creates.
        self.page.evaluate(
            """(rules) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(rules);
                document.adoptedStyleSheets.push(sheet);
            }""",
            HIDE_CONTROLS,
        )
        png = self.page.screenshot()
        self.page.evaluate("() => { document.adoptedStyleSheets.pop(); }")
        return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)

    def content_box(self, state, inset=0):
        """Returns the content's position in the window, in pixels of the screen: left, top, right, bottom."""
        tilejson = self.server.tilejson(self.content)["tilework"]
        render = state["render"]
        right = math.floor(tilejson["width"] * render["scale"]) - render["x"]
        bottom = math.floor(tilejson["height"] * render["scale"]) - render["y"]
        return (
            max(0, -render["x"]) + inset,
            max(0, -render["y"]) + inset,
            min(render["width"], right) - inset,
            min(render["height"], bottom) - inset,
        )

    def place_of(self, rect):
        """Returns a content rect's position in the window, in the form of `content_box`, or None if it is not fully inside."""
        render = self.state()["render"]
        x, y, width, height = (side * render["scale"] for side in rect)
        left, top = math.floor(x - render["x"]), math.floor(y - render["y"])
        right, bottom = math.ceil(x + width - render["x"]), math.ceil(y + height - render["y"])
        inside = left >= 0 and top >= 0 and right <= render["width"] and bottom <= render["height"]
        return (left, top, right, bottom) if inside else None

    def rendering(self, state):
        """Returns the server's own drawing of the same rect at the same scale, on the viewer's paper."""
        render = state["render"]
        query = "&".join(f"{name}={render[name]!r}" for name in ("x", "y", "width", "height", "scale"))
        image = Image.open(io.BytesIO(self.server.get(f"render/{self.content}?{query}"))).convert("RGBA")
        paper = Image.new("RGBA", image.size, state["paper"])
        return np.asarray(Image.alpha_composite(paper, image).convert("RGB")).astype(int)

    def compare(self, state, mean, most, folder, name):
        """Asserts that window and server agree within the content. On failure, leaves the pictures in `folder`."""
        left, top, right, bottom = self.content_box(state, inset=2)
        shown = self.picture()[top:bottom, left:right]
        drawn = self.rendering(state)[top:bottom, left:right]
        difference = np.abs(shown - drawn)
        if difference.mean() <= mean and difference.max() <= most:
            return
        for suffix, pixels in (("shown", shown), ("drawn", drawn), ("difference", np.minimum(255, difference * 8))):
            Image.fromarray(pixels.astype(np.uint8)).save(folder / f"{name}-{suffix}.png")
        raise AssertionError(
            f"{name}: mean difference {difference.mean():.3f} (at most {mean}), largest {difference.max()} "
            f"(at most {most}); pictures in {folder}"
        )

    # Fingers

    def cdp(self):
        return self.page.context.new_cdp_session(self.page)

    def middle(self):
        size = self.state()["size"]
        return size["width"] / 2, size["height"] / 2

    def touch(self, session, kind, points):
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]},
        )


class Server:
    def __init__(self, url):
        self.url = url
        self.descriptions = {}

    def get(self, path):
        with urllib.request.urlopen(self.url + path) as response:
            return response.read()

    def await_contents(self):
        """Waits until the server has opened all its files. It tells so only when asked."""
        while json.loads(self.get("contents.json"))["opening"] > 0:
            time.sleep(0.02)

    def tilejson(self, content):
        if content not in self.descriptions:
            self.descriptions[content] = json.loads(self.get(f"tiles/{content}.json"))
        return self.descriptions[content]


def tile_of(url):
    """Returns (level, column, row) of a tile's URL, or None for other URLs."""
    parts = url.split("?")[0].rsplit("/", 4)
    if len(parts) != 5 or "." not in parts[4]:
        return None
    try:
        return int(parts[2]), int(parts[3]), int(parts[4].split(".")[0].split("@")[0])
    except ValueError:
        return None
