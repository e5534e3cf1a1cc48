"""What Perf/soak calls red, and its drawing."""

import collections
import pathlib
import sys
import unittest
import xml.etree.ElementTree as xml

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "Perf" / "Soak"), str(TOP / "Tests" / "Attack")]

from soaking import load, plot, samples  # noqa: E402

Vitals = collections.namedtuple("Vitals", "descriptors threads")
MB = samples.MB


def rows(count=100, **columns):
    """Ten seconds each; a column is a number, or what makes one of the seconds."""
    made = []
    for index in range(1, count + 1):
        row = {name: 0.0 for name in samples.COLUMNS} | {"seconds": 10.0 * index, "rss": 200.0 * MB, "hot_n": 400.0}
        for name, value in columns.items():
            row[name] = float(value(10 * index) if callable(value) else value)
        made.append(row)
    return made


class Faults(unittest.TestCase):
    before = Vitals(30, 12)

    def faults(self, after=Vitals(32, 20), **columns):
        return samples.faults(rows(**columns), self.before, after)

    def test_a_level_load_is_green(self):
        self.assertEqual(self.faults(rss=lambda second: 200 * MB + (second // 10 % 7) * MB), [])

    def test_what_fills_in_the_first_quarter_is_green(self):
        self.assertEqual(self.faults(rss=lambda second: min(second, 200) * MB), [])

    def test_memory_that_grows_on_is_red(self):
        [fault] = self.faults(rss=lambda second: 200 * MB + second * 50_000)
        self.assertIn("the server's memory grew by 38 MB", fault)
        self.assertEqual(len(self.faults(workers_rss=lambda second: second * 50_000)), 1)
        self.assertEqual(len(self.faults(tls_rss=lambda second: second * 50_000)), 1)

    def test_an_error_is_red(self):
        self.assertEqual(self.faults(errors=1), ["1 errors"])

    def test_one_of_a_thousand_may_be_refused(self):
        self.assertEqual(self.faults(refused=40), [])
        self.assertIn("refused with 503", self.faults(refused=41)[0])

    def test_descriptors_and_threads_that_are_left_over_are_red(self):
        self.assertIn("63 descriptors", self.faults(after=Vitals(63, 12))[0])
        self.assertIn("37 threads", self.faults(after=Vitals(30, 37))[0])


class Numbers(unittest.TestCase):
    def test_latencies_of_a_sample_are_its_own(self):
        kinds = collections.defaultdict(load.Kind)
        kinds["hot"].seconds += [0.001] * 98 + [0.5, 0.5]
        row = samples.latencies(kinds)
        self.assertEqual((row["hot_n"], row["hot_p50"], row["hot_p99"]), (100, "1.00", "500.00"))
        self.assertEqual((row["cold_n"], row["cold_p99"]), (0, ""))

    def test_metrics_are_summed_over_their_labels(self):
        text = '# TYPE a counter\na{status="200"} 5\na{status="404"} 2\nab 9\nb 1.5\n'
        self.assertEqual((samples.metric(text, "a"), samples.metric(text, "b")), (7, 1.5))


class Drawing(unittest.TestCase):
    def test_it_is_well_formed_and_within_its_frame(self):
        made = rows(720, hot_p50=0.5, hot_p99=lambda second: 3 + second % 50, cold_p99=lambda second: 10 + second % 900)
        made[5]["cold_p99"] = None
        root = xml.fromstring(plot.draw(made, "2 hours & more", "1 request"))
        width, height = (float(root.get(side)) for side in ("width", "height"))
        lines = [each for each in root.iter("{http://www.w3.org/2000/svg}path") if each.get("class") == "l"]
        self.assertGreater(len(lines), 8)
        for line in lines:
            points = [tuple(map(float, point.split())) for point in line.get("d")[1:].split("L")]
            self.assertLessEqual(len(points), 240)
            self.assertTrue(all(0 < x < width and 0 < y < height for x, y in points))


if __name__ == "__main__":
    unittest.main()
