//! A table as a picture: the drawing that the web client shares, with nothing of a browser.

use agon_client::variant;
use agon_rules::{Look, Table, Text, Viewer, games};
use agon_web::picture::{Caption, picture};

/// The table as a viewer sees it after some plies; what the last move changed is marked.
pub fn svg(table: &dyn Table, ply: usize, viewer: Viewer, names: Option<Vec<String>>) -> String {
    let names = names.unwrap_or_default().into_iter().map(Some).chain(std::iter::repeat(None));
    let name = |(seat, name): (usize, Option<String>)| name.unwrap_or_else(|| Text::player(seat).to_string());
    let names: Vec<String> = (0..table.seats()).zip(names).map(name).collect();
    let info = games::info(table.id());
    let (title, look) = info.map_or_else(|_| (table.id(), Look::PLAIN), |info| (info.name, info.look));
    let options: Vec<_> = table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect();
    let variant: Vec<String> = variant(table.id(), &options).iter().map(Text::to_string).collect();
    let title = if variant.is_empty() { title.to_owned() } else { format!("{title} ({})", variant.join(", ")) };
    let at = |ply: usize| table.view_at(ply, viewer);
    let view = at(ply).unwrap_or_else(|| table.view(viewer));
    let before = ply.checked_sub(1).and_then(at);
    picture(&view, before.as_ref(), &Caption { title: &title, names: &names, look })
}
