"""The harness's HTML report: it opens from a file without a network, and its scrubber shows each frame."""

import json
import math
import os
import pathlib
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
TRACE = TOP / "Perf" / "Traces" / "flick.json"
# As in viewer.py: a test that fails by waiting hangs, and shows where.
TIMEOUT = 0
SPOILED = 32


def perf(*arguments):
    return subprocess.run(
        [os.environ["TILEWORK_BIN"], "perf", *map(str, arguments)], capture_output=True, text=True, cwd=TOP
    )


def stalling_trace():
    """Returns the flick on a machine with occasional other work, and with late tiles."""
    trace = json.loads(TRACE.read_text())
    trace["name"] = "stalls"
    trace["cache"] = "cold"
    trace["cost"] = {"tile": 9, "draft": 2, "frame": 1, "megapixel": 8, "layout": 0.2, "drawing": 0.6}
    trace["limits"] = {"missedFrames": 0}
    trace["events"] += [{"at": 0.5, "stall": 0.045}, {"at": 1.0, "stall": 0.12}]
    return trace


class Report:
    def __init__(self, folder, name):
        self.ledger = json.loads((folder / f"{name}.json").read_text())
        self.path = folder / f"{name}.html"
        self.url = self.path.as_uri()
        self.frames = self.ledger["frames"]

    @classmethod
    def of(cls, ledger, path):
        report = cls.__new__(cls)
        (report.ledger, report.path, report.url, report.frames) = (ledger, path, path.as_uri(), ledger["frames"])
        return report

    def costs(self):
        return [sum(frame.get("phases", {}).values()) for frame in self.frames if self.is_shown(frame)]

    @staticmethod
    def is_shown(frame):
        return frame["state"] in ("full", "partial")

    def missed(self, rate):
        return sum(cost > 1000 / rate for cost in self.costs())

    def areas(self, number):
        """Returns the number of areas of a shown frame, by kind."""
        kinds = {}
        for area in self.frames[number].get("areas", []):
            kinds[area["kind"]] = kinds.get(area["kind"], 0) + 1
        return kinds

    def scrubbed(self):
        """Returns a shown frame with areas, and one without."""
        numbers = [frame["number"] for frame in self.frames if self.is_shown(frame)]
        return next(n for n in numbers if self.areas(n)), next(n for n in numbers if not self.areas(n))


@pytest.fixture(scope="session")
def reports(tmp_path_factory):
    """A clean run, one with a tile that is never drawn, one over its budget, and the ledgers of counts."""
    folder = tmp_path_factory.mktemp("reports")
    ledgers = folder / "ledgers"
    formats = ("--format", "html", "--format", "json")
    for name in ("clean", "blank", "late"):
        (folder / name).mkdir()
    assert perf("run", TRACE, "--ledgers", ledgers, "--update").returncode == 0
    clean = perf("run", TRACE, "--ledgers", ledgers, "-o", folder / "clean", *formats)
    assert clean.returncode == 0, clean.stdout + clean.stderr
    blank = perf(
        "run", TRACE, "--ledgers", ledgers, "-o", folder / "blank", *formats, "--inject", f"blank={SPOILED}")
    assert blank.returncode == 1, blank.stdout + blank.stderr
    (folder / "stalls.json").write_text(json.dumps(stalling_trace()))
    late = perf("run", folder / "stalls.json", "-o", folder / "late", *formats)
    assert late.returncode == 2, late.stdout + late.stderr
    found = {
        "clean": Report(folder / "clean", "flick"), "blank": Report(folder / "blank", "flick"),
        "late": Report(folder / "late", "stalls"),
    }
    for name, run in (("clean", clean), ("blank", blank), ("late", late)):
        found[name].output = run.stdout
    return {**found, "ledgers": ledgers}


