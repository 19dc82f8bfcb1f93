//! What forms are made of. Every control names what it sets in `data-set`.

use crate::html;
use crate::html::{Html, Put};

/// ` checked` where it is.
pub fn checked(is: bool) -> &'static str {
    if is { " checked" } else { "" }
}

/// ` selected` where it is.
pub fn selected(is: bool) -> &'static str {
    if is { " selected" } else { "" }
}

/// ` disabled` where it is.
pub fn disabled(is: bool) -> &'static str {
    if is { " disabled" } else { "" }
}

/// ` none` where it is not: what has this class is not shown.
pub fn none(is: bool) -> &'static str {
    if is { "" } else { " none" }
}

/// Yes or no, with a line that says what for.
pub fn toggle(to: &mut Html<'_>, set: &str, title: &(impl Put + ?Sized), why: &str, on: bool) {
    html!(to, "<label class='sw pick'><input type='checkbox' role='switch' data-set='" {set} "'" [checked(on)] "><span><b>" {title} "</b>");
    if !why.is_empty() {
        html!(to, "<small>" {why} "</small>");
    }
    html!(to, "</span><i class='knob'></i></label>");
}

/// One of a few, beside each other: each with its value and its words. The control lies over its words.
pub fn segments(to: &mut Html<'_>, set: &str, title: &(impl Put + ?Sized), all: &[(&str, &str)], chosen: &str) {
    let name = set.strip_prefix("setting.").unwrap_or(set);
    html!(to, "<fieldset><legend>" {title} "</legend><div class='segs'>");
    for (value, label) in all {
        html!(to, "<label class='pick'><input type='radio' name='" {name} "' data-set='" {set} "' value='" {value} "'"
            [checked(*value == chosen)] "><span>" {label} "</span></label>");
    }
    html!(to, "</div></fieldset>");
}
