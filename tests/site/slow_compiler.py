"""A compiler's worker for tests: what is missing, and how long that takes, comes on the command line as JSON.

Where a file is given, nothing is ready until that file is there.
"""

import json
import sys
import time
from pathlib import Path

given = json.loads(sys.argv[1])
for line in sys.stdin:
    asked = json.loads(line)
    if asked["ask"] == "list":
        time.sleep(given.get("listing", 0))
        answer = {"trouble": ""} | given["listed"]
    else:
        if asked["kernel"] == given.get("deadly"):
            sys.exit(1)
        time.sleep(given["seconds"])
        while "until" in given and not Path(given["until"]).exists():
            time.sleep(0.05)
        answer = {"seconds": given["seconds"], "trouble": given.get("trouble", "")}
    print(json.dumps(answer), flush=True)
