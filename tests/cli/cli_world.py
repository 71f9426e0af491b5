"""A record for tests of commands, and the real program."""

import os
import subprocess
import sys

RECORD = '[Game "troll"]\n[Options "size=4"]\n[White "Ada"]\n\n1. b3 a2 2. c3 b2 3. b4 c2 4. c4 d2\n'


def program(*arguments: str, text: str = "", **environment: str):
    """The real program, in a process of its own."""
    command = [sys.executable, "-c", "import sys; from byways.cli import main; sys.exit(main())", *arguments]
    return subprocess.run(command, input=text.encode(), capture_output=True, env={**os.environ, **environment})
