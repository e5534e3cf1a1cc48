"""One case of an attack over HTTP: the bytes to send, and the intended answers."""

import asyncio
import dataclasses
import itertools
import time

from . import answers
from .wire import Broken, Connection, get

# The intended end of a connection after the answers.
CLOSES, STAYS, EITHER = "closes", "stays", "either"
_numbers = itertools.count(1)
# The seconds for an answer without drawing, and for the end of a connection, on a busy machine.
CASE_PATIENCE = 15.0
# The seconds to wait for an optional answer.
AFTERTHOUGHT = 0.5


@dataclasses.dataclass(frozen=True)
class Pause:
    seconds: float


@dataclasses.dataclass(frozen=True)
class HalfClose:
    """Ends sending. Answers are still read."""


@dataclasses.dataclass(frozen=True)
class Reset:
    """Disconnects. Only the server's health can be judged afterwards."""


@dataclasses.dataclass(frozen=True)
class Case:
    """The pieces to send, and the intended sequences of answers.

    `intended` has sequences of statuses: `((400,),)` is one answer, 400; `((), (408,))` is no answer or 408.
    """

    name: str
    group: str
    pieces: tuple
    intended: tuple
    then: str = EITHER
    # The path of the request, which an answer may repeat.
    asked: str = ""
    method: str = "GET"
    patience: float = CASE_PATIENCE
    # A function that checks the answers. Returns what is wrong, or None.
    check: object = None
    may_fail: bool = False
    receive_buffer: int | None = None


@dataclasses.dataclass
class Outcome:
    answers: list
    faults: list
    seconds: float
    # "closed", "reset", "open", or what broke.
    end: str

    @property
    def label(self):
        statuses = "+".join(str(answer.status) for answer in self.answers[:3])
        if len(self.answers) > 3:
            statuses += f"+{len(self.answers) - 3}"
        return statuses or self.end


async def _send(connection, pieces):
    """Sends until the server closes. Returns whether there is an answer to read."""
    for piece in pieces:
        match piece:
            case Pause(seconds):
                await asyncio.sleep(seconds)
            case HalfClose():
                connection.half_close()
            case Reset():
                connection.reset()
                return False
            case _:
                try:
                    await connection.send(piece)
                except ConnectionError:
                    # The server has closed the connection, and may have sent the reason.
                    return True
    return True


async def run(case, sockets, server, source, secrets):
    """Sends a case's bytes and reads the answers, to the end of the connection if it has to end."""
    start = time.monotonic()
    outcome = Outcome([], [], 0.0, "open")
    half_closed = any(isinstance(piece, HalfClose) for piece in case.pieces)
    try:
        async with Connection(sockets, server.host, server.port, source, case.receive_buffer) as connection:
            if await _send(connection, case.pieces):
                await _read(case, connection, outcome, half_closed)
            else:
                outcome.end = "left"
    except ConnectionError:
        # The connection was refused or reset while it was opened.
        outcome.end = "reset"
    except TimeoutError:
        outcome.faults.append("it could not be sent: the server reads no more, and does not close")
        outcome.end = "stuck"
    outcome.seconds = time.monotonic() - start
    if outcome.end != "left":
        _judge(case, outcome)
    for answer in outcome.answers:
        outcome.faults += answers.faults(answer, case.asked, secrets, case.may_fail)
    return outcome


async def _read(case, connection, outcome, half_closed):
    longest = max(len(statuses) for statuses in case.intended)
    sentinel = None
    limit = time.monotonic() + case.patience
    while True:
        patience = max(0.1, limit - time.monotonic())
        may_ask = case.then != CLOSES and not half_closed and sentinel is None
        if may_ask and tuple(answer.status for answer in outcome.answers) in case.intended:
            if len(outcome.answers) < longest:
                # One more answer may follow.
                patience = min(patience, AFTERTHOUGHT)
            else:
                sentinel = await _ask_after(connection)
        try:
            answer = await connection.answer("GET" if sentinel else case.method, patience)
        except ConnectionError:
            outcome.end = "reset"
            return
        except TimeoutError:
            if patience == AFTERTHOUGHT:
                longest = len(outcome.answers)
                continue
            outcome.end = "open"
            return
        except Broken as broken:
            outcome.end = "broken"
            outcome.faults.append(str(broken))
            return
        if answer is None:
            outcome.end = "closed"
            return
        if sentinel and sentinel in answer.text:
            outcome.end = "stayed"
            return
        outcome.answers.append(answer)
        if len(outcome.answers) > longest + 500:
            outcome.faults.append("answers without end")
            return


async def _ask_after(connection):
    """Sends a last request with a recognizable answer, after which the server has no earlier answers left."""
    sentinel = f"/sentinel-{next(_numbers)}"
    try:
        await connection.send(get(sentinel, "Connection: close"))
    except ConnectionError:
        pass
    return sentinel


def _judge(case, outcome):
    statuses = tuple(answer.status for answer in outcome.answers)
    if statuses not in case.intended:
        wanted = " or ".join("+".join(map(str, sequence)) or "nothing" for sequence in case.intended[:6])
        found = "+".join(map(str, statuses[:8])) or f"nothing ({outcome.end})"
        outcome.faults.append(f"answered {found}, not {wanted}")
    elif outcome.end == "open":
        outcome.faults.append(f"the connection stayed open and silent for {case.patience:.0f} s")
    elif case.then == CLOSES and outcome.end == "stayed" or case.then == STAYS and outcome.end in ("closed", "reset"):
        outcome.faults.append(f"the connection {outcome.end}, though it {case.then}")
    if case.check and statuses in case.intended and (wrong := case.check(outcome.answers)):
        outcome.faults.append(wrong)
