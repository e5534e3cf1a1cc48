"""Tests of how Tests/Attack judges: each check is fed what must be red, and what must be green.

    make test-scripts
"""

import os
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Attack"))

from attack import answers, judge  # noqa: E402
from attack.load import judge_cold  # noqa: E402
from attack.tally import MOST_FINDINGS, Tally  # noqa: E402
from attack.wire import Answer  # noqa: E402

MB = judge.MB


def latencies(center, count=1000, seed=1):
    """Seconds around a center, of which one in a hundred takes three times as long."""
    numbers = random.Random(seed)
    return [center * numbers.uniform(0.8, 1.2) * (3 if index % 100 == 0 else 1) for index in range(count)]


class Percentiles(unittest.TestCase):
    def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(self):
        self.assertEqual(judge.percentile(range(1, 101), 0.99), 99)
        self.assertEqual(judge.percentile([7], 0.5), 7)
        with self.assertRaises(ValueError):
            judge.percentile([], 0.99)

    def test_a_stall_counts_for_the_requests_that_could_not_be_sent(self):
        self.assertEqual([round(late, 2) for late in judge.with_omitted(0.1, 0.02)], [0.1, 0.08, 0.06, 0.04, 0.02])
        self.assertEqual(list(judge.with_omitted(0.01, 0.02)), [0.01])


class Neighbors(unittest.TestCase):
    alone = latencies(0.0015, 50)

    def test_cold_tiles_that_wait_behind_those_of_a_heavy_drawing_are_red(self):
        self.assertFalse(judge.neighbors([(self.alone, latencies(0.1, 20))] * 3).green)

    def test_cold_tiles_that_share_the_processors_are_green(self):
        self.assertTrue(judge.neighbors([(self.alone, latencies(0.004, 50))] * 3).green)

    def test_one_round_that_another_program_disturbed_is_green(self):
        disturbed, usual = (self.alone, latencies(0.1, 20)), (self.alone, latencies(0.002, 50))
        self.assertTrue(judge.neighbors([usual, disturbed, usual]).green)

    def test_too_few_tiles_are_red(self):
        self.assertFalse(judge.neighbors([]).green)
        self.assertFalse(judge.neighbors([(self.alone, [0.001] * 9)]).green)


class HotTiles(unittest.TestCase):
    quiet = latencies(0.010)
    control = latencies(0.001)

    def green(self, attacked, control=None, quiet=None):
        return judge.hot_tiles(quiet or self.quiet, attacked, self.control, control or self.control).green

    def test_what_stays_as_it_was_is_green(self):
        self.assertTrue(self.green(latencies(0.010, seed=2)))
        self.assertTrue(self.green(latencies(0.025, seed=2)))

    def test_four_times_as_long_is_red(self):
        self.assertFalse(self.green(latencies(0.040, seed=2)))

    def test_two_slow_requests_in_a_hundred_are_red(self):
        slow = latencies(0.010, seed=2)
        slow[::50] = [0.5] * len(slow[::50])
        self.assertFalse(self.green(slow))

    def test_the_floor_is_for_times_that_nobody_sees(self):
        fast = latencies(0.0005)
        self.assertTrue(self.green(latencies(0.004), quiet=fast))
        self.assertFalse(self.green(latencies(0.030), quiet=fast))

    def test_a_delay_of_the_machine_is_allowed_and_no_more_than_it(self):
        # Both wait 30 ms more for a processor.
        delayed = [late + 0.030 for late in self.control]
        self.assertTrue(self.green([late + 0.030 for late in self.quiet], delayed))
        self.assertFalse(self.green([late + 0.150 for late in self.quiet], delayed))

    def test_a_control_that_is_ten_times_as_slow_does_not_excuse_ten_times_the_tile(self):
        self.assertFalse(self.green([late * 10 for late in self.quiet], [late * 10 for late in self.control]))

    def test_a_stall_of_a_second_is_red_although_it_is_one_request_of_a_thousand(self):
        attacked = latencies(0.010)
        attacked[500] = 1.0
        self.assertTrue(self.green(attacked))
        seen = [late for sample in attacked for late in judge.with_omitted(sample, 0.02)]
        self.assertFalse(self.green(seen))

    def test_too_few_samples_are_red(self):
        few = latencies(0.001, judge.FEWEST_SAMPLES - 1)
        self.assertFalse(judge.hot_tiles(self.quiet, few, self.control, self.control).green)
        self.assertFalse(judge.hot_tiles(few, self.quiet, self.control, self.control).green)
        self.assertFalse(judge.hot_tiles(self.quiet, self.quiet, self.control, []).green)


