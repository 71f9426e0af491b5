"""Game records: a PGN-like text, JSON with the same content, and positions in files.

    record = byways.Record.from_text(text)
    record.final()  # a State
    record.to_text()

The grammar is in docs/guides/records.md, the reasons for it in docs/decisions.
"""

from __future__ import annotations

from byways.records.builder import Builder as Builder
from byways.records.document import read_json as read_json
from byways.records.document import schema as schema
from byways.records.document import write as write_document
from byways.records.document import write_json as write_json
from byways.records.files import check_writable as check_writable
from byways.records.files import load as load
from byways.records.files import read_any as read_any
from byways.records.files import read_file as read_file
from byways.records.files import write_file as write_file
from byways.records.limits import LIMITS as LIMITS
from byways.records.limits import Limits as Limits
from byways.records.record import FORMATS, Format
from byways.records.record import Line as Line
from byways.records.record import Record as Record
from byways.records.record import Turn as Turn
from byways.records.tags import TERMINATIONS as TERMINATIONS
from byways.records.text import read_text as read_text
from byways.records.text import write
from byways.records.text import write_text as write_text
from byways.records.values import Values as Values
from byways.records.values import values_of as values_of
from byways.records.values import with_values as with_values

FORMATS["text"] = Format(read_text, write)
FORMATS["json"] = Format(read_json, write_document)
