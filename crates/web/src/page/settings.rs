//! What a person sets: a sheet from the right, on phones from below. Everything is kept on this device and takes effect
//! at once.

use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::{segments, toggle};
use crate::settings::{Speed, THEMES};
use crate::words::{Language, Word};

/// What the themes are called, in their order.
const THEME_WORDS: [Word; 4] = [Word::ThemeAuto, Word::ThemeLight, Word::ThemeDark, Word::ThemeContrast];
/// What the speeds are called, in their order.
const SPEED_WORDS: [Word; 3] = [Word::SpeedCalm, Word::SpeedNormal, Word::SpeedFast];

/// The sheet, a dialog with the id `settings`. Its controls set `setting.KEY`.
pub fn sheet(to: &mut Html<'_>) {
    let shell = to.shell;
    let set = &shell.settings;
    html!(to, "<dialog class='drawer settings' id='settings' aria-label='" {Word::Settings}
        "'><div class='in'><div class='dhead'><h2>" {Word::Settings}
        "</h2><button class='iconbtn' data-modal='#settings' aria-label='" {Word::Close} "'>"
        {Icon::Close} "</button></div>");
    let mut themes = [("", ""); 4];
    for (at, theme) in themes.iter_mut().enumerate() {
        *theme = (THEMES[at], shell.say(THEME_WORDS[at]));
    }
    segments(to, "setting.theme", &Word::Theme, &themes, set.theme);
    let languages = Language::ALL.map(|language| (language.tag(), language.name()));
    segments(to, "setting.language", &Word::LanguageName, &languages, shell.language.tag());
    let mut speeds = [("", ""); 3];
    for (at, speed) in speeds.iter_mut().enumerate() {
        *speed = (Speed::ALL[at].word(), shell.say(SPEED_WORDS[at]));
    }
    segments(to, "setting.speed", &Word::SpeedName, &speeds, set.speed.word());
    html!(to, "<div class='sws'>");
    for (key, title, why, on) in [
        ("setting.sound", Word::Sound, Word::SoundHelp, set.sound),
        ("setting.motion", Word::Still, Word::StillHelp, set.still),
        ("setting.coordinates", Word::Coordinates, Word::CoordinatesHelp, set.coordinates),
        ("setting.explanations", Word::Explanations, Word::ExplanationsHelp, set.explanations),
        ("setting.first-tap", Word::FirstTap, Word::FirstTapHelp, set.first_tap),
    ] {
        toggle(to, key, &title, shell.say(why), on);
    }
    html!(to, "</div></div></dialog>");
}
