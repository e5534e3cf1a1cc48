"""Tests of scripts/drawings: the drawings of real tools, the alignment of their letters, and how they are judged."""

import pathlib
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
from drawings import exceptions, letters, toolcheck, toolset  # noqa: E402
from drawings.toolcheck import Result  # noqa: E402

SVG = 'xmlns="http://www.w3.org/2000/svg"'


class CatalogueTests(unittest.TestCase):
    def test_there_are_more_than_forty_with_pinned_versions(self):
        every = toolset.chosen([])
        self.assertGreater(len(every), toolcheck.LEAST)
        for drawing in every:
            self.assertTrue(all("==" in pin for pin in drawing.pins), drawing.name)
            self.assertEqual(bool(drawing.packages), bool(drawing.programs), drawing.name)

    def test_a_drawing_is_chosen_by_its_name_and_by_its_tool(self):
        names = [drawing.name for drawing in toolset.chosen(["graphviz", "vega-bars"])]
        self.assertIn("graphviz-clusters", names)
        self.assertIn("vega-bars", names)
        self.assertNotIn("vega-layers", names)
        self.assertIn("graphviz", toolset.packages(toolset.chosen(["graphviz"])))


class JudgementTests(unittest.TestCase):
    def test_pixels_and_letters_have_bars_of_their_own(self):
        self.assertEqual(toolcheck.beyond(Result("a", 1.0, 100, 1, 1.0)), [])
        self.assertEqual(toolcheck.beyond(Result("a", 1.01)), ["pixels by 1.01"])
        self.assertEqual(toolcheck.beyond(Result("a", 0.5, 10, 0, 1.5)), ["letters by 1.50 px"])
        self.assertEqual(toolcheck.beyond(Result("a", 0.5, 100, 2)), ["2 of 100 letters elsewhere"])
        self.assertEqual(toolcheck.beyond(Result("a", error="damaged")), ["damaged"])

    def test_only_those_that_are_not_listed_fail(self):
        known = exceptions.read("far = a reason\na\tfar\nb\tfar\nc\tfar\n")
        results = [Result("a", 3.0), Result("b", 0.1), Result("d", 2.0), Result("e", 0.2)]
        self.assertEqual(toolcheck.verdict(results, known), (["d"], ["b"]))

    def test_the_list_can_be_read_and_names_drawings(self):
        known = exceptions.read(toolcheck.KNOWN.read_text())
        self.assertLessEqual(known.keys(), {drawing.name for drawing in toolset.chosen([])})


class LetterTests(unittest.TestCase):
    def test_equal_lists_are_at_no_distance(self):
        places = [(float(x), 5.0) for x in range(0, 3000, 10)]
        self.assertEqual(letters.pairs(places, places), ([0.0] * 300, 0, 0))

    def test_a_letter_that_is_missing_shifts_no_other(self):
        places = [(float(x), 5.0) for x in range(0, 300, 10)]
        self.assertEqual(letters.pairs(places[:7] + places[8:], places), ([0.0] * 29, 0, 1))
        self.assertEqual(letters.pairs(places, places[1:]), ([0.0] * 29, 1, 0))

    def test_a_shift_is_measured_and_a_far_letter_has_no_partner(self):
        places = [(float(x), 5.0) for x in range(0, 300, 30)]
        distances, *rest = letters.pairs([(x + 3, y + 4) for x, y in places], places)
        self.assertEqual((distances, rest), ([5.0] * 10, [0, 0]))
        moved = places[:4] + [(900.0, 5.0)] + places[5:]
        self.assertEqual(letters.pairs(moved, places), ([0.0] * 9, 1, 1))

    def test_an_empty_list_has_no_pairs(self):
        self.assertEqual(letters.pairs([], [(1.0, 2.0)] * 500), ([], 0, 500))
        self.assertEqual(letters.pairs([(1.0, 2.0)], []), ([], 1, 0))

    def test_lists_of_very_different_lengths_are_aligned(self):
        places = [(float(x), 0.0) for x in range(2000)]
        distances, ours, theirs = letters.pairs(places[1990:], places)
        self.assertEqual((len(distances) + ours, len(distances) + theirs), (10, 2000))


class PlainTests(unittest.TestCase):
    def test_text_is_removed_where_it_is_drawn(self):
        data = f'<svg {SVG}><rect/><text x="1">a<tspan>b</tspan></text><text/><g><s:text xmlns:s="http://www.w3.org/2000/svg">c</s:text></g></svg>'
        self.assertEqual(letters.without(data.encode()).decode(), f"<svg {SVG}><rect/><g></g></svg>")

    def test_text_that_clips_or_masks_remains(self):
        data = f'<svg {SVG}><clipPath id="a"><text>a</text></clipPath><mask id="b"><g><text>b</text></g></mask></svg>'.encode()
        self.assertEqual(letters.without(data), data)

    def test_html_keeps_its_boxes_and_has_transparent_letters(self):
        data = f'<svg {SVG}><foreignObject><p xmlns="http://www.w3.org/1999/xhtml" title="1 > 0">a<b style="color:red">b</b><br/></p></foreignObject></svg>'
        rule = "color:transparent!important;"
        self.assertEqual(
            letters.without(data.encode()).decode(),
            f'<svg {SVG}><foreignObject><p style="{rule}" xmlns="http://www.w3.org/1999/xhtml" title="1 > 0">a<b style="{rule}color:red">b</b>'
            f'<br style="{rule}"/></p></foreignObject></svg>')

    def test_entities_and_comments_are_kept(self):
        data = f'<!DOCTYPE svg [<!ENTITY n "http://www.w3.org/2000/svg">]><svg xmlns="&n;"><!-- <text> --><text>&lt;</text>ä</svg>'.encode()
        self.assertEqual(letters.without(data), data.replace(b"<text>&lt;</text>", b""))


if __name__ == "__main__":
    unittest.main()
