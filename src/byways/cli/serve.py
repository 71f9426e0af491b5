"""`byways serve`, which is also the default command."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import Switch, UsageError

HIGHEST_PORT = 65_535


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(name=["--port", "-p"])] = 8000,
    database: str | None = None,
    root_path: str = "",
    trust_proxy: str = "",
    no_browser: Switch = False,
) -> None:
    """Serve the site and open it in a browser, if there is one.

    Try:

        byways serve
        byways serve --port 9000 --no-browser
        byways serve --host 0.0.0.0 --database postgresql://localhost/byways
        byways serve --root-path /byways --no-browser

    Args:
        host: The address to listen on; 0.0.0.0 lets other machines in.
        port: The port to listen on.
        database: The database URL; by default a file in your data folder.
        root_path: The path under which a proxy serves the site, which it strips from requests.
        trust_proxy: Trust X-Forwarded-For and -Proto from a proxy at this address (several separated by commas).
            Without it everybody who comes through a proxy counts as one address.
        no_browser: Do not open a browser.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise UsageError(f"--port must be between 0 and {HIGHEST_PORT}")
    for address in trust_proxy.split(",") if trust_proxy else ():
        _check_address(address.strip())
    from byways.site import serve as serve_site

    serve_site(
        host=host,
        port=port,
        database=database,
        browser=not no_browser,
        root_path=root_path,
        proxies=trust_proxy,
    )


def _check_address(text: str) -> None:
    """Check that a text is the address of a machine or a network. Raises UsageError."""
    try:
        if text != "*":
            ip_network(text, strict=False)
    except ValueError:
        raise UsageError(f"--trust-proxy takes addresses such as 10.0.0.1 or 10.0.0.0/8, or *, not {text!r}") from None
