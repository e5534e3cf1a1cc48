"""Tests of scripts/drawings: the list of drawings that differ from librsvg's, and what makes ours right."""

import pathlib
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
from drawings import chromium, exceptions, suitecheck  # noqa: E402

LIST = "# Drawings\nturned = the box is\ta turned one\n".replace("\t", " ") + "a/b.svg\tturned\t0.01\t3.55\nc.svg\tturned\n"


class ListTests(unittest.TestCase):
    def test_a_code_stands_for_its_sentence(self):
        drawings = exceptions.read(LIST)
        self.assertEqual(drawings["a/b.svg"], exceptions.Known("turned", "the box is a turned one", 0.01, 3.55))
        self.assertEqual(drawings["c.svg"].ours, None)

    def test_a_drawing_is_found_by_the_end_of_its_path_between_slashes(self):
        drawings = exceptions.read(LIST)
        self.assertEqual(exceptions.find("/usr/share/a/b.svg", drawings).ours, 0.01)
        self.assertIsNone(exceptions.find("/usr/share/b.svg", drawings))
        self.assertIsNone(exceptions.find("/usr/share/abc.svg", drawings))

    def test_what_cannot_be_understood_is_named(self):
        for text, part in [
            ("a.svg\tturned\n", "no reason 'turned'"), (LIST + "c.svg\tturned\n", "listed twice"),
            (LIST + "d.svg\tturned\t1\n", "both numbers"), (LIST + "d.svg\tturned\t1\tx\n", "no numbers"),
            (LIST + "a sentence\n", "neither"), (LIST + "turned = again\n", "neither"), (LIST + "b = c\n", "no drawing has"),
        ]:
            with self.assertRaisesRegex(exceptions.Damaged, part):
                exceptions.read(text)

    def test_a_line_is_read_as_it_was_written(self):
        text = "x = y\n" + exceptions.line("d.svg", "x", 0.126, 7) + "\n" + exceptions.line("e.svg", "x")
        self.assertEqual(exceptions.read(text)["d.svg"], exceptions.Known("x", "y", 0.13, 7.0))

    def test_the_list_can_be_read(self):
        self.assertGreater(len(exceptions.read((TOP / "docs" / "drawing-differences.tsv").read_text())), 50)
        self.assertTrue(exceptions.read((TOP / "docs" / "document-differences.tsv").read_text()))
        self.assertTrue(exceptions.read(suitecheck.KNOWN.read_text()))

    def test_tests_count_where_chromium_and_resvg_agree(self):
        self.assertTrue(suitecheck.is_far({"file": "a", "references": 2.5, "mean": 2.6}))
        self.assertTrue(suitecheck.is_far({"file": "a", "references": 0, "error": "damaged"}))
        self.assertFalse(suitecheck.is_far({"file": "a", "references": 0, "mean": 2.5}))
        self.assertFalse(suitecheck.is_far({"file": "a", "references": 2.6, "mean": 9}))
        self.assertFalse(suitecheck.is_far({"file": "a", "refused": "no size"}))


class JudgementTests(unittest.TestCase):
    def test_a_drawing_without_a_size_and_a_view_box_is_shown_in_an_element_with_one(self):
        for sized in (b"<svg width='1'/>", b"<svg height='1em'/>", b"<svg viewBox='0 0 1 1'/>", b"<svg", b"\xff\xfe"):
            self.assertEqual(chromium.shown_whole(sized, 3, 4.5), sized)
        outer = chromium.shown_whole(b"<?xml version='1.0'?><!-- <svg width='2'> --><svg id='a'/>", 3, 4.5)
        self.assertIn(b'<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4.5"><image width="100%" height="100%"', outer)

    def test_ours_is_right_where_it_is_as_in_chromium_and_librsvg_s_is_no_nearer(self):
        self.assertTrue(exceptions.is_right(0.01, 3, 0.5))
        self.assertTrue(exceptions.is_right(0.5, 0.5, 0.5))
        self.assertFalse(exceptions.is_right(0.6, 9, 0.5), "beyond the bar")
        self.assertFalse(exceptions.is_right(0.4, 0.3, 0.5), "librsvg's is nearer")
        self.assertFalse(exceptions.is_right(None, None, 0.5))

    def test_a_share_is_100_only_of_all(self):
        self.assertEqual(exceptions.share(9999, 10000), 99.99)
        self.assertEqual(exceptions.share(99999, 100000), 99.99)
        self.assertEqual(exceptions.share(5, 5), 100)


if __name__ == "__main__":
    unittest.main()
