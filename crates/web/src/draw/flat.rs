//! Drawings that need no styles: every class becomes what it looks like in the light theme, so that a picture is whole
//! wherever it is shown.

use std::fmt::Write;

use agon_rules::{Look, Material};

/// A colour by lightness, chroma and hue; the game's own hue where it is 0.
type Lch = (f64, f64, f64);

/// The colours of the light theme by their names in tokens.css.
pub const TOKENS: [(&str, Lch); 62] = [
    ("sheet", (0.993, 0.003, 0.0)),
    ("well", (0.918, 0.011, 0.0)),
    ("line", (0.865, 0.012, 0.0)),
    ("room", (0.95, 0.009, 0.0)),
    ("ink", (0.235, 0.018, 250.0)),
    ("soft", (0.455, 0.018, 245.0)),
    ("accent", (0.475, 0.115, 0.0)),
    ("pick", (0.46, 0.105, 163.0)),
    ("good", (0.47, 0.11, 155.0)),
    ("bad", (0.50, 0.17, 25.0)),
    ("hint", (0.48, 0.16, 305.0)),
    ("last", (0.86, 0.13, 88.0)),
    ("last-ink", (0.44, 0.09, 75.0)),
    ("glow", (0.87, 0.13, 88.0)),
    ("s0", (0.455, 0.14, 264.0)),
    ("s0e", (0.315, 0.11, 264.0)),
    ("s1", (0.545, 0.158, 33.0)),
    ("s1e", (0.395, 0.125, 33.0)),
    ("s2", (0.48, 0.10, 158.0)),
    ("s2e", (0.34, 0.08, 158.0)),
    ("s3", (0.48, 0.155, 310.0)),
    ("s3e", (0.35, 0.12, 310.0)),
    ("s4", (0.52, 0.10, 78.0)),
    ("s4e", (0.38, 0.08, 78.0)),
    ("s5", (0.48, 0.085, 205.0)),
    ("s5e", (0.35, 0.065, 205.0)),
    ("card", (0.985, 0.008, 90.0)),
    ("card-edge", (0.80, 0.022, 85.0)),
    ("card-ink", (0.24, 0.02, 260.0)),
    ("card-soft", (0.47, 0.03, 260.0)),
    ("gilt", (0.52, 0.10, 80.0)),
    ("paper", (0.985, 0.012, 0.0)),
    ("paper2", (0.945, 0.026, 0.0)),
    ("paper-line", (0.80, 0.05, 0.0)),
    ("paper-frame", (0.90, 0.035, 0.0)),
    ("paper-ink", (0.42, 0.06, 0.0)),
    ("wood", (0.885, 0.046, 82.0)),
    ("wood2", (0.82, 0.062, 76.0)),
    ("wood-line", (0.60, 0.075, 62.0)),
    ("wood-frame", (0.43, 0.06, 52.0)),
    ("wood-ink", (0.93, 0.045, 82.0)),
    ("graph", (0.99, 0.006, 225.0)),
    ("graph2", (0.972, 0.012, 225.0)),
    ("graph-line", (0.845, 0.045, 225.0)),
    ("graph-frame", (0.925, 0.022, 225.0)),
    ("graph-ink", (0.43, 0.06, 240.0)),
    ("felt", (0.405, 0.058, 0.0)),
    ("felt2", (0.36, 0.055, 0.0)),
    ("felt-line", (0.56, 0.06, 0.0)),
    ("felt-frame", (0.30, 0.04, 0.0)),
    ("felt-ink", (0.93, 0.03, 0.0)),
    ("slate", (0.365, 0.022, 0.0)),
    ("slate2", (0.325, 0.022, 0.0)),
    ("slate-line", (0.55, 0.025, 0.0)),
    ("slate-frame", (0.27, 0.02, 0.0)),
    ("slate-ink", (0.935, 0.012, 0.0)),
    ("white", (1.0, 0.0, 1.0)),
    ("black", (0.0, 0.0, 1.0)),
    ("back", (0.33, 0.05, 262.0)),
    ("backedge", (0.20, 0.03, 262.0)),
    ("backline", (0.86, 0.03, 262.0)),
    ("inlay", (0.72, 0.11, 85.0)),
];

