"""`byways serve`, which is also what `byways` alone does."""

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
    """Serve the site and open it in the browser, where there is one.

    Try:

        byways serve
        byways serve --port 9000 --no-browser
        byways serve --host 0.0.0.0 --database postgresql://localhost/byways
        byways serve --root-path /byways --no-browser

    Args:
        host: The address to listen on; 0.0.0.0 lets other machines in.
        port: The port to listen on.
        database: The URL of the database; by default a file of your own.
        root_path: The path that a proxy puts the site below and takes away.
        trust_proxy: The address of a proxy that is believed when it says for whom it asks (X-Forwarded-For and -Proto);
            several with commas between. Without it all who come through a proxy count as one address.
        no_browser: Do not open a browser.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise UsageError(f"--port must lie between 0 and {HIGHEST_PORT}")
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
    """Refuse what is no address of a machine or a network."""
    try:
        if text != "*":
            ip_network(text, strict=False)
    except ValueError:
        raise UsageError(f"--trust-proxy takes addresses such as 10.0.0.1 or 10.0.0.0/8, or *, not {text!r}") from None
