"""Examples in the OpenAPI document: answers of a real run, which a test writes and compares.

`WRITE_EXAMPLES=1 pytest tests/api/test_examples.py` plays hands and writes `examples.json` again.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")


@cache
def answers() -> dict[str, dict[str, Any]]:
    """The answers by operation and by name."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text())
    return found


def document(result: dict[str, Any], **named: Any) -> dict[str, Any]:
    """Add the examples to the operations of the document; a hook of drf-spectacular."""
    for methods in result["paths"].values():
        for operation in methods.values():
            examples = answers().get(operation["operationId"], {})
            shown = {name: {"summary": name, "value": one} for name, one in examples.items()}
            for status in ("200", "201"):
                answer = operation["responses"].get(status, {}).get("content", {})
                if shown and "application/json" in answer:
                    answer["application/json"]["examples"] = shown
    return result
