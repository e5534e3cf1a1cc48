"""Text is legible over any map, in light and dark mode, on a phone."""

import pytest

from viewer import until

# WCAG 2.2, success criteria 1.4.3 (text) and 1.4.11 (graphics of buttons).
TEXT = 4.5
SIGN = 3.0

SCRIPT = """() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    // A color of the page's style over another, as the browser mixes them.
    const over = (color, ground) => {
        context.globalCompositeOperation = "copy";
        context.fillStyle = ground;
        context.fillRect(0, 0, 1, 1);
        context.globalCompositeOperation = "source-over";
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return `rgb(${[...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]})`;
    };
    const luminance = (color) => {
        const [red, green, blue] = color.match(/[0-9]+/g).map((part) => {
            const value = part / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
    };
    const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 2;
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
        const isSign = element.matches("button svg, a svg");
        const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!(isSign || isText) || !seen(element)) continue;
        if (element.matches(".unseen, .unseen *, [aria-disabled=true] *")) continue;
        const grounds = [];
        let isBacked = false;
        for (let at = element; at && !isBacked; at = at.parentElement) {
            const style = getComputedStyle(at);
            grounds.unshift(style.backgroundColor);
            isBacked = over(style.backgroundColor, "#000") === over(style.backgroundColor, "#fff");
            if (at.matches("#viewer:has(#picture:not([hidden])) > *")) break;
        }
        // Whatever lies under it: the darkest and the lightest map.
        for (const map of ["#000", "#fff"]) {
            const ground = grounds.reduce((under, color) => over(color, under), map);
            const ratio = contrast(over(getComputedStyle(element).color, ground), ground);
            const name = `${element.closest("[id]")?.id}: ${element.textContent.trim() || element.tagName}`;
            found.push([name, isSign, ratio]);
        }
    }
    return found;
}"""


def assert_legible(page, least):
    found = page.evaluate(SCRIPT)
    assert len(found) >= least
    assert {name: ratio for name, isSign, ratio in found if ratio < (SIGN if isSign else TEXT)} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_what_lies_over_a_map_can_be_read_over_any(open_page, scheme, size):
    viewer = open_page(width=size[0], height=size[1], color_scheme=scheme)
    viewer.open("mosaic")
    viewer.settled()
    page = viewer.page
    page.keyboard.press("h")
    page.locator("#hud").wait_for()
    page.evaluate("""() => {
        const notice = document.getElementById("notice");
        notice.hidden = false;
        notice.querySelector("span").textContent = "The server is not reachable. Trying again…";
    }""")
    # Title, percentage, five signs, ten measurements and the notice, each over black and over white.
    assert_legible(page, 2 * (1 + 1 + 5 + 20 + 1))
    page.keyboard.press("?")
    page.locator("#help").wait_for()
    assert_legible(page, 60)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_gallery_can_be_read(open_page, scheme):
    viewer = open_page(color_scheme=scheme)
    viewer.page.goto(viewer.server.url)
    until(viewer.page, "document.querySelectorAll('li').length > 0")
    viewer.page.evaluate("document.querySelector('.picture').dataset.failed = ''")
    assert_legible(viewer.page, 20)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_message_can_be_read(open_page, scheme):
    viewer = open_page(color_scheme=scheme)
    viewer.page.route("**/tiles/*.json", lambda route: route.fulfill(status=500, body=""))
    viewer.page.goto(f"{viewer.server.url}view/mosaic")
    viewer.page.get_by_role("alert").wait_for()
    assert_legible(viewer.page, 8)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_largest_percentage_fits_its_button(open_page, size):
    viewer = open_page(width=size[0], height=size[1])
    viewer.open("mosaic")
    viewer.show(scale=256)
    until(viewer.page, "document.getElementById('percent-text').textContent === '25600%'")
    text, button = (viewer.page.locator(name).bounding_box() for name in ("#percent-text", "#percent"))
    assert text["x"] >= button["x"] + 2
    assert text["x"] + text["width"] <= button["x"] + button["width"] - 2


def test_help_on_a_phone_is_about_fingers(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{server.url}view/mosaic")
    until(page, "window.tilework !== undefined")
    page.get_by_role("button", name="Help").tap()
    dialog = page.get_by_role("dialog", name="Moving around")
    dialog.wait_for()
    assert dialog.get_by_text("Pinch", exact=True).is_visible()
    for word in ("PgUp", "Shift", "wheel"):
        assert not any(found.is_visible() for found in dialog.get_by_text(word).all())
    box = dialog.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    dialog.get_by_role("button", name="Close").tap()
    dialog.wait_for(state="hidden")
    context.close()


def test_help_at_a_desk_is_about_keys(viewer):
    viewer.open("mosaic")
    viewer.page.get_by_role("button", name="Help").click()
    dialog = viewer.page.get_by_role("dialog", name="Moving around")
    dialog.wait_for()
    assert dialog.get_by_text("PgUp", exact=True).is_visible()
    assert dialog.get_by_text("Double-tap", exact=True).is_hidden()