@pytest.fixture
def open_report(browser):
    """Opens a report's file without a network. A request for anything else, or an error, fails the test."""
    contexts, requests, errors = [], [], []

    def make(report, address="", width=1200, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        context.set_offline(True)
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(report.url + address)
        assert requests and all(url.startswith(report.url) for url in requests)
        requests.clear()
        return page

    yield make
    for context in contexts:
        context.close()
    assert requests == []
    assert errors == []


def shown_frame(page):
    return int(page.locator("#frame-title").text_content().removeprefix("Frame "))


def overlays(page):
    return page.evaluate(
        """() => {
            const kinds = {};
            for (const area of document.querySelectorAll('#picture .area')) {
                kinds[area.dataset.kind] = (kinds[area.dataset.kind] ?? 0) + 1;
            }
            return kinds;
        }"""
    )


def colors(page, plot):
    """Returns the number of colors of a plot; a blank one has one."""
    return page.evaluate(
        """(plot) => {
            const canvas = document.querySelector(`[data-plot=${plot}] canvas`);
            const pixels = new Uint32Array(
                canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
            return new Set(pixels).size;
        }""",
        plot,
    )


def count_of(page, title):
    """Returns a count of the current frame; 0 if it is not listed."""
    return page.evaluate(
        """(title) => {
            const term = [...document.querySelectorAll('#frame-counts dt')].find((dt) => dt.textContent === title);
            if (!term) return 0;
            const value = term.nextElementSibling;
            return Number((value.querySelector('.changed') ?? value).textContent.replaceAll(',', ''));
        }""",
        title,
    )


def value_of(page, tile):
    text = page.locator(f"#{tile} .value").text_content()
    return float(text.split(" ")[0].replace(",", ""))


@pytest.mark.parametrize("name", ["clean", "blank", "late"])
def test_a_report_opens_from_its_file_and_draws_its_plots(open_report, reports, name):
    page = open_report(reports[name])
    for plot in ("times", "phases", "checkerboard", "offset"):
        assert colors(page, plot) > 5, plot
        assert len(page.locator(f"[data-plot={plot}] canvas").get_attribute("aria-label")) > 20
    verdict = {"clean": "Passed", "blank": "Regression", "late": "Over budget"}[name]
    assert page.locator(".verdict").text_content().strip() == verdict


def test_a_file_of_a_report_links_to_nothing_outside(reports):
    text = reports["blank"].path.read_text()
    assert "http:" not in text and "https:" not in text and "src=" not in text


def test_arrow_keys_move_from_frame_to_frame(open_report, reports):
    report = reports["blank"]
    page = open_report(report, "#frame=10")
    page.locator("#scrubber").focus()
    for key, frame in [("ArrowRight", 11), ("ArrowRight", 12), ("ArrowLeft", 11), ("Shift+ArrowRight", 21),
                       ("End", len(report.frames) - 1), ("Home", 0), ("ArrowLeft", 0)]:
        page.keyboard.press(key)
        assert shown_frame(page) == frame, key
        assert page.locator("#scrubber").input_value() == str(frame)
        assert f"Frame {frame}," in page.locator("#scrubber").get_attribute("aria-valuetext")


def test_a_frame_shows_the_areas_and_counts_that_its_ledger_has(open_report, reports):
    report = reports["blank"]
    busy, quiet = report.scrubbed()
    for number in (SPOILED, busy, quiet, 62):
        page = open_report(report, f"#frame={number}")
        record = report.frames[number]
        assert shown_frame(page) == number
        assert overlays(page) == report.areas(number)
        for title, name in [("dirty pixels", "dirtyPixels"), ("draw(_:) calls", "draws"),
                            ("views laid out", "viewsLaidOut"), ("tiles failed", "tilesFailed")]:
            assert count_of(page, title) == record["counts"].get(name, 0), title
        who = page.locator("#draws code").all_text_contents()
        assert who == list(record.get("draws", {}))


def test_a_frame_that_was_not_made_shows_what_is_still_on_the_screen(open_report, reports):
    report = reports["late"]
    frames = report.frames
    number = next(
        frame["number"] for frame in frames[1:]
        if frame["state"] == "dropped" and set(report.areas(frame["number"] - 1)) - {"dirty"})
    page = open_report(report, f"#frame={number}")
    assert page.locator("#state").text_content() == "Dropped"
    assert page.locator("#screen-note").text_content() == f"Frame {number - 1} is still on the screen."
    expected = report.areas(number - 1)
    expected.pop("dirty", None)
    assert overlays(page) == expected


def test_a_turned_screen_stands_on_its_side(open_report, tmp_path):
    trace = json.loads(TRACE.read_text())
    trace["viewport"] = [400, 300]
    trace["events"] = [
        {"at": 0.1, "scroll": [0, 700], "animated": False}, {"at": 0.3, "resize": [300, 400]},
        {"at": 0.5, "scroll": [0, 900], "animated": False}, {"at": 0.7, "resize": [400, 300]},
    ]
    (tmp_path / "turn.json").write_text(json.dumps(trace))
    made = perf("run", tmp_path / "turn.json", "-o", tmp_path, "--format", "html", "--format", "json")
    assert made.returncode == 0, made.stdout + made.stderr
    page = open_report(Report(tmp_path, "flick"))
    for number, size in [(10, ["400", "300"]), (20, ["300", "400"]), (35, ["300", "400"]), (44, ["400", "300"])]:
        page.locator("#scrubber").fill(str(number))
        assert shown_frame(page) == number
        outline = page.locator("#picture .outline")
        assert [outline.get_attribute("width"), outline.get_attribute("height")] == size, number


def test_a_click_and_a_drag_in_a_plot_move_the_scrubber(open_report, reports):
    report = reports["clean"]
    page = open_report(report, height=1800)
    box = page.locator("[data-plot=checkerboard] canvas").bounding_box()
    # The plots' inset, as in their script.
    left, right = box["x"] + 40, box["x"] + box["width"] - 10
    middle = box["y"] + box["height"] / 2
    count = len(report.frames)

    def place(number):
        return left + (number + 0.5) / count * (right - left)

    page.mouse.click(place(77), middle)
    assert shown_frame(page) == 77
    page.mouse.move(place(80), middle)
    page.mouse.down()
    page.mouse.move(place(150), middle, steps=4)
    assert shown_frame(page) == 150
    page.mouse.up()
    page.mouse.move(place(20), middle)
    assert shown_frame(page) == 150
    # The line through the plots and the slider's thumb are at the frame.
    line = page.locator(".cursor").bounding_box()
    assert line["x"] == pytest.approx(place(150), abs=1.5)
    slider = page.locator("#scrubber").bounding_box()
    thumb = slider["x"] + 10 + 150 / (count - 1) * (slider["width"] - 20)
    assert thumb == pytest.approx(place(150), abs=1.5)


def test_the_slider_follows_the_mouse(open_report, reports):
    page = open_report(reports["clean"], height=1800)
    box = page.locator("#scrubber").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert shown_frame(page) == pytest.approx(len(reports["clean"].frames) / 2, abs=1)


def test_each_finding_leads_to_its_frame(open_report, reports):
    page = open_report(reports["blank"], "#frame=0")
    links = page.locator(".findings a")
    assert links.count() > 7
    # The first six are visible; the others are folded.
    assert [links.nth(index).is_visible() for index in (0, links.count() - 1)] == [True, False]
    page.locator(".findings summary").click()
    frames = [int(links.nth(index).get_attribute("data-frame")) for index in range(links.count())]
    assert SPOILED in frames
    for index, frame in enumerate(frames):
        links.nth(index).click()
        assert shown_frame(page) == frame
    # The address contains the frame, too, once the scrubber rests.
    page.wait_for_function("(hash) => location.hash === hash", arg=f"#frame={frames[-1]}")


@pytest.mark.parametrize("rate", [60, 90, 120])
def test_a_budget_is_scored_without_running_again(open_report, reports, rate):
    report = reports["late"]
    page = open_report(report)
    page.locator(f"#budgets input[value='{rate}']").check()
    assert value_of(page, "missed") == report.missed(rate)
    budget = 1000 / rate
    hitch = sum((math.ceil(cost / budget - 1e-9) - 1) * budget for cost in report.costs() if cost > budget)
    active = len(report.costs()) * max(1000 / report.ledger["refreshRate"], budget) + hitch
    assert value_of(page, "hitches") == pytest.approx(hitch / active * 1000, rel=0.01)
    # Relative to the deadline: "3.2 late" or "14.7 early".
    number, side = page.locator("#overruns td").last.text_content().split()
    assert (float(number) if side == "late" else -float(number)) == pytest.approx(
        max(report.costs()) - budget, rel=0.01)
    label = page.locator("[data-plot=times] canvas").get_attribute("aria-label")
    assert f"{report.missed(rate)} of {len(report.costs())} shown frames" in label


def test_budgets_differ_in_what_they_miss(open_report, reports):
    report = reports["late"]
    assert report.missed(60) < report.missed(120)
    page = open_report(report)
    before = value_of(page, "missed")
    page.locator("#budgets input[value='60']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert value_of(page, "missed") > before


def test_the_faults_are_reached_one_after_another(open_report, reports):
    report = reports["late"]
    page = open_report(report, "#frame=0")
    faults = []
    for _ in range(50):
        page.locator("#next-fault").click()
        frame = report.frames[shown_frame(page)]
        if frame["number"] in faults:
            break
        faults.append(frame["number"])
        cost = sum(frame.get("phases", {}).values())
        assert frame["state"] == "dropped" or cost > 1000 / 60 or frame.get("shortfall", {}).get("blank", 0) > 0
    assert len(faults) >= 3
    assert open_report(reports["clean"]).locator("#next-fault").is_disabled()


def test_playing_ends_at_the_last_frame(open_report, reports):
    report = reports["clean"]
    page = open_report(report, f"#frame={len(report.frames) - 12}")
    page.locator("#play").click()
    page.locator("#play[aria-pressed=false]").wait_for()
    assert shown_frame(page) == len(report.frames) - 1


def test_a_kind_of_area_can_be_hidden(open_report, reports):
    page = open_report(reports["blank"], f"#frame={SPOILED}")
    before = overlays(page)
    assert before["dirty"] > 0 and before["blank"] > 0
    page.locator("#chips [data-kind=dirty]").click()
    assert overlays(page) == {kind: count for kind, count in before.items() if kind != "dirty"}


def test_counts_stand_beside_the_baseline(open_report, reports):
    report = reports["blank"]
    page = open_report(report)
    row = page.locator("#counts [data-count=tilesFailed]")
    total = sum(frame["counts"].get("tilesFailed", 0) for frame in report.frames)
    cells = row.locator("td").all_text_contents()
    assert cells[:2] == [str(total), "0"]
    worst = max(report.frames, key=lambda frame: frame["counts"].get("tilesFailed", 0))["number"]
    row.locator("a").click()
    assert shown_frame(page) == worst


def test_scores_that_a_ledger_of_counts_lacks_are_not_compared(open_report, reports):
    # The checked-in ledger has neither times nor the content's intended positions, but all data of the screen.
    page = open_report(reports["blank"])
    (lack, severity) = (0, 0)
    for frame in reports["clean"].frames:
        if Report.is_shown(frame):
            lack = sum(frame.get("shortfall", {}).values())
        severity += lack * 1000 / 60
    assert page.locator("#severity .worse").text_content() == f"▲ was {round(severity**0.5):,}"
    for tile in ("missed", "hitches", "stall", "roughness"):
        assert page.locator(f"#{tile} :is(.was, .worse, .better)").count() == 0
    assert "was" not in page.locator("#distributions").text_content()


def test_a_count_that_only_some_programs_keep_is_not_compared_with_none(open_report, reports, tmp_path):
    # A ledger of tilework-perf, which counts memory blocks, beside a checked-in ledger, which has no such count.
    ledger = json.loads(json.dumps(reports["clean"].ledger))
    for frame in ledger["frames"]:
        frame.setdefault("counts", {})["allocations"] = 3
    (tmp_path / "flick.json").write_text(json.dumps(ledger))
    made = perf("report", tmp_path / "flick.json", "-o", tmp_path / "page", "--baseline", reports["clean"].path.parent)
    assert made.returncode == 0, made.stderr
    page = open_report(Report.of(ledger, tmp_path / "page" / "flick.html"))
    row = page.locator("#counts [data-count=allocations] td")
    assert row.all_text_contents()[:3] == [f"{3 * len(ledger['frames']):,}", "–", ""]
    assert page.locator("#counts [data-count=draws] .was").text_content() != "–"


def brightness(page):
    """Returns the brightness of the page and of its text, from 0 to 1."""
    return page.evaluate(
        """() => ['backgroundColor', 'color'].map((name) => {
            const parts = getComputedStyle(document.documentElement)[name].match(/\\d+/g).slice(0, 3);
            return parts.reduce((sum, part) => sum + Number(part), 0) / 765;
        })"""
    )


def test_light_and_dark_follow_the_system(open_report, reports):
    page = open_report(reports["late"], color_scheme="light")
    paper, ink = brightness(page)
    assert paper > 0.85 and ink < 0.2
    picture = page.locator("[data-plot=times] canvas").screenshot()
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => getComputedStyle(document.documentElement).backgroundColor === 'rgb(19, 21, 25)'")
    paper, ink = brightness(page)
    assert paper < 0.15 and ink > 0.8
    assert page.locator("[data-plot=times] canvas").screenshot() != picture


CONTRAST = """
    (selector) => {
        const parts = (text) => {
            const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
            return [r, g, b, a];
        };
        const over = (top, under) => top.slice(0, 3).map((value, i) => value * top[3] + under[i] * (1 - top[3]));
        const behind = (element) => {
            if (!element) return [255, 255, 255];
            return over(parts(getComputedStyle(element).backgroundColor), behind(element.parentElement));
        };
        const light = (color) => {
            const [r, g, b] = color.map((value) => value / 255)
                .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return [...document.querySelectorAll(selector)].map((element) => {
            const back = behind(element);
            const text = over(parts(getComputedStyle(element).color), back);
            const [low, high] = [light(back), light(text)].sort((a, b) => a - b);
            return (high + 0.05) / (low + 0.05);
        });
    }
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "selectors"), [
    ("blank", [".verdict", ".facts li", ".kind", ".go", ".tiles p", ".hint", ".key", ".changed", ".was", ".worse",
               ".small", ".state", ".frame-link", ".list dt", ".segments span"]),
    ("late", [".verdict", ".kind", ".tiles p", ".over", ".state", ".position span", ".faults", ".chips button",
              ".about", ".rules li", ".judged .of", ".explained", ".term"]),
])
def test_words_stand_out_from_what_is_behind_them(open_report, reports, name, selectors, scheme):
    page = open_report(reports[name], f"#frame={SPOILED}", color_scheme=scheme)
    for selector in selectors:
        contrasts = page.evaluate(CONTRAST, selector)
        assert contrasts, selector
        # WCAG 2.2, 1.4.3
        assert min(contrasts) >= 4.5, selector


@pytest.mark.parametrize("width", [360, 600, 1000, 1400])
@pytest.mark.parametrize("name", ["blank", "late"])
def test_no_width_scrolls_sideways(open_report, reports, name, width):
    page = open_report(reports[name], width=width, height=760)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert colors(page, "times") > 5
    inside = page.evaluate(
        """() => [...document.querySelectorAll('.panel, .tiles li, .chips button, .transport')]
            .every((element) => element.getBoundingClientRect().right <= innerWidth + 0.5)"""
    )
    assert inside


def test_a_narrow_page_keeps_the_scrubber_in_view(open_report, reports):
    page = open_report(reports["blank"], width=360, height=760)
    page.locator("#counts").scroll_into_view_if_needed()
    box = page.locator("#scrubber").bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= 760


def test_a_report_is_made_of_a_stored_ledger(open_report, reports, tmp_path):
    ledger = reports["late"].path.with_suffix(".json")
    made = perf("report", ledger, "-o", tmp_path, "--budget", "90")
    assert made.returncode == 0, made.stderr
    report = reports["late"]
    report_again = Report.__new__(Report)
    report_again.__dict__ = {**report.__dict__, "path": tmp_path / "stalls.html"}
    report_again.url = report_again.path.as_uri()
    page = open_report(report_again)
    assert page.locator("#budgets input:checked").get_attribute("value") == "90"
    assert value_of(page, "missed") == report.missed(90)
    # The ledger contains the verdict of the run, which was for 60 Hz.
    assert page.locator(".verdict").text_content().strip() == "Over budget"
    assert page.locator("#budget-note").text_content() == "Scores for 90 Hz. The verdict is for 60 Hz."
    assert page.locator("#missed").get_attribute("data-rule") == "unset"
    page.locator("#budgets input[value='60']").check()
    assert page.locator("#budget-note").is_hidden()
    assert page.locator("#missed").get_attribute("data-rule") == "broken"


def test_a_ledger_of_counts_has_no_verdict(open_report, reports, tmp_path):
    made = perf("report", reports["ledgers"] / "flick.json", "-o", tmp_path)
    assert made.returncode == 0, made.stderr
    ledger = json.loads((reports["ledgers"] / "flick.json").read_text())
    page = open_report(Report.of(ledger, tmp_path / "flick.html"))
    assert page.locator(".verdict").text_content().strip() == "Not judged"
    assert "no ledger to compare counts with" in page.locator(".judged").text_content()


@pytest.mark.parametrize("name", ["clean", "blank", "late"])
def test_the_terminal_the_file_and_the_page_give_one_verdict(open_report, reports, name):
    """Only the rules of the verdict mark scores."""
    report = reports[name]
    verdict = report.ledger["verdict"]
    page = open_report(report)
    outcome = {"clean": "passed", "blank": "regression", "late": "overBudget"}[name]
    assert page.locator(".verdict").get_attribute("data-verdict") == verdict["outcome"] == outcome
    assert page.locator(".judged").text_content().strip().startswith(verdict["summary"])
    assert page.locator(".rules li").all_text_contents() == [rule["text"] for rule in verdict["rules"]]
    assert page.locator(".head .about").text_content() == json.loads(TRACE.read_text())["about"]
    rules = {rule["subject"]: rule for rule in verdict["rules"]}
    for tile, subject in [("missed", "missedFrames"), ("hitches", "hitchRatio"), ("severity", "checkerboard"),
                          ("sharp", "timeToSharp")]:
        assert page.locator(f"#{tile}").get_attribute("data-rule") == rules[subject]["state"]
        limit = rules[subject].get("limit")
        shown = page.locator(f"#{tile} .limit").text_content()
        assert shown == "no limit" if limit is None else shown.split()[1] == f"{limit:,}"
    for tile in ("stall", "roughness"):
        assert page.locator(f"#{tile}").get_attribute("data-rule") == "unset"
    word = {"passed": "passed", "regression": "REGRESSION", "overBudget": "OVER BUDGET"}[outcome]
    lines = report.output.splitlines()
    assert lines[0].endswith(f" {word}")
    text = " ".join(line.strip() for line in lines)
    for rule in verdict["rules"]:
        if rule["state"] != "unset":
            assert {"kept": "✓", "broken": "✗"}[rule["state"]] + " " + rule["text"] in text


def test_every_quantity_explains_itself_to_keys_and_pointers(open_report, reports):
    page = open_report(reports["late"])
    definition = page.locator("#definition")
    assert definition.is_hidden()
    terms = page.locator(".term")
    assert terms.count() > 40
    for place in ("#tiles li", "#distributions tbody tr", "#distributions thead th", "#checkerboard tbody tr",
                  "#checkerboard thead th", "[data-plot]", "#phases dt", "#place dt", "#frame-counts dt", "#state",
                  "#budgets legend"):
        for element in page.locator(place).all():
            assert element.locator(".term").count() >= 1, place
    for explained in page.locator("#counts tbody th .explained").all_text_contents():
        assert explained.endswith(".")
    overrun = page.locator("#overruns .term")
    overrun.focus()
    assert "finished 14.7 ms before its deadline" in definition.text_content()
    assert overrun.get_attribute("aria-describedby") == "definition"
    page.keyboard.press("Escape")
    assert definition.is_hidden() and overrun.get_attribute("aria-describedby") is None
    page.keyboard.press("Tab")
    assert definition.is_visible() and page.locator(".term:focus").text_content() == "Input to frame"
    page.locator("#missed .term").hover()
    assert definition.text_content() == "Shown frames that took longer than the budget."
    # The pointer may move onto the definition.
    definition.hover()
    assert definition.is_visible()


def test_a_finger_reads_definitions_within_a_narrow_window(open_report, reports):
    page = open_report(reports["late"], width=360, height=760, has_touch=True)
    definition = page.locator("#definition")
    for term in (page.locator("#tiles .term").nth(1), page.locator("#distributions thead .term").last,
                 page.locator("[data-plot=offset] .term").first):
        term.tap()
        box = definition.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
        assert box["y"] >= 0 and box["y"] + box["height"] <= 760
    page.locator("#counts-title").tap()
    assert definition.is_hidden()


@pytest.fixture
def index(tmp_path):
    """Writes the index of a run with a trace that passes, one over its limits, and a damaged one."""
    traces = tmp_path / "traces"
    traces.mkdir()
    (traces / "a-stalls.json").write_text(json.dumps(stalling_trace()))
    (traces / "b-flick.json").write_text(TRACE.read_text())
    (traces / "damaged.json").write_text("{")
    run = perf("run", traces, "-o", tmp_path / "out", "--format", "html", "--format", "json")
    assert run.returncode == 65, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1] == "3 traces: 1 passed, 1 over budget, 1 error"
    return Report.of({"frames": []}, tmp_path / "out" / "index.html")


def test_the_index_lists_all_traces_the_worst_first(open_report, index):
    page = open_report(index)
    assert page.locator("h1").text_content() == "3 traces"
    assert page.locator(".facts li").all_text_contents() == ["1 error", "1 over budget", "1 passed"]
    rows = page.locator(".traces tbody tr")
    assert rows.locator(".verdict").all_text_contents() == ["Error", "Over budget", "Passed"]
    assert "damaged.json: invalid JSON" in rows.nth(0).locator(".reason").text_content()
    ledger = json.loads((index.path.parent / "stalls.json").read_text())
    assert rows.nth(1).locator(".reason").text_content().startswith(ledger["verdict"]["findings"][0]["message"])
    assert rows.nth(2).locator(".about").text_content() == json.loads(TRACE.read_text())["about"]
    # Each heading links to its definition, also for the keyboard.
    for link in page.locator(".traces thead a").all():
        link.focus()
        page.keyboard.press("Enter")
        assert page.locator("dt:target").text_content() == link.text_content()
        assert page.locator("dt:target + dd").text_content().endswith(".")


def test_the_index_and_its_reports_lead_to_each_other(browser, index):
    context = browser.new_context()
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.goto(index.url)
    page.get_by_role("link", name="stalls").click()
    assert page.locator("h1").text_content() == "stalls"
    page.get_by_role("link", name="All traces").click()
    assert page.locator("h1").text_content() == "3 traces"
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 700, 1100, 1400])
def test_the_index_fits_every_width_and_stands_out(open_report, index, width, scheme):
    page = open_report(index, width=width, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for selector in (".verdict", ".facts li", ".reason", ".traces .about", ".traces tbody th a", ".traces thead a",
                     ".definitions dd"):
        assert min(page.evaluate(CONTRAST, selector)) >= 4.5, selector


def test_an_index_is_made_of_stored_ledgers(index, tmp_path):
    made = perf("report", tmp_path / "out" / "stalls.json", tmp_path / "out" / "flick.json", "-o", tmp_path / "again")
    assert made.returncode == 0, made.stderr
    text = (tmp_path / "again" / "index.html").read_text()
    assert text.index('href="./stalls.html"') < text.index('href="./flick.html"')
    assert text.count('<tr data-verdict="overBudget"') == 1 and text.count("<tr data-verdict=") == 2


def test_a_hostile_ledger_is_shown_as_it_is_named(open_report, reports, tmp_path):
    name = "</script><img src=x onerror=\"document.title='broken'\">"
    ledger = dict(reports["blank"].ledger, trace=name)
    change = {"property": name, "reader": "PriceCell.updateProperties", "updates": 40, "layouts": 40, "draws": 12}
    ledger["frames"] = [
        dict(frame, draws={name: 3}, observed=[change]) if Report.is_shown(frame) else frame
        for frame in ledger["frames"]]
    (tmp_path / "hostile.json").write_text(json.dumps(ledger))
    made = perf("report", tmp_path / "hostile.json", "-o", tmp_path)
    assert made.returncode == 0, made.stderr
    report = Report(tmp_path, "hostile")
    page = open_report(report, f"#frame={SPOILED}")
    assert page.locator("h1").text_content() == name
    assert page.locator("#draws code").all_text_contents() == [name]
    assert page.locator("#observed code").all_text_contents() == [f"{name}, read in PriceCell.updateProperties"]
    assert page.locator("#observed span").all_text_contents() == ["40 property updates, 40 layouts, 12 draws"]
    assert page.locator("img").count() == 0
    assert page.title().startswith(name)


@pytest.mark.parametrize(("text", "words"), [
    ("{}", "not a ledger"), ('{"schema": 99}', "schema 99"), ('{"schema": 1, "trace": "fl', "invalid JSON"),
    ('{"schema": 1}', "trace is missing"),
])
def test_what_is_no_ledger_makes_no_report(tmp_path, text, words):
    (tmp_path / "none.json").write_text(text)
    made = perf("report", tmp_path / "none.json", "-o", tmp_path / "out")
    assert made.returncode == 65
    assert words in made.stderr and "none.json" in made.stderr
    assert not (tmp_path / "out").exists()


def test_a_ledger_of_impossible_numbers_makes_no_report(reports, tmp_path):
    for name, value in [("refreshRate", 0), ("viewportWidth", -5), ("scale", 1e9)]:
        (tmp_path / "none.json").write_text(json.dumps(dict(reports["clean"].ledger, **{name: value})))
        made = perf("report", tmp_path / "none.json", "-o", tmp_path / "out")
        assert made.returncode == 65
        assert name in made.stderr


def test_a_baseline_of_another_trace_is_refused(reports, tmp_path):
    made = perf("report", reports["late"].path.with_suffix(".json"), "-o", tmp_path / "out", "--baseline",
                reports["clean"].path.with_suffix(".json"))
    assert made.returncode == 65
    assert "flick" in made.stderr and "stalls" in made.stderr


def test_a_baseline_may_be_a_folder(reports, tmp_path):
    made = perf("report", reports["blank"].path.with_suffix(".json"), "-o", tmp_path, "--baseline",
                reports["clean"].path.parent)
    assert made.returncode == 0, made.stderr
    assert 'data-verdict="regression"' in (tmp_path / "flick.html").read_text()


def test_a_report_that_can_not_be_written_leaves_nothing(reports, tmp_path):
    (tmp_path / "flick.html").mkdir()
    (tmp_path / "flick.html" / "in-the-way").write_text("")
    made = perf("report", reports["clean"].path.with_suffix(".json"), "-o", tmp_path)
    assert made.returncode == 70
    assert "flick.html: can't be written" in made.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["flick.html"]
