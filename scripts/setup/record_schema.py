"""The JSON Schema of records, as their types have it."""

from __future__ import annotations

from typing import Any

import msgspec

from byways.records.document import Document


def make_schema() -> dict[str, Any]:
    """Generate the JSON Schema of a record or an array of records; the published one must be the same."""
    made = msgspec.json.schema(Document | list[Document])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Byways game record", **made}
