"""A real HAProxy for the tests, with the configuration that the guide gives to operators, and servers behind it."""

import re
import shutil
import subprocess
from contextlib import contextmanager

from nginx_world import certificate, free_port, wait

NO_HAPROXY = "there is no HAProxy on this machine (on Debian: apt-get install haproxy)"


def program():
    """Where HAProxy is; None where there is none."""
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


@contextmanager
def haproxy(folder, given, *ports):
    """Run HAProxy with a configuration whose servers are at these ports; give the site's address."""
    folder.mkdir()
    certificate(folder)
    both = folder / "both.pem"
    both.write_bytes((folder / "site.pem").read_bytes() + (folder / "site.key").read_bytes())
    port = free_port()
    given = given.replace("bind :443", f"bind 127.0.0.1:{port}").replace("/etc/ssl/example.org.pem", str(both))
    lines = iter(ports)
    given = re.sub(r"(server \w+ 127.0.0.1:)\d+", lambda line: f"{line[1]}{next(lines)}", given)
    (folder / "haproxy.cfg").write_text(given)
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen([program(), "-db", "-f", folder / "haproxy.cfg"], stdout=log, stderr=log)
    try:
        wait(port, running, folder / "log")
        yield f"https://127.0.0.1:{port}/byways"
    finally:
        running.terminate()
        running.wait(30)