/// What classes look like: a class, or a group and a class or element within it. `f` and `e` are the face and edge of the
/// seat, `m` and the like those of the material.
const RULES: &str = "
d-frame fill=mf
d-lip fill=mf opacity=.75
d-under fill=mf
d-panel
d-g0 stop-color=mg
d-g1 stop-color=m
d-g2 stop-color=m2
d-cell fill=m
d-alt fill=m2
d-rule fill=none stroke=ml stroke-width=2
d-fine fill=none stroke=ml stroke-width=1 opacity=.5
d-grain fill=none stroke=ml stroke-width=1.2 opacity=.2
d-coord fill=mi font-weight=600
d-half fill=f opacity=.1
d-stud fill=e opacity=.34
d-inlay fill=none stroke=inlay stroke-width=5 stroke-linecap=round
d-goal fill=none stroke=f stroke-width=4 stroke-dasharray=8,7 opacity=.6
d-no fill=none stroke=mi stroke-width=3 stroke-linecap=round opacity=.35
d-slot fill=slot
d-master fill=none stroke=mi stroke-width=2 opacity=.55
d-well fill=well
d-used fill=none stroke=line stroke-width=1.5
d-usedt fill=soft font-weight=600
d-hollow fill=black fill-opacity=.16 stroke=white stroke-opacity=.16 stroke-dasharray=5,5
d-head fill=mi font-weight=600
d-vt fill=mi font-weight=700
d-vw fill=mi
d-lead fill=none stroke=ml stroke-width=3 stroke-dasharray=.1,6 stroke-linecap=round
d-lab fill=soft font-weight=600
d-on-table fill=mi
d-name fill=mi font-weight=700
d-sub fill=mi
d-score fill=mi font-weight=700
d-box fill=black fill-opacity=.13
d-rest fill=black fill-opacity=.13
d-mine fill=white fill-opacity=.12
d-turn stroke=white stroke-opacity=.6 stroke-width=2
d-cast fill=black fill-opacity=.2
d-ed fill=e
d-fa fill=f
d-hi fill=none stroke=white stroke-opacity=.3 stroke-width=2.4
d-gr fill=none stroke=e stroke-width=2.6 opacity=.75
d-av fill=none stroke=white stroke-opacity=.38 stroke-width=4
d-sy fill=none stroke=white stroke-width=6 stroke-linecap=round stroke-linejoin=round
d-syf fill=white
d-on fill=white font-weight=700
d-x font-family=Cambria,Georgia,serif font-style=italic font-size=1.12em
d-sign fill=none stroke=f stroke-width=11 stroke-linecap=round stroke-linejoin=round
d-gone opacity=.45
d-dim opacity=.6
d-card fill=card
d-cardedge fill=card-edge
d-face fill=card-ink font-weight=700
d-cap fill=card-soft font-weight=600
d-pip fill=card-soft
d-gilt fill=none stroke=gilt stroke-width=2.5
d-giltf fill=gilt
d-back fill=back stroke=backline stroke-width=4
d-backedge fill=backedge
d-mo fill=none stroke=backline stroke-width=2.5 opacity=.8
d-last fill=last opacity=.62
d-trail fill=none stroke=last-ink stroke-width=4 stroke-linecap=round stroke-dasharray=.1,9
d-lastring fill=none stroke=glow stroke-width=3.4 stroke-linecap=round stroke-dasharray=.1,6.4
d-live fill=none stroke=accent stroke-width=5
d-won fill=none stroke=glow stroke-width=6
d-tickl fill=none stroke=white stroke-width=3 stroke-linecap=round stroke-linejoin=round
d-warn fill=bad stroke=bad stroke-width=6 stroke-linejoin=round
d-warnl fill=none stroke=sheet stroke-width=4 stroke-linecap=round
d-num fill=ink
d-numt fill=sheet font-weight=700
d-isle fill=f fill-opacity=.1 stroke=f stroke-width=4
d-isle2 fill=none stroke=f stroke-width=2 opacity=.55
d-isle3 fill=none stroke=f stroke-width=1.5 opacity=.3
d-flag>rect fill=f stroke=sheet stroke-width=3
d-flag>text fill=white font-weight=700
d-cap0 fill=none stroke=sheet stroke-width=9
d-cap1 fill=none stroke=good stroke-width=4.5
d-capbad stroke=bad stroke-dasharray=12,7
d-sheet fill=sheet stroke=line
d-tail fill=sheet
d-strong fill=ink font-weight=700
d-math fill=ink font-family=Cambria,Georgia,serif
d-line stroke=line
d-good>rect fill=good fill-opacity=.16
d-good>path fill=none stroke=good stroke-width=2
d-good>text fill=ink font-weight=600
d-bad>rect fill=bad fill-opacity=.16
d-bad>path fill=none stroke=bad stroke-width=2
d-bad>text fill=ink font-weight=600
d-src fill=none stroke=glow stroke-width=5
d-wire fill=none stroke=glow stroke-width=3 stroke-dasharray=.1,9 stroke-linecap=round
d-op fill=card-soft
d-pts fill=good
d-ptst fill=white font-weight=700
d-why fill=mi
p-ink fill=ink
p-bold fill=ink font-weight=700
p-soft fill=soft
p-room fill=room
";

