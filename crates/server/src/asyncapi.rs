//! The AsyncAPI document of the socket, made from the same types as the OpenAPI document and the messages themselves.

use agon_wire::{Close, LONGEST, VERSION};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use crate::api::{self, Document};

/// The socket as AsyncAPI describes it.
#[utoipa::path(get, path = "/api/asyncapi", operation_id = "document_socket",
    responses((status = 200, description = "the AsyncAPI document of the socket", body = Object), api::Always))]
pub(crate) async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], asyncapi().to_string()).into_response()
}

/// The whole document.
fn asyncapi() -> Value {
    let openapi = serde_json::to_value(Document::openapi()).unwrap_or_default();
    let mut schemas = openapi["components"]["schemas"].as_object().cloned().unwrap_or_default();
    // Each kind of message has a schema of its own; the two lists of all kinds are the lists of messages here.
    let mut messages = Map::new();
    let [received, sent] = ["ToServer", "ToClient"].map(|side| {
        let kinds = schemas.remove(side).unwrap_or_default()["oneOf"].as_array().cloned().unwrap_or_default();
        let names = kinds.into_iter().filter_map(|schema| {
            let name = kind(&schema)?;
            let about = schema["description"].as_str().unwrap_or_default().to_owned();
            messages.insert(
                name.clone(),
                json!({"name": name, "summary": about, "contentType": "application/json", "payload": schema}),
            );
            Some(name)
        });
        names.collect::<Vec<String>>()
    });
    let all: Map<String, Value> =
        messages.keys().map(|name| (name.clone(), refer(&format!("#/components/messages/{name}")))).collect();
    let on_channel = |names: &[String]| -> Vec<Value> {
        names.iter().map(|name| refer(&format!("#/channels/room/messages/{name}"))).collect()
    };
    let closes: Vec<String> = Close::ALL.iter().map(|close| close.code().to_string()).collect();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Agon's socket",
            "version": openapi["info"]["version"],
            "description": format!(
                "One WebSocket for one room: JSON text frames of at most {LONGEST} bytes to the server, each with a `type`. \
                 The first message is `hello` with `v` = {VERSION}. Every `do` is answered by `done` or `refused` with its \
                 `id`, and every change by a `view`. The server closes with one of {}: docs/protocol.md says what each means.",
                closes.join(", ")
            ),
        },
        "defaultContentType": "application/json",
        "channels": {
            "room": {
                "address": "/api/socket",
                "title": "a room",
                "description": "enters a room, plays in it and watches it",
                "messages": all,
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "receive": {
                "action": "receive",
                "summary": "what a client sends",
                "channel": refer("#/channels/room"),
                "messages": on_channel(&received),
                "reply": {"channel": refer("#/channels/room"), "messages": on_channel(&sent)},
            },
            "send": {
                "action": "send",
                "summary": "what a server sends, asked or not",
                "channel": refer("#/channels/room"),
                "messages": on_channel(&sent),
            },
        },
        "components": {"messages": messages, "schemas": schemas},
    })
}

fn refer(to: &str) -> Value {
    json!({"$ref": to})
}

/// The `type` that a kind of message has: it stands in the schema, or in one of those it is put together from.
fn kind(schema: &Value) -> Option<String> {
    let own = schema["properties"]["type"]["enum"][0].as_str();
    let parts = || schema["allOf"].as_array().into_iter().flatten().find_map(kind);
    own.map(str::to_owned).or_else(parts)
}
