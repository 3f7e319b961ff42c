"""The shape of a refused action, which may have the table as it is now."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from core.http.openapi import DATA, FIGURE
from core.wire import REF, Shape
from lobby.tables.wire import TableState


class ActRefused(Shape):
    """An action that is refused; `data.state` is the table now, if the action was stale."""

    code: Annotated[str, Meta(description="`STALE_ACTION`, or why the action is illegal")]
    text: Annotated[str, Meta(description="a sentence for the user")]
    data: Annotated[
        dict[str, Any] | UnsetType,
        Meta(
            description="figures that help, by name",
            extra_json_schema={
                "properties": {**DATA, "state": {"$ref": REF.format(name=TableState.__name__)}},
                "additionalProperties": FIGURE,
            },
        ),
    ] = UNSET
