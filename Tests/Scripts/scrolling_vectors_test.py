"""That the checked-in vectors of scrolling are what their script computes."""

import importlib.util
import pathlib
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "Vectors" / "scrolling.py"
spec = importlib.util.spec_from_file_location("scrolling", SCRIPT)
scrolling = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scrolling)


class VectorsTest(unittest.TestCase):
    def test_they_are_up_to_date(self):
        self.assertEqual(scrolling.FILE.read_text(), scrolling.text())

    def test_a_flick_ends_where_uikit_s_was_measured(self):
        for velocity in (300, 1200, 4000):
            way, _, duration = scrolling.deceleration(velocity)
            self.assertAlmostEqual(way(duration), (velocity - 10) * 0.499, places=6)


if __name__ == "__main__":
    unittest.main()
