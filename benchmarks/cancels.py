"""How soon the engine answers a cancel: from the line that asks for it to the line that answers, in one process."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time

from benchmarks.memory import BOARDS, board_name
from benchmarks.timing import keep, median

CANCELS = 20
ENGINE = [sys.executable, "-m", "byways.interop.engine"]


class Conversation:
    """An engine, which is asked and answers."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, **request: object) -> None:
        """Send a request."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, object]:
        """The next answer."""
        assert self.process.stdout
        answer: dict[str, object] = json.loads(self.process.stdout.readline())
        return answer

    def cancelled(self, position: dict[str, object], after: float) -> float:
        """The milliseconds until a search is given up that has thought for so many seconds."""
        self.say(id=1, **position, seconds=600)
        time.sleep(after)
        began = time.perf_counter()
        self.say(id=1, cancel=True)
        answer = self.hear()
        took = (time.perf_counter() - began) * 1000
        assert answer["cancelled"], answer
        return took


def main() -> None:
    """Measure and keep the table."""
    chance = random.Random(1)
    talk = Conversation()
    lines = [f"{'milliseconds':<28}{'median':>8}{'worst':>8}"]
    for game, options in BOARDS:
        position: dict[str, object] = {"game": game, "options": options}
        talk.say(id=0, **position, simulations=1)  # its machine code is there now
        talk.hear()
        took = [talk.cancelled(position, chance.uniform(0.02, 1)) for _ in range(CANCELS)]
        lines.append(f"{board_name(game, options):<28}{median(took):>8.1f}{max(took):>8.1f}")
    assert talk.process.stdin
    talk.process.stdin.close()
    talk.process.wait()
    keep("cancels", f"Cancels answered, {CANCELS} after 0.02 to 1 s of thought each (target: within 200 ms)", lines)


if __name__ == "__main__":
    main()
