//! Small drawings beside words, and the mark of Agon. They are never alone: a word or a label stands with each.

use leptos::prelude::*;

/// A loudspeaker that sounds.
pub const SOUND: &str = r#"<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500Z"/><path d="M15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"/>"#;
/// A loudspeaker that is silent.
pub const MUTE: &str =
    r#"<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500Z"/><path d="m16 9.500 5 5M21 9.500l-5 5"/>"#;
/// Two sliders.
pub const SETTINGS: &str =
    r#"<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.200"/><circle cx="9" cy="17" r="2.200"/>"#;
/// A triangle that points onwards.
pub const PLAY: &str = r#"<path class="fill" d="M8 5.200v13.600c0 .8.900 1.300 1.600.800l10-6.800c.6-.4.6-1.200 0-1.600l-10-6.800C8.900 3.900 8 4.400 8 5.200Z"/>"#;
/// Two people.
pub const PEOPLE: &str = r#"<circle cx="9" cy="8.500" r="3.300"/><path d="M3 19c.4-3.500 2.800-5.300 6-5.300s5.600 1.800 6 5.300"/><path d="M15.500 5.600a3.200 3.200 0 0 1 0 5.900M17.500 14.200c2 .7 3.200 2.300 3.500 4.800"/>"#;
/// A clock.
pub const CLOCK: &str = r#"<circle cx="12" cy="12" r="8.500"/><path d="M12 7.500V12l3 2"/>"#;
/// A curve that rises.
pub const CURVE: &str = r#"<path d="M3.500 18.500 9 12l4 3.500 7.500-9"/><path d="M16 6h4.500v4.500"/>"#;
/// A globe.
pub const GLOBE: &str =
    r#"<circle cx="12" cy="12" r="8.500"/><path d="M3.500 12h17M12 3.500c3 3 3 14 0 17M12 3.500c-3 3-3 14 0 17"/>"#;
/// The way back.
pub const BACK: &str = r#"<path d="m15 5-7 7 7 7"/>"#;
/// The way on.
pub const ON: &str = r#"<path d="m9 5 7 7-7 7"/>"#;
/// More below.
pub const DOWN: &str = r#"<path d="m5 9 7 7 7-7"/>"#;
/// A processor.
pub const COMPUTER: &str = r#"<rect x="6" y="6" width="12" height="12" rx="2.500"/><path d="M9.500 3v3M14.500 3v3M9.500 18v3M14.500 18v3M3 9.500h3M3 14.500h3M18 9.500h3M18 14.500h3"/>"#;
/// A screen.
pub const SCREEN: &str = r#"<rect x="3.500" y="5" width="17" height="11.500" rx="2"/><path d="M9 20h6"/>"#;
/// An eye.
pub const EYE: &str = r#"<path d="M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12Z"/><circle cx="12" cy="12" r="2.800"/>"#;
/// A tick.
pub const CHECK: &str = r#"<path d="m5 12.500 4.500 4.500L19 7.500"/>"#;
/// A die.
pub const DIE: &str = r#"<rect x="4" y="4" width="16" height="16" rx="4"/><path d="M8.500 8.500h.01M15.500 15.500h.01M15.500 8.500h.01M8.500 15.500h.01M12 12h.01" stroke-width="2.800"/>"#;
/// An open book.
pub const RULES: &str = r#"<path d="M12 6.5C10 5 7 4.5 4 4.8v13.4c3-.3 6 .2 8 1.8 2-1.6 5-2.100 8-1.800V4.800c-3-.3-6 .2-8 1.700Z"/><path d="M12 6.500V20"/>"#;
/// A cross.
pub const CLOSE: &str = r#"<path d="m6 6 12 12M18 6 6 18"/>"#;
/// A folder.
pub const FILE: &str =
    r#"<path d="M3.500 7.500a2 2 0 0 1 2-2h4l2 2.500h7a2 2 0 0 1 2 2v7.500a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2Z"/>"#;

/// Two shapes that share a part: a disc and a square.
const MARK: &str = r#"<defs><clipPath id="lg"><circle cx="18.500" cy="18" r="16"/></clipPath></defs><circle cx="18.500" cy="18" r="16" fill="var(--s0)"/><rect x="22" y="3.500" width="29" height="29" rx="8" fill="var(--s1)"/><rect x="22" y="3.500" width="29" height="29" rx="8" fill="var(--sheet)" clip-path="url(#lg)"/>"#;

/// A drawing at the size of a button.
pub fn icon(paths: &'static str) -> AnyView {
    drawn("ic", paths)
}

/// A drawing at the size of a line.
pub fn small(paths: &'static str) -> AnyView {
    drawn("ic s", paths)
}

fn drawn(class: &'static str, paths: &'static str) -> AnyView {
    view! { <svg class=class viewBox="0 0 24 24" aria-hidden="true" inner_html=paths></svg> }.into_any()
}

/// The mark of Agon.
pub fn mark() -> AnyView {
    view! { <svg viewBox="0 0 54 36" aria-hidden="true" inner_html=MARK></svg> }.into_any()
}

/// How much of three there is, as bars.
pub fn bars(full: usize) -> AnyView {
    let on = |at: usize| if at < full { " class=\"on\"" } else { "" };
    let bars = format!(
        "<rect y=\"9\" width=\"4.5\" height=\"5\" rx=\"1.2\"{}/><rect x=\"6\" y=\"4.5\" width=\"4.5\" height=\"9.5\" rx=\"1.2\"{}/>\
         <rect x=\"12\" width=\"4.5\" height=\"14\" rx=\"1.2\"{}/>",
        on(0),
        on(1),
        on(2)
    );
    view! { <svg class="bars" viewBox="0 0 17 14" aria-hidden="true" inner_html=bars></svg> }.into_any()
}

/// The shape of a player, by colour and by form.
pub fn avatar(seat: usize) -> AnyView {
    let sign = crate::draw::seat_sign(seat);
    view! { <svg class=format!("av s{seat}") viewBox="-50 -50 100 100" aria-hidden="true" inner_html=sign></svg> }
        .into_any()
}
