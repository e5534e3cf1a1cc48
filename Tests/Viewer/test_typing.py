"""Typing into a text field of a served screen: by keys, by an input method, from the clipboard.

The hidden text area contains only text from the server: the browser does not insert typed text."""

import pytest

from test_controllers import ADD, WIDTH, app, look_until, served, still, tap  # noqa: F401 (fixtures)

# The field in the first row of the form's sheet.
FIELD = (WIDTH - 60, 470)


@pytest.fixture
def field(app):  # noqa: F811
    tap(app, *ADD)
    app.page.mouse.click(*FIELD)
    app.page.wait_for_function("() => document.activeElement?.className === 'typist'")
    return app


def holds(viewer, text, selection=None):
    viewer.page.wait_for_function("text => document.querySelector('.typist').value === text", arg=text)
    if selection is not None:
        viewer.page.wait_for_function(
            """([low, high]) => {
                const { selectionStart, selectionEnd } = document.querySelector('.typist');
                return selectionStart === low && selectionEnd === high;
            }""", arg=list(selection))


def test_keys_type_and_the_picture_shows_it(field):
    before = field.picture()
    keyboard = field.page.keyboard
    # All of these are the viewer's keys elsewhere.
    keyboard.type("Hamm 0+")
    holds(field, "Hamm 0+", (7, 7))
    assert not field.page.locator("#hud").is_visible()
    shown = still(field, before)
    keyboard.press("Backspace")
    keyboard.press("Backspace")
    keyboard.press("Backspace")
    holds(field, "Hamm", (4, 4))
    keyboard.press("ArrowLeft")
    holds(field, "Hamm", (3, 3))
    keyboard.type("a")
    keyboard.press("Delete")
    holds(field, "Hama", (4, 4))
    keyboard.press("Shift+Home")
    holds(field, "Hama", (0, 4))
    keyboard.type("Ü")
    holds(field, "Ü", (1, 1))
    look_until(field, lambda picture: (picture != shown).any())


def test_what_an_input_method_composes_is_marked_until_it_is_settled(field):
    devtools = field.page.context.new_cdp_session(field.page)
    devtools.send("Input.imeSetComposition", {"text": "か", "selectionStart": 1, "selectionEnd": 1})
    devtools.send("Input.imeSetComposition", {"text": "かん", "selectionStart": 2, "selectionEnd": 2})
    devtools.send("Input.insertText", {"text": "神戸"})
    holds(field, "神戸", (2, 2))
    field.page.keyboard.insert_text(" 🚄")
    holds(field, "神戸 🚄", (5, 5))
    field.page.keyboard.press("Backspace")
    holds(field, "神戸 ")


def test_the_clipboard_and_what_was_done_before(field):
    keyboard = field.page.keyboard
    keyboard.type("Kiel")
    holds(field, "Kiel")
    keyboard.press("Control+a")
    holds(field, "Kiel", (0, 4))
    keyboard.press("Control+x")
    holds(field, "")
    keyboard.press("Control+v")
    keyboard.press("Control+v")
    holds(field, "KielKiel", (8, 8))
    keyboard.press("Control+z")
    holds(field, "Kiel")
    keyboard.press("Control+Shift+z")
    holds(field, "KielKiel")


def test_words_are_deleted_as_the_browser_does_it(field):
    keyboard = field.page.keyboard
    keyboard.type("Bad Homburg")
    holds(field, "Bad Homburg")
    keyboard.press("Control+Backspace")
    holds(field, "Bad ", (4, 4))


def test_return_and_escape_end_it(field):
    field.page.keyboard.type("Ulm")
    holds(field, "Ulm")
    field.page.keyboard.press("Enter")
    field.page.wait_for_selector(".typist", state="hidden")
    field.page.mouse.click(*FIELD)
    field.page.wait_for_function("() => document.activeElement?.className === 'typist'")
    holds(field, "Ulm")
    field.page.keyboard.press("Escape")
    field.page.wait_for_selector(".typist", state="hidden")
    assert field.page.evaluate("document.activeElement.id") == "picture"
