"""Links to seats.

A link's secret is made from the server's own, so it need not be kept; it works until the seat is taken, or the link is
withdrawn, after which the next one has another secret. It is in
the link's fragment, which browsers send to nobody: not to logs, in referrers, or for previews.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
from typing import TYPE_CHECKING

import segno
from starlette.requests import Request
from starlette.responses import Response

from byways.site.i18n import peoples_words
from byways.site.web import lengths
from byways.site.web.sessions import keep_cookie

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

NAME_COOKIE = "byways-name"


class Signer:
    """Values that only this server can make and check."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def seat(self, game_id: str, player: str, number: int = 0) -> str:
        """Return the secret of a seat, 192 bits; `number` counts the links to it that were withdrawn."""
        which = f"\n{number}" if number else ""
        return self._seal(f"seat\n{game_id}\n{player}{which}")

    def is_seat(self, secret: str, game_id: str, player: str, number: int = 0) -> bool:
        """Return whether `secret` is that of a seat."""
        return hmac.compare_digest(secret.encode(), self.seat(game_id, player, number).encode())

    def visitor(self, key: str) -> str:
        """Return the secret of a browser that had none when it sent a form with a key, 192 bits; each copy gets it."""
        return self._seal(f"visitor\n{key}")

    def game(self, key: str, holder: str, form: str, number: int) -> str:
        """Return the id of the game that a browser begins by a form with a key, 72 bits; `number` counts such games."""
        return self._seal(f"game\n{key}\n{holder}\n{number}\n{form}")[:12]

    def name_of(self, request: Request) -> str | None:
        """Return the name in a browser's cookie; None if there is none or its signature is not ours."""
        coded, _, seal = request.cookies.get(NAME_COOKIE, "").partition(".")
        if not hmac.compare_digest(seal.encode(), self._seal("name\n" + coded).encode()):
            return None
        return base64.urlsafe_b64decode(coded).decode() or None

    def give_name(self, request: Request, response: Response, name: str | None) -> None:
        """Let the browser keep a name, signed."""
        coded = base64.urlsafe_b64encode((name or "").encode()).decode()
        seal = self._seal("name\n" + coded)
        keep_cookie(request, response, NAME_COOKIE, f"{coded}.{seal}")

    def wrap(self, content: bytes) -> str:
        """Encrypt data for this server alone, with the time."""
        return self._fernet().encrypt(content).decode()

    def unwrap(self, token: str, seconds: int) -> bytes | None:
        """Return the wrapped bytes if they are at most `seconds` old and ours, else None."""
        from cryptography.fernet import InvalidToken  # here, as few need it and it takes long to load

        try:
            return self._fernet().decrypt(token.encode(), ttl=seconds)
        except InvalidToken:
            return None

    def _fernet(self) -> Fernet:
        from cryptography.fernet import Fernet

        key = hmac.digest(self._key, b"wrap", hashlib.sha256)
        return Fernet(base64.urlsafe_b64encode(key))

    def _seal(self, text: str) -> str:
        digest = hmac.digest(self._key, text.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:24]).decode()


_LOOKED_AT = 1_000  # characters of what somebody calls themselves


def clean_name(text: str) -> str | None:
    """Return a name as it is shown to others; None if nothing of it can be seen."""
    return peoples_words.clean_name(text[:_LOOKED_AT], lengths.NAME)


def qr_code(text: str) -> str:
    """Return a QR code as SVG markup, dark on light in every theme so that cameras can read it."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, svgclass="qr", lineclass=None, omitsize=True, light="#fff", border=3)
    return out.getvalue().decode()