class AtTheEnd(unittest.TestCase):
    def grown(self, kind, baseline, by):
        return judge.at_most(baseline + by, judge.end_bound(kind, baseline)).green

    def test_what_is_as_it_was_is_green(self):
        for kind in ("memory", "descriptors", "threads", "children", "disk"):
            self.assertTrue(self.grown(kind, 20, 0), kind)

    def test_memory_that_grew_by_more_than_a_tenth_is_red(self):
        self.assertTrue(self.grown("memory", 500 * MB, 49 * MB))
        self.assertFalse(self.grown("memory", 500 * MB, 51 * MB))
        # Of a small process, what the allocator had not touched is more than that.
        self.assertTrue(self.grown("memory", 60 * MB, 30 * MB))
        self.assertFalse(self.grown("memory", 60 * MB, 40 * MB))

    def test_descriptors_threads_processes_and_files_that_are_left_are_red(self):
        for kind, by in (("descriptors", 5), ("threads", 5), ("children", 1), ("disk", 2 * MB)):
            self.assertFalse(self.grown(kind, 10, by), kind)


class MemoryUnderLoad(unittest.TestCase):
    def series(self, value, seconds=600):
        numbers = random.Random(3)
        return [(float(time), value(time) * numbers.uniform(0.99, 1.01)) for time in range(seconds + 1)]

    def green(self, value, seconds=600):
        return judge.flat_memory(self.series(value, seconds)).green

    def test_flat_is_green_whatever_the_first_minute_did(self):
        self.assertTrue(self.green(lambda time: 200 * MB))
        self.assertTrue(self.green(lambda time: min(200, 60 + 4 * time) * MB))

    def test_growth_of_a_tenth_is_red(self):
        self.assertFalse(self.green(lambda time: (200 + 20 * time / 600) * MB))

    def test_shrinking_by_a_tenth_is_red_too(self):
        self.assertFalse(self.green(lambda time: (200 - 25 * time / 600) * MB))

    def test_a_step_is_red(self):
        self.assertFalse(self.green(lambda time: (200 if time < 400 else 215) * MB))

    def test_growth_that_begins_late_is_red_before_it_has_come_far(self):
        # 4.8 % at the end, at a rate of 11 % in nine minutes.
        late = self.series(lambda time: (200 + max(0, time - 330) * 10.8 / 270) * MB)
        self.assertFalse(judge.flat_memory(late).green)
        slower = self.series(lambda time: (200 + max(0, time - 330) * 4 / 270) * MB)
        self.assertTrue(judge.flat_memory(slower).green)

    def test_growth_that_the_last_minute_hides_is_red(self):
        self.assertFalse(self.green(lambda time: (200 + 40 * time / 600 if time < 535 else 203) * MB))

    def test_renders_that_are_under_way_more_often_towards_the_end_are_no_growth(self):
        self.assertTrue(self.green(lambda time: (200 + 64 * (time % 10 < 2 + time / 120)) * MB))

    def test_growth_of_a_tenth_beneath_renders_is_red(self):
        self.assertFalse(self.green(lambda time: (200 + 20 * time / 600 + 64 * (time % 10 < 5)) * MB))

    def test_a_few_peaks_are_no_growth(self):
        self.assertTrue(self.green(lambda time: (200 if time % 40 else 600) * MB))

    def test_the_leak_of_issue_11_is_red(self):
        # 118 → 775 MB in 14 minutes.
        self.assertFalse(self.green(lambda time: (118 + 657 * time / 840) * MB))

    def test_what_is_too_short_is_red(self):
        self.assertFalse(self.green(lambda time: 200 * MB, 170))
        self.assertFalse(judge.flat_memory([]).green)

    def test_a_shorter_run_has_shorter_minutes(self):
        points = self.series(lambda time: (200 if time > 12 else 100) * MB, 120)
        self.assertTrue(judge.flat_memory(points, 12).green)
        self.assertFalse(judge.flat_memory([(time, value + time * MB / 4) for time, value in points], 12).green)

    def test_a_slope_is_not_moved_by_outliers(self):
        points = [(float(time), 3.0 * time) for time in range(100)]
        points[50] = (50.0, 1e9)
        self.assertAlmostEqual(judge.slope(points), 3.0, places=6)


