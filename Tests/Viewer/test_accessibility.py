"""A served screen for screen readers: through Chromium's accessibility tree, with keys, and with the actions of assistive
programs on an element."""

import pytest

from test_controllers import app, served, still  # noqa: F401 (fixtures)


def tree(viewer):
    """Returns Chromium's accessibility tree of the picture: role, name and properties, in reading order."""
    devtools = viewer.page.context.new_cdp_session(viewer.page)
    nodes = devtools.send("Accessibility.getFullAXTree")["nodes"]
    devtools.detach()
    known = {node["nodeId"]: node for node in nodes}
    box = next((node for node in nodes if value(node, "role") == "group" and value(node, "name") == "Picture contents"), None)
    found = []

    def visit(node):
        if not node.get("ignored") and node is not box and value(node, "role") != "generic":
            properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
            found.append((value(node, "role"), value(node, "name"), properties))
            return
        for child in node.get("childIds", []):
            visit(known[child])

    if box:
        visit(box)
    return found


def value(node, name):
    return node.get(name, {}).get("value", "")


def await_element(viewer, name):
    """Waits for the element with a name."""
    viewer.page.wait_for_function(
        "name => [...document.querySelectorAll('.elements [data-number]')]"
        ".some((each) => (each.ariaLabel ?? each.textContent) === name)", arg=name)
    return viewer.page.locator(f".elements [aria-label='{name}']")


@pytest.fixture
def list_(app):  # noqa: F811
    await_element(app, "8:07  Amsterdam, platform 1")
    return app


def test_the_screen_is_read_from_above_to_below(list_):
    read = tree(list_)
    buttons = [name for role, name, _ in read if role == "button"]
    # Chromium turns several spaces into one.
    assert [name for name in buttons if ":" in name][:2] == ["8:07 Amsterdam, platform 1", "8:37 Basel, platform 6"]
    headings = [name for role, name, _ in read if role == "heading"]
    assert "Departures" in headings
    # Tabs come last, and the selected one is marked.
    assert buttons[-3:] == ["Departures", "Map", "Settings"]
    tab = list_.page.locator(".elements [aria-label='Departures'][aria-current='true']")
    assert tab.count() == 1


def test_elements_lie_over_what_they_stand_for(list_):
    row = list_.page.locator(".elements [aria-label^='8:07']").bounding_box()
    other = list_.page.locator(".elements [aria-label^='8:37']").bounding_box()
    assert row["width"] > 300 and 44 <= row["height"] <= 80
    assert row["x"] == other["x"] and row["y"] + row["height"] <= other["y"]
    # The elements can't be hit with a mouse.
    hit = list_.page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.elements') === null",
        [row["x"] + 20, row["y"] + 20])
    assert hit


def test_a_press_of_a_screen_reader_opens_a_row_and_escape_leads_back(list_):
    before = list_.picture()
    list_.page.evaluate("() => document.querySelector(\".elements [aria-label^='8:07']\").click()")
    list_.page.wait_for_function(
        "() => [...document.querySelectorAll('.elements [role=heading]')].some((each) => each.textContent === 'Amsterdam')")
    still(list_, before)
    list_.page.locator(".elements [tabindex]").first.focus()
    list_.page.keyboard.press("Escape")
    await_element(list_, "8:07  Amsterdam, platform 1")


def test_the_tab_key_and_enter_use_a_button(list_):
    list_.page.locator("#picture").focus()
    for _ in range(12):
        list_.page.keyboard.press("Tab")
        if list_.page.evaluate("() => document.activeElement.ariaLabel?.startsWith('8:37') ?? false"):
            break
    else:
        pytest.fail("the Tab key does not come to the second row")
    list_.page.keyboard.press("Enter")
    list_.page.wait_for_function(
        "() => [...document.querySelectorAll('.elements [role=heading]')].some((each) => each.textContent === 'Basel')")


def test_switches_and_sliders_say_what_they_are_set_to(list_):
    list_.page.evaluate("() => document.querySelector(\".elements [aria-label='Settings']:not([role=heading])\").click()")
    list_.page.wait_for_selector(".elements [role=switch]", state="attached")
    toggle = list_.page.locator(".elements [role=switch]").first
    assert toggle.get_attribute("aria-label") == "Dark"
    was = toggle.get_attribute("aria-checked")
    number = toggle.get_attribute("data-number")
    toggle.focus()
    list_.page.keyboard.press("Space")
    list_.page.wait_for_function(
        "([number, was]) => document.querySelector(`[data-number='${number}']`).ariaChecked !== was",
        arg=[number, was])
    assert any(role == "switch" for role, _, _ in tree(list_))
