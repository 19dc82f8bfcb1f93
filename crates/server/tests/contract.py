"""Holds the documents of the interface against public validators, and real answers against the documents.

Usage: contract.py FOLDER, with openapi.json, asyncapi.json, asyncapi-schema.json and samples.json in it.
Prints one line for everything that is wrong, and ends with 1 if there is any.
"""

import json
import pathlib
import sys

from jsonschema import Draft7Validator, Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

folder = pathlib.Path(sys.argv[1])
openapi, asyncapi, schema, samples = (
    json.loads((folder / f"{name}.json").read_text()) for name in ("openapi", "asyncapi", "asyncapi-schema", "samples")
)
wrong = []


def place(error):
    return "/".join(str(step) for step in error.absolute_path) or "its root"


for error in OpenAPIV31SpecValidator(openapi).iter_errors():
    wrong.append(f"the OpenAPI document is wrong at {place(error)}: {error.message[:300]}")
for error in Draft7Validator(schema).iter_errors(asyncapi):
    wrong.append(f"the AsyncAPI document is wrong at {place(error)}: {error.message[:300]}")


def named(part, inside, found):
    """The schemas that others are put together from: these alone may leave out what the whole adds."""
    if isinstance(part, dict):
        if inside and "$ref" in part:
            found.add(part["$ref"])
        for key, value in part.items():
            named(value, key == "allOf", found)
    elif isinstance(part, list):
        for value in part:
            named(value, inside, found)
    return found


def strict(part, inside=False):
    """The same schema, which refuses fields that it does not describe."""
    if isinstance(part, list):
        return [strict(value, inside) for value in part]
    if not isinstance(part, dict):
        return part
    whole = {key: strict(value, key == "allOf") for key, value in part.items()}
    is_object = "properties" in part and isinstance(part["properties"], dict) or "allOf" in part
    if is_object and not inside and "additionalProperties" not in part:
        whole["unevaluatedProperties"] = False
    return whole


def components(document):
    schemas = document["components"]["schemas"]
    loose = named(document, False, set())
    return {
        name: part if f"#/components/schemas/{name}" in loose else strict(part) for name, part in schemas.items()
    }


tidy = {"http": components(openapi), "socket": components(asyncapi)}


def check(what, side, part, value):
    whole = {"allOf": [part], "components": {"schemas": tidy[side]}}
    for error in Draft202012Validator(whole).iter_errors(value):
        wrong.append(f"{what} is not as its schema says, at {place(error)}: {error.message[:300]}")


def answer(sample):
    what = f"the answer to {sample['method']} {sample['path']} with {sample['status']}"
    operation = openapi["paths"].get(sample["path"], {}).get(sample["method"].lower())
    if operation is None:
        return wrong.append(f"{sample['method']} {sample['path']} is not in the OpenAPI document")
    response = operation["responses"].get(str(sample["status"]))
    if response is None:
        return wrong.append(f"{what} is not in the OpenAPI document")
    if sample["status"] == 204 and not response.get("content") and sample["body"] == "":
        return None
    content = response.get("content", {}).get(sample["type"])
    if content is None:
        return wrong.append(f"{what} is said to be {list(response.get('content', {}))}, and is {sample['type']}")
    check(what, "http", content["schema"], sample["body"])
    if "request" in sample:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        check(f"the request {sample['method']} {sample['path']}", "http", body, sample["request"])


for sample in samples:
    if "path" in sample:
        answer(sample)
    elif "message" in sample:
        kind = sample["message"]["type"]
        message = asyncapi["components"]["messages"].get(kind)
        if message is None:
            wrong.append(f"the message `{kind}` is not in the AsyncAPI document")
        else:
            check(f"the message `{kind}`", "socket", strict(message["payload"]), sample["message"])
    else:
        check(sample["what"], "http", {"$ref": f"#/components/schemas/{sample['schema']}"}, sample["value"])

# Every operation must have been done at least once; the socket is opened by other tests.
done = {(sample["method"].lower(), sample["path"]) for sample in samples if "path" in sample and sample["status"] < 300}
for path, operations in openapi["paths"].items():
    for method in operations:
        if (method, path) not in done and path != "/api/socket":
            wrong.append(f"{method.upper()} {path} was never done")

# A response without a schema says nothing.
for path, operations in openapi["paths"].items():
    for method, operation in operations.items():
        for status, response in operation["responses"].items():
            if status not in ("101", "204") and not all("schema" in content for content in response.get("content", {0: {}}).values()):
                wrong.append(f"{method.upper()} {path} has no schema for {status}")

print("\n".join(wrong) or f"{len(samples)} samples are as the documents say")
sys.exit(1 if wrong else 0)