class Logs(unittest.TestCase):
    def test_a_trap_is_found_and_a_warning_is_none(self):
        log = "warning: no pages\nTileServer/Site.swift:64: Fatal error: Index out of range\nnote\n"
        self.assertEqual(len(judge.traps(log)), 1)
        self.assertEqual(judge.traps("tilework: cut.svg: damaged: the file ends early\n"), [])
        for line in ("*** Program crashed: Bad pointer dereference",
                     "malloc(): invalid size", "thread 'main' panicked at a.rs"):
            self.assertEqual(len(judge.traps(line)), 1, line)


def answer(status, text="", **headers):
    named = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return Answer(status, named or [("content-type", "text/plain")], text.encode(), 0.0)


class Answers(unittest.TestCase):
    def faults(self, *arguments, **options):
        return list(answers.faults(*arguments, **options))

    def test_intended_answers_have_no_fault(self):
        self.assertEqual(self.faults(answer(200)), [])
        self.assertEqual(self.faults(answer(404, "there is no content named “a”")), [])
        self.assertEqual(self.faults(answer(503, "later", retry_after="1")), [])
        self.assertEqual(self.faults(answer(405, "use GET", allow="GET")), [])

    def test_an_error_of_the_server_is_a_fault_unless_it_is_intended(self):
        self.assertEqual(len(self.faults(answer(500, "the content can't be drawn"))), 1)
        self.assertEqual(self.faults(answer(500, "the content can't be drawn"), may_fail=True), [])
        self.assertEqual(len(self.faults(answer(502), may_fail=True)), 1)

    def test_a_refusal_says_when_to_come_back_and_what_is_allowed(self):
        self.assertEqual(len(self.faults(answer(503))), 1)
        self.assertEqual(len(self.faults(answer(503, retry_after="soon"))), 1)
        self.assertEqual(len(self.faults(answer(405))), 1)

    def test_a_path_is_a_fault_also_where_failing_is_intended(self):
        for path in ("/home/me/plans/cut.svg", "/var/tmp/x", "/usr/lib/a.so"):
            self.assertEqual(len(self.faults(answer(500, f"{path}: damaged"), may_fail=True)), 1, path)
            self.assertEqual(len(self.faults(answer(404, f"no file “{path}”"))), 1, path)

    def test_a_path_in_a_header_is_a_fault(self):
        self.assertEqual(len(self.faults(answer(404, "", location="/home/me/plans"))), 1)

    def test_what_was_asked_for_may_be_repeated_but_not_what_is_secret(self):
        text = "there is nothing at /etc/passwd: see / for all contents"
        self.assertEqual(self.faults(answer(404, text), asked="/etc/passwd"), [])
        self.assertEqual(self.faults(answer(404, text), asked="/%65tc/passwd"), [])
        self.assertEqual(len(self.faults(answer(404, text), asked="/etc/passwd", secrets=["/etc/passwd"])), 1)

    def test_a_secret_is_no_part_of_a_longer_word(self):
        self.assertEqual(self.faults(answer(404, "there is nothing at /tiles/root"), secrets=["/root"]), [])
        self.assertEqual(len(self.faults(answer(404, "there is nothing at “/root”"), secrets=["/root"])), 1)

    def test_a_part_of_damaged_bytes_may_be_repeated(self):
        asked = "GET /tiles/a HTTP/1.1\r\nHost: b\r\n\r\nGET /etc/hosts HTTP/1.1\r\n\r\n"
        self.assertEqual(self.faults(answer(404, "there is nothing at /etc/hosts"), asked=asked), [])
        self.assertEqual(len(self.faults(answer(404, "there is nothing at /etc/group"), asked=asked)), 1)

    def test_addresses_of_the_server_are_no_paths_of_its_files(self):
        for text in ("tiles are at /tiles/{id}/{z}/{x}/{y}", "see http://127.0.0.1/home/plan", "/view/plan", "and/or"):
            self.assertEqual(self.faults(answer(404, text)), [], text)

    def test_headers_that_must_be_single_are(self):
        twice = Answer(200, [("content-length", "1"), ("content-length", "1")], b"a", 0.0)
        self.assertEqual(len(self.faults(twice)), 1)


