"""Tests of how Tests/Attack talks: against servers written here that do right, and wrong in every way that it must see.

    make test-scripts
"""

import asyncio
import contextlib
import io
import os
import pathlib
import stat
import struct
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Attack"))

from attack import command, exchange, hostile, hostile_files, malformed_cases, pictures  # noqa: E402
from attack import probe, server, vitals  # noqa: E402
from attack.exchange import CLOSES, EITHER, STAYS, Case, HalfClose, Reset  # noqa: E402
from attack.malformed import fuzzed  # noqa: E402
from attack.mutations import mutated  # noqa: E402
from attack.site import Content  # noqa: E402
from attack.tally import Tally  # noqa: E402
from attack.websocket import CLOSE, PING, PONG, Session, frame  # noqa: E402
from attack.wire import Broken, Connection, ForbiddenHost, Sockets, client_address, get, loopback  # noqa: E402

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
REFUSED = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


async def readable(file):
    """Waits until a file has data, or has ended."""
    loop, has_data = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(file.fileno(), has_data.set)
    try:
        await has_data.wait()
    finally:
        loop.remove_reader(file.fileno())


class Fake:
    """A server on loopback whose answers are those of a function, of a head to bytes; None ends the connection."""

    def __init__(self, answer):
        self._answer = answer
        self.host, self.port = "127.0.0.1", 0

    async def __aenter__(self):
        self._tasks = set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks)

    async def _serve(self, reader, writer):
        self._tasks.add(asyncio.current_task())
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                answer = self._answer(head)
                if answer is None:
                    break
                if b"/sentinel" in head and answer == OK:
                    text = head.split()[1]
                    answer = b"HTTP/1.1 404 Not Found\r\nContent-Length: %d\r\n\r\n" % len(text) + text
                writer.write(answer)
                await writer.drain()
                if b"Connection: close" in head or b"Connection: close" in answer:
                    break
        writer.close()


class Loopback(unittest.TestCase):
    def test_only_this_machine_is_attacked(self):
        for host in ("127.0.0.1", "127.0.9.9", "127.255.255.254"):
            self.assertEqual(loopback(host), host)
        for host in ("8.8.8.8", "10.0.0.1", "192.168.0.1", "0.0.0.0",
                     "localhost", "example.org", "::1", "", "127.1", "128.0.0.1"):
            with self.assertRaises(ForbiddenHost, msg=host):
                loopback(host)

    def test_no_connection_is_made_elsewhere(self):
        with self.assertRaises(ForbiddenHost):
            Connection(None, "10.0.0.1", 80)
        with self.assertRaises(ForbiddenHost):
            probe.Client("10.0.0.1", 80)

    def test_clients_have_addresses_of_their_own_on_loopback(self):
        addresses = [client_address(number) for number in range(60_000)]
        self.assertEqual(len(set(addresses)), 60_000)
        self.assertNotIn("127.0.0.1", addresses)
        for address in addresses[::997]:
            self.assertEqual(loopback(address), address)


class Bounds(unittest.IsolatedAsyncioTestCase):
    async def test_no_more_sockets_are_open_than_may_be(self):
        sockets = Sockets(3)
        async with Fake(lambda head: OK) as fake:
            async def client():
                async with Connection(sockets, fake.host, fake.port) as connection:
                    await connection.send(get("/"))
                    self.assertEqual((await connection.answer()).status, 200)
            await asyncio.gather(*(client() for _ in range(20)))
        self.assertEqual((sockets.peak, sockets.open), (3, 0))

    async def test_a_connection_that_fails_gives_its_place_back(self):
        sockets = Sockets(1)
        for _ in range(3):
            with self.assertRaises(OSError):
                async with Connection(sockets, "127.0.0.1", 1):
                    pass
        self.assertEqual(sockets.open, 0)


