"""Game records: a PGN-like text, JSON with the same content, and positions in files.

    record = byways.Record.from_text(text)
    record.final()  # a State
    record.to_text()

The grammar is in docs/guides/records.md, the reasons for it in docs/decisions.
"""

from __future__ import annotations

from byways.records.builder import Builder as Builder
from byways.records.document import (
    read_json as read_json,
    schema as schema,
    write as write_document,
    write_json as write_json,
)
from byways.records.files import (
    check_writable as check_writable,
    load as load,
    read_any as read_any,
    read_file as read_file,
    write_file as write_file,
)
from byways.records.limits import LIMITS as LIMITS, Limits as Limits
from byways.records.record import FORMATS, Format, Line as Line, Record as Record, Turn as Turn
from byways.records.tags import TERMINATIONS as TERMINATIONS
from byways.records.text import read_text as read_text, write, write_text as write_text
from byways.records.values import Values as Values, values_of as values_of, with_values as with_values

FORMATS["text"] = Format(read_text, write)
FORMATS["json"] = Format(read_json, write_document)