class Tallies(unittest.TestCase):
    def test_one_fault_makes_a_part_red(self):
        tally = Tally("load")
        tally.note("hot", 200, 0.1)
        self.assertTrue(tally.green)
        tally.fault("hot", "hot", "answered 500")
        self.assertFalse(tally.green)
        self.assertEqual((tally.requests, tally.faults), (1, 1))

    def test_the_same_of_another_number_is_one_finding_and_something_else_is_another(self):
        tally = Tally("load")
        for number in range(9):
            tally.fault("cold", "cold", f"/tiles/a/{number}/0/0.png: answered 500")
        tally.fault("cold", "cold", "/tiles/a/0/0/0.png: closed without an answer")
        self.assertEqual((len(tally.findings), tally.faults), (2, 10))

    def test_findings_are_bounded_and_still_counted(self):
        tally = Tally("load")
        for letter in range(500):
            tally.fault("cold", "x" * letter, "wrong")
        self.assertEqual((len(tally.findings), tally.faults), (MOST_FINDINGS, 500))

    def test_times_may_be_the_machine_s_only_when_nothing_else_is_wrong(self):
        tally = Tally("server")
        tally.fault("main", "hot tiles, load", "p99 0.5 → 40.8 ms", may_be_neighbours=True)
        self.assertTrue(tally.may_be_neighbours)
        tally.fault("main", "log", "its log says: Fatal error")
        self.assertFalse(tally.may_be_neighbours)

    def test_findings_that_were_left_out_may_be_anything(self):
        tally = Tally("server")
        for letter in range(500):
            tally.fault("main", "x" * letter, "slow", may_be_neighbours=True)
        self.assertFalse(tally.may_be_neighbours)


class ColdTiles(unittest.TestCase):
    def judged(self, seconds, refused=0, count=100, alone=0.0):
        tally = Tally("load")
        for index in range(count):
            tally.note("cold", 503 if index < refused else 200, seconds(index), keeps=True)
        judge_cold(tally, alone)
        return tally.green

    def test_limits_are_seconds_and_times_of_a_slow_machine(self):
        self.assertEqual(judge.cold_bounds(0.1, clients=16, processors=2), (2.0, 10.0))
        self.assertEqual(judge.cold_bounds(0.5, clients=16, processors=2), (4.0, 10.0))
        self.assertEqual(judge.cold_bounds(1.0, clients=16, processors=2), (8.0, 16.0))

    def test_slow_ones_of_a_slow_machine_are_green_and_slower_ones_are_red(self):
        processors = len(os.sched_getaffinity(0))
        self.assertTrue(self.judged(lambda index: 2.5, alone=0.25 * processors))
        self.assertFalse(self.judged(lambda index: 3.5, alone=0.25 * processors))

    def test_fast_ones_are_green(self):
        self.assertTrue(self.judged(lambda index: 0.1))
        self.assertTrue(self.judged(lambda index: 5.0 if index % 25 == 0 else 0.1, refused=9))

    def test_slow_ones_are_red(self):
        self.assertFalse(self.judged(lambda index: 2.5))
        self.assertFalse(self.judged(lambda index: 2.5 if index % 10 == 0 else 0.1))
        self.assertFalse(self.judged(lambda index: 27.0 if index == 50 else 0.1))

    def test_those_that_are_mostly_refused_are_red(self):
        self.assertFalse(self.judged(lambda index: 0.1, refused=20))

    def test_too_few_are_red(self):
        self.assertFalse(self.judged(lambda index: 0.1, count=19))


if __name__ == "__main__":
    unittest.main()
