"""Complaints of a JSON schema about an answer."""

from jsonschema import Draft202012Validator


def as_json_schema(part):
    """A schema that allows no additional fields where it names some."""
    if isinstance(part, list):
        return [as_json_schema(one) for one in part]
    if not isinstance(part, dict):
        return part
    plain = {key: as_json_schema(value) for key, value in part.items()}
    if part.get("type") == "object" and "properties" in part:
        plain.setdefault("additionalProperties", False)
    return plain


def complaints(document, content, value):
    schema = as_json_schema(
        {**content["application/json"]["schema"], "components": document["components"]}
    )
    return [error.message for error in Draft202012Validator(schema).iter_errors(value)]