class Answers(unittest.IsolatedAsyncioTestCase):
    async def read(self, data, method="GET"):
        async with Fake(lambda head: data) as fake:
            async with Connection(Sockets(), fake.host, fake.port) as connection:
                await connection.send(get("/", "Connection: close"))
                return await connection.answer(method, patience=5)

    async def test_bodies_end_where_they_say(self):
        self.assertEqual((await self.read(OK)).body, b"ok")
        chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
        self.assertEqual((await self.read(chunked)).body, b"ok")
        self.assertEqual((await self.read(b"HTTP/1.1 200 OK\r\n\r\nto the end")).body, b"to the end")
        self.assertEqual((await self.read(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", "HEAD")).body, b"")
        self.assertEqual((await self.read(b"HTTP/1.1 304 Not Modified\r\n\r\n")).body, b"")

    async def test_interim_answers_are_passed_by_and_a_switch_of_protocols_is_final(self):
        self.assertEqual((await self.read(b"HTTP/1.1 102 Processing\r\n\r\n" * 3 + OK)).body, b"ok")
        self.assertEqual((await self.read(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")).status, 101)

    async def test_what_is_no_answer_is_broken(self):
        for data in (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", b"HTTP/1.1 200 OK\r\nContent-",
                     b"HTTP/2 200\r\n\r\n",
                     b"garbage\r\n\r\n", b"HTTP/1.1 200 OK\nA: b\n\n", b"HTTP/1.1 200 OK\r\nA b\r\n\r\n",
                     b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", b"HTTP/1.1 2000 OK\r\n\r\n",
                     b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                     b"HTTP/1.1 200 OK\r\nA : b\r\n\r\n"):
            with self.assertRaises(Broken, msg=data):
                await self.read(data)


class Exchanges(unittest.IsolatedAsyncioTestCase):
    """A case is red when the server does not do as intended."""

    async def faults(self, answer, *pieces, intended=((400,),), then=EITHER, **more):
        case = Case("a case", "heads", pieces or (get("/"),), intended, then, patience=0.5, **more)
        async with Fake(answer) as fake:
            return (await exchange.run(case, Sockets(), fake, None, ["/secret/place"])).faults

    async def test_an_intended_answer_is_green(self):
        self.assertEqual(await self.faults(lambda head: REFUSED), [])
        self.assertEqual(await self.faults(lambda head: REFUSED, then=CLOSES), [])
        self.assertEqual(await self.faults(lambda head: OK, intended=((200,),), then=STAYS), [])
        self.assertEqual(await self.faults(lambda head: None, intended=((),), then=CLOSES), [])
        self.assertEqual(await self.faults(lambda head: OK, get("/"), HalfClose(), intended=((200,),)), [])

    async def test_another_status_is_red(self):
        self.assertEqual(len(await self.faults(lambda head: OK)), 1)

    async def test_no_answer_is_red_unless_it_is_intended(self):
        self.assertEqual(len(await self.faults(lambda head: None)), 1)

    async def test_silence_is_red(self):
        faults = await self.faults(lambda head: b"", intended=((200,),))
        self.assertEqual(len(faults), 1, faults)
        self.assertTrue(await self.faults(lambda head: b"", intended=((),), then=CLOSES))

    async def test_a_connection_that_stays_where_it_must_close_is_red_and_the_other_way_round(self):
        open_refusal = REFUSED.replace(b"Connection: close\r\n", b"")
        self.assertTrue(await self.faults(lambda head: open_refusal, then=CLOSES))
        self.assertTrue(await self.faults(lambda head: REFUSED, then=STAYS))

    async def test_an_answer_too_many_is_red(self):
        twice = lambda head: OK + OK if b"sentinel" not in head else OK  # noqa: E731
        self.assertTrue(await self.faults(twice, intended=((200,),)))

    async def test_a_hidden_request_that_is_answered_is_red(self):
        hidden = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 7\r\nConnection: close\r\n\r\n/hidden"
        self.assertTrue(await self.faults(lambda head: hidden, check=malformed_cases.no_hidden))
        self.assertFalse(await self.faults(lambda head: REFUSED, check=malformed_cases.no_hidden))

    async def test_a_path_in_an_answer_is_red(self):
        telling = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 19\r\nConnection: close\r\n\r\n/secret/place is it"
        self.assertEqual(len(await self.faults(lambda head: telling)), 1)

    async def test_an_error_of_the_server_is_red_even_among_many_answers(self):
        error = b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        self.assertEqual(len(await self.faults(lambda head: error, intended=((500,),))), 1)

    async def test_a_client_that_leaves_judges_nothing(self):
        self.assertEqual(await self.faults(lambda head: OK, get("/"), Reset(), intended=((),)), [])


class Cases(unittest.TestCase):
    content = Content("plan", 1000, 800, 8, 64, 256, "png", "svg")

    def test_all_cases_are_bytes_with_intended_answers_that_are_no_failures(self):
        cases = list(malformed_cases.all_cases([self.content], "/tiles/plan/2/1/1.png", '"0123456789abcdef"'))
        self.assertGreater(len(cases), 600)
        for case in cases:
            self.assertTrue(case.intended, case.name)
            for statuses in case.intended:
                self.assertFalse({500, 502, 504} & set(statuses), case.name)

    def test_damaged_requests_and_files_are_the_same_for_the_same_seed_and_others_for_another(self):
        bases = list(malformed_cases.heads("/tiles/plan/0/0/0.png"))
        self.assertEqual(fuzzed(1, 7, bases).pieces, fuzzed(1, 7, bases).pieces)
        self.assertNotEqual(fuzzed(1, 7, bases).pieces, fuzzed(1, 8, bases).pieces)
        self.assertNotEqual(fuzzed(1, 7, bases).pieces, fuzzed(2, 7, bases).pieces)
        files = [(".svg", b"<svg><rect x='1'/><rect x='2'/></svg>" * 99), (".png", bytes(range(256)) * 9)]
        self.assertEqual(mutated(1, 7, files), mutated(1, 7, files))
        self.assertGreater(len({mutated(1, number, files)[1] for number in range(50)}), 40)
        self.assertNotIn(files[0][1], {mutated(1, number, files)[1] for number in range(20)})

    def test_hostile_files_are_the_same_for_the_same_seed(self):
        with tempfile.TemporaryDirectory() as folder:
            written = []
            for name in ("a", "b"):
                place = pathlib.Path(folder) / name
                place.mkdir()
                # Of all kinds, and none of the large.
                files = hostile_files.write(place, place / "outside", 5, only="-c")
                written.append({file.name: (place / file.name).read_bytes() for file in files.values()})
        self.assertEqual(written[0], written[1])
        self.assertEqual({name.rsplit(".", 1)[1] for name in written[0]}, {"svg", "svgz", "png", "tif", "webp"})

    def test_a_packed_block_unpacks_to_what_was_packed(self):
        import gzip
        import zlib
        parts = [(b"head", 1), (b"block" * 99, 3), (b"", 1), (b"tail", 1)]
        whole = b"".join(block * times for block, times in parts)
        self.assertEqual(gzip.decompress(pictures.packed(parts, True)), whole)
        self.assertEqual(zlib.decompress(pictures.packed(parts)), whole)

    def test_an_image_that_is_none_is_red(self):
        whole = pictures.png(9, 9, bytes(9))
        self.assertIsNone(hostile.image_fault(whole, "png"))
        for data in (whole[:-1], b"", b"<html>", pictures.png(9, 9, bytes(9), claimed=(0, 9))):
            self.assertIsNotNone(hostile.image_fault(data, "png"))
        self.assertIsNotNone(hostile.image_fault(whole, "webp"))
        self.assertIsNotNone(hostile.image_fault(whole, "jpg"))


class Frames(unittest.IsolatedAsyncioTestCase):
    def test_frames_are_as_the_standard_has_them(self):
        # RFC 6455 section 5.7.
        self.assertEqual(frame(b"Hello", mask=None), bytes.fromhex("810548656c6c6f"))
        self.assertEqual(frame(b"Hello", mask=bytes.fromhex("37fa213d")), bytes.fromhex("818537fa213d7f9f4d5158"))
        self.assertEqual(frame(b"Hel", fin=False, mask=None), bytes.fromhex("010348656c"))
        self.assertEqual(frame(bytes(256), 2, mask=None)[:4], bytes.fromhex("827e0100"))
        self.assertEqual(frame(bytes(65536), 2, mask=None)[:10], bytes.fromhex("827f0000000000010000"))

    async def session(self, *frames):
        """What a session reads that a server sends these frames to."""
        granted = b"HTTP/1.1 101 Switching Protocols\r\nConnection: close\r\n\r\n"
        async with Fake(lambda head: granted + b"".join(frames)) as fake:
            async with Session(Sockets(), fake.host, fake.port) as session:
                self.assertEqual((await session.open("/session/a")).status, 101)
                return await session.until_closed(5)

    async def test_a_close_is_read_with_its_code(self):
        text = frame(b"opened", mask=None)
        end = frame(struct.pack(">H", 1008) + b"why", CLOSE, mask=None)
        self.assertEqual(await self.session(text, end), (1008, [b"opened"]))
        self.assertEqual(await self.session(text), (None, [b"opened"]))

    async def test_a_server_that_masks_or_reserves_is_broken(self):
        for wrong in (frame(b"a"), frame(b"a", reserved=4, mask=None), frame(b"a" * 9, mask=None)[:5]):
            with self.assertRaises(Broken):
                await self.session(wrong)

    async def test_a_pong_says_that_the_session_is_open_and_a_close_that_it_is_not(self):
        granted = b"HTTP/1.1 101 Switching Protocols\r\nConnection: close\r\n\r\n"
        end = frame(struct.pack(">H", 1002), CLOSE, mask=None)
        for sent, expected in ((frame(b"1", PONG, mask=None), None), (end, 1002), (b"", 1006)):
            async with Fake(lambda head, sent=sent: granted + sent) as fake:
                async with Session(Sockets(), fake.host, fake.port) as session:
                    await session.open("/session/a", after=frame(b"1", PING))
                    self.assertEqual(await session.until_pong(b"1", 5), expected)


class Processes(unittest.IsolatedAsyncioTestCase):
    """The server's process, played by scripts."""

    async def asyncSetUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    async def asyncTearDown(self):
        self.temporary.cleanup()

    def server(self, script):
        binary = self.folder / "program"
        binary.write_text(f"#!/bin/sh\n{script}\n")
        binary.chmod(binary.stat().st_mode | stat.S_IXUSR)

        class Run:
            host, folder = "127.0.0.1", self.folder

            class spawner:
                @staticmethod
                async def start(*arguments, **options):
                    return subprocess.Popen(*arguments, **options)

        Run.binary = binary
        made = server.Server(Run, [], "played")
        self.addCleanup(lambda: made.process and (made.kill("over"), made.process.wait(), made.process.stdout.close()))
        return made

    async def test_a_server_that_ends_when_it_is_told_to_is_green(self):
        played = self.server("trap 'kill $!; exit 0' TERM; echo http://127.0.0.1:99/ serves; sleep 60 & wait")
        await played.start()
        self.assertEqual((played.host, played.port), ("127.0.0.1", 99))
        self.assertIsNone(await played.end())

    async def test_a_server_that_does_not_start_is_told_with_its_last_words(self):
        with self.assertRaisesRegex(server.ServerEnded, "code 3: no room"):
            await self.server("echo no room >&2; exit 3").start()

    async def test_the_metrics_have_an_address_of_their_own_before_or_after_the_server(self):
        for lines in ("echo http://127.0.0.1:98/metrics tells; echo http://127.0.0.1:99/ serves",
                      "echo http://127.0.0.1:99/ serves; echo http://127.0.0.1:98/metrics tells"):
            played = self.server(f"{lines}; exec sleep 60")
            await played.start()
            while played.metrics is None:
                await readable(played.process.stdout)
                self.assertTrue(played.is_running)
            self.assertEqual((played.port, played.metrics), (99, ("127.0.0.1", 98)))
        played = self.server("echo http://127.0.0.1:99/ serves; exec sleep 60")
        await played.start()
        self.assertIsNone(played.metrics)

    async def test_a_server_elsewhere_is_refused(self):
        with self.assertRaises(ForbiddenHost):
            await self.server("echo http://10.0.0.1:80/ serves; sleep 60").start()

    async def test_a_trap_is_told_before_what_follows_it(self):
        played = self.server(
            "echo http://127.0.0.1:99/ serves; echo 'Site.swift:9: Fatal error: over' >&2; echo more >&2; kill -ILL $$")
        with contextlib.suppress(server.ServerEnded):
            await played.start()
        played.process.wait()
        self.assertRegex(await played.end(), "by signal 4: Site.swift:9: Fatal error")

    async def test_a_server_that_ends_with_a_code_or_not_at_all_is_red(self):
        played = self.server("trap 'kill $!; exit 7' TERM; echo http://127.0.0.1:99/ serves; sleep 60 & wait")
        await played.start()
        self.assertRegex(await played.end(), "code 7")
        deaf = self.server("trap '' TERM; echo http://127.0.0.1:99/ serves; while :; do sleep 0.1; done")
        await deaf.start()
        self.assertRegex(await deaf.end(patience=0.2), "did not end")

    async def test_a_server_that_takes_too_much_is_killed(self):
        with mock.patch.object(server, "MOST_MEMORY", 30_000_000), mock.patch.object(server, "WATCH_INTERVAL", 0.02):
            eater = self.server("echo http://127.0.0.1:99/ serves; "
                                f"exec {sys.executable} -c 'import signal; a = bytearray(90000000); "
                                "signal.pause()'")
            with contextlib.suppress(server.ServerEnded):
                await eater.start()
            await asyncio.wait_for(asyncio.to_thread(eater.process.wait), 30)
            self.assertRegex(await eater.end(), "was killed: it took more than")

    async def test_vitals_see_files_processes_and_files_without_a_name(self):
        before = vitals.read(os.getpid())
        child = subprocess.Popen(["sleep", "60"])
        with tempfile.TemporaryFile() as file:
            file.write(bytes(3_000_000))
            file.flush()
            os.fsync(file.fileno())
            now = vitals.read(os.getpid())
        child.kill()
        child.wait()
        self.assertGreaterEqual(now.descriptors, before.descriptors + 1)
        self.assertEqual(now.children, before.children + 1)
        self.assertGreaterEqual(now.disk, before.disk + 3_000_000)
        self.assertGreater(now.memory, 1_000_000)
        self.assertGreater(now.elsewhere, 0)
        self.assertEqual(vitals.read(2**22 + 1).memory, 0)


class TheProbe(unittest.IsolatedAsyncioTestCase):
    async def test_a_tile_is_timed_and_a_closed_connection_is_no_answer(self):
        async with Fake(lambda head: OK) as fake:
            client = probe.Client(fake.host, fake.port)
            self.assertEqual(await asyncio.to_thread(client.get, "/"), 200)
            client.drop()
        async with Fake(lambda head: None) as fake:
            self.assertEqual(await asyncio.to_thread(probe.Client(fake.host, fake.port).get, "/"), 0)

    async def test_samples_are_divided_by_when_they_were_sent(self):
        samples = [(1.0, 0.001, 0.001, 200), (2.0, 0.05, 0.001, 200), (3.0, 0.001, 0.001, 503)]
        tiles, echoes, statuses = probe.divided(samples, 2.0, 3.0)
        self.assertEqual((len(tiles), len(echoes), statuses), (3, 1, [200]))


class TheCommand(unittest.TestCase):
    def code(self, *words):
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            try:
                return command.main(list(words))
            except SystemExit as end:
                return end.code

    def test_wrong_usage_is_64_and_a_missing_server_69(self):
        for words in (["--host", "8.8.8.8"], ["--host", "localhost"], ["--seconds", "5"], ["--seconds", "x"],
                      ["--only", "nothing"],
                      ["--nothing"], ["--case", "a"], ["--only", "memory", "--case", "a"],
                      ["--only", "mutations", "--case", "a"]):
            self.assertEqual(self.code(*words), 64, words)
        self.assertEqual(self.code("--bin", "/nonexistent/tilework"), 69)

    def test_only_times_are_tried_again_and_only_twice(self):
        green, red, slow = command.report.Outcome.GREEN, command.report.Outcome.RED, command.report.Outcome.SLOW
        for words, outcomes, code in ((["--again"], [slow, green], 0), (["--again"], [slow, slow, green], 0),
                                      (["--again"], [slow, slow, slow], 1), (["--again"], [slow, red], 1),
                                      (["--again"], [red], 1), (["--again"], [green], 0),
                                      ([], [slow], 1)):
            with mock.patch.object(command, "once", side_effect=outcomes) as once:
                self.assertEqual(self.code("--bin", "/bin/true", *words), code, outcomes)
                self.assertEqual(once.call_count, len(outcomes))

    def test_a_run_is_slow_when_nothing_else_is_wrong(self):
        options = command.arguments([])
        for flags, outcome in (([], "GREEN"), ([True], "SLOW"), ([True, False], "RED")):
            tally = Tally("server")
            for number, flag in enumerate(flags):
                tally.fault("main", "ab"[number], "p99", may_be_neighbours=flag)
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(command.report.printed([tally], [], options, 1.0), command.report.Outcome[outcome])


if __name__ == "__main__":
    unittest.main()
