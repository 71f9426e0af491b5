"""Conversations with programs in an event loop; programs that play, hostile ones too, are in arena/test_programs."""

import asyncio
import os
import subprocess
import sys
import time

import msgspec
import pytest

from byways.errors import PlayerError
from byways.workers.conversation import MOST_OUTPUT, Conversation

uvloop = pytest.importorskip("uvloop", reason="uvloop is not installed")


class Number(msgspec.Struct):
    """What is asked and answered here."""

    number: int


def talk(code, **given):
    return Conversation([sys.executable, "-S", "-c", code], **given)


@pytest.fixture(params=[asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def run(request):
    """Run a conversation with a program, which is gone afterwards, in an event loop."""

    def run(code, talking):
        async def whole():
            program = talk(code)
            try:
                await talking(program)
            finally:
                await program.end()
            assert not program.goes_on

        request.param(whole())

    return run


ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def test_questions_are_answered_however_many_and_long_they_are(run):
    async def talking(program):
        for number in range(200):
            assert await program.ask(Number(number), Number, 20) == Number(number)
        line = b"x" * (MOST_OUTPUT // 2)  # which no pipe holds
        program.send(line + b"\n")
        assert await program.answer(time.monotonic() + 20) == line

    run(ECHO, talking)


def test_a_question_that_is_cancelled_leaves_the_answer_to_the_next_and_what_is_said_meanwhile_is_heard(run):
    async def talking(program):
        waiting = asyncio.create_task(program.answer(time.monotonic() + 20))
        await asyncio.sleep(0.1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await program.ask(Number(7), Number, 20) == Number(7)
        waiting = asyncio.create_task(program.answer(time.monotonic() + 20))
        await asyncio.sleep(0.1)
        program.send(b"now\n")
        assert await waiting == b"now"

    run(ECHO, talking)


def test_who_does_not_answer_is_given_up_in_time_and_the_loop_goes_on_meanwhile(run):
    async def talking(program):
        beats = asyncio.create_task(counted())
        began = time.monotonic()
        with pytest.raises(PlayerError, match="did not answer in time"):
            await program.ask(Number(1), Number, 0.5)
        assert time.monotonic() - began < 10
        beats.cancel()
        assert await beats > 1

    async def counted():
        beats = 0
        try:
            while True:
                await asyncio.sleep(0.02)
                beats += 1
        except asyncio.CancelledError:
            return beats

    run("import time; time.sleep(60)", talking)


@pytest.mark.parametrize(
    ("code", "error", "said"),
    [
        ("", PlayerError, "ended with status 0"),
        ("import os; os._exit(3)", PlayerError, "ended with status 3"),
        ("import os; os.kill(os.getpid(), 9)", PlayerError, "ended by SIGKILL"),
        ("print('1' * 9_999_999)", PlayerError, "more than"),
        ("print('garbage', flush=True); input(); input()", msgspec.DecodeError, ""),
    ],
)
def test_who_ends_floods_or_says_nonsense_is_an_error(run, code, error, said):
    async def talking(program):
        with pytest.raises(error, match=said):
            await program.ask(Number(1), Number, 20)

    run(code, talking)


def test_a_program_that_is_not_there_is_an_error():
    for guarded in (False, True):
        with pytest.raises(PlayerError, match=r"cannot be started|ended with status 127"):
            Conversation(["no-such-program"], guarded=guarded, errors=subprocess.PIPE).line(time.monotonic() + 20)


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="looks for open files in /proc")
def test_no_file_is_left_open():
    def files():
        return set(os.listdir("/proc/self/fd"))

    before = len(files())
    for guarded in (False, True):
        program = talk(ECHO, guarded=guarded, errors=subprocess.PIPE)
        program.send(b"hello\n")
        assert program.line(time.monotonic() + 20) == "hello"
        assert program.close() == 0
    assert len(files()) <= before