/// A colour as browsers and every other reader know it.
pub fn hex((lightness, chroma, hue): Lch) -> String {
    let (a, b) = (chroma * hue.to_radians().cos(), chroma * hue.to_radians().sin());
    let cube = |x: f64| x * x * x;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b);
    let linear = [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
    ];
    let mut out = String::from("#");
    for part in linear {
        let light = if part <= 0.003_130_8 { 12.92 * part } else { 1.055 * part.max(0.0).powf(1.0 / 2.4) - 0.055 };
        let _ = write!(out, "{:02x}", (light.clamp(0.0, 1.0) * 255.0).round() as u8);
    }
    out
}

fn token(name: &str, hue: f64) -> Option<Lch> {
    let (_, (lightness, chroma, own)) = TOKENS.iter().find(|(token, _)| *token == name)?;
    Some((*lightness, *chroma, if *own == 0.0 { hue } else { *own }))
}

fn material(material: Material) -> &'static str {
    super::ground::material(material)
}

/// What a value stands for: a colour, or itself.
fn value(name: &str, seat: usize, look: &Look) -> String {
    let hue = f64::from(look.accent);
    let kind = material(look.material);
    let of = |suffix: &str| token(&format!("{kind}{suffix}"), hue);
    let found = match name {
        "f" => token(&format!("s{}", seat % 6), hue),
        "e" => token(&format!("s{}e", seat % 6), hue),
        "m" => of(""),
        "m2" => of("2"),
        "ml" => of("-line"),
        "mf" => of("-frame"),
        "mi" => of("-ink"),
        "mg" => of("").map(|(l, c, h)| (0.88 * l + 0.12, 0.88 * c, h)),
        "slot" => of("2").map(|(l, c, h)| (0.72 * l, 0.72 * c, h)),
        name => token(name, hue),
    };
    found.map_or_else(|| name.replace(',', " "), hex)
}

/// The same drawing without classes.
pub fn flat(svg: &str, look: &Look) -> String {
    let mut out = String::with_capacity(svg.len() * 2);
    // What is open: the seat within, and the classes of the element itself.
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let tag = &rest[at..end];
        rest = &rest[end..];
        if tag.starts_with("</") {
            open.pop();
            out.push_str(tag);
            continue;
        }
        let name = tag[1..].split([' ', '>', '/']).next().unwrap_or_default();
        let (before, classes, after) = match tag.split_once(" class=\"") {
            Some((before, more)) => {
                let (classes, after) = more.split_once('"').unwrap_or((more, ""));
                (before, classes, after)
            }
            None => (tag.trim_end_matches(['/', '>']), "", &tag[tag.trim_end_matches(['/', '>']).len()..]),
        };
        let (outer, group) = open.last().map_or((0, ""), |(seat, classes)| (*seat, classes.as_str()));
        let own = |class: &str| class.strip_prefix('s').and_then(|seat| seat.parse::<usize>().ok());
        let seat = classes.split(' ').find_map(own).unwrap_or(outer);
        out.push_str(before);
        let mut set: Vec<(&str, &str)> = Vec::new();
        for line in RULES.lines() {
            let mut words = line.split(' ');
            let key = words.next().unwrap_or_default();
            let meant = match key.split_once('>') {
                Some((parent, child)) => child == name && group.split(' ').any(|class| class == parent),
                None => !key.is_empty() && classes.split(' ').any(|class| class == key),
            };
            if meant {
                for (attribute, value) in words.filter_map(|word| word.split_once('=')) {
                    set.retain(|(known, _)| *known != attribute);
                    set.push((attribute, value));
                }
            }
        }
        for (attribute, name) in set {
            // What the drawing says itself holds.
            if !tag.contains(&format!(" {attribute}=\"")) {
                let _ = write!(out, " {attribute}=\"{}\"", value(name, seat, look));
            }
        }
        out.push_str(after);
        if !tag.ends_with("/>") {
            open.push((seat, classes.to_owned()));
        }
    }
    out.push_str(rest);
    out
}
