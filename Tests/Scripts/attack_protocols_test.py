"""Tests of the damaged requests of Tests/Attack: that they are requests, the same in every run, and what must be red is.

    make test-scripts
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Attack"))

from attack import protocols, session_cases  # noqa: E402
from attack.site import Content  # noqa: E402
from attack.wire import Answer, generator  # noqa: E402

PLAN = Content("plan", 1000, 600, 6, 64, 256, "png", "svg")


def answer(status, *headers):
    return Answer(status, [("content-type", "text/plain"), *headers], b"", 0.0)


class ProtocolsTests(unittest.TestCase):
    def setUp(self):
        self.sound = list(protocols.targets([PLAN]))

    def test_a_case_is_the_same_for_the_same_seed_and_number(self):
        for number in range(50):
            once, again = (protocols.case(11, number, self.sound) for _ in range(2))
            self.assertEqual((once.pieces, once.method), (again.pieces, again.method))
        self.assertNotEqual([protocols.case(11, number, self.sound).asked for number in range(50)],
                            [protocols.case(12, number, self.sound).asked for number in range(50)])

    def test_every_case_is_one_request_line_with_sound_headers(self):
        for number in range(3000):
            head, _, rest = protocols.case(11, number, self.sound).pieces[0].partition(b"\r\n\r\n")
            lines = head.split(b"\r\n")
            self.assertEqual(rest, b"")
            self.assertRegex(lines[0], rb"^(GET|HEAD) /[!-~]* HTTP/1\.1$")
            for line in lines[1:]:
                self.assertRegex(line, rb"^[A-Za-z-]+: ")

    def test_every_protocol_is_asked_for_soundly_and_damaged(self):
        asked = [protocols.case(11, number, self.sound).asked.split(" ")[1] for number in range(20_000)]
        for target in self.sound:
            self.assertIn(target, asked)
        self.assertGreater(len(set(asked)), 10_000)

    def test_what_may_not_be_is_red(self):
        kept = ("cache-control", "public, max-age=60")
        refused = ("cache-control", "no-store")
        self.assertIsNone(protocols.check([answer(200, kept)]))
        self.assertIsNone(protocols.check([answer(404, refused)]))
        self.assertIsNone(protocols.check([answer(303, ("location", "http://a.example/iiif/3/plan/info.json"))]))
        for wrong in ([], [answer(200), answer(200)], [answer(404, kept)], [answer(400)],
                      [answer(303, ("location", "http://a\"><script>/"))],
                      [answer(302, ("location", "http://a.example//evil.example/x"))]):
            self.assertIsNotNone(protocols.check(wrong), wrong)

    def test_messages_are_damaged_in_sound_frames(self):
        seen = {session_cases.damaged_message(generator(11, number)) for number in range(500)}
        self.assertGreater(len(seen), 300)
        for message in seen:
            self.assertEqual(message[0], 0x81)
            self.assertTrue(message[1] & 0x80)


if __name__ == "__main__":
    unittest.main()
