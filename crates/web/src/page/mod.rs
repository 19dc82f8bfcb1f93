//! The page: binds the library's state to elements, and carries its effects out. There are no decisions here, and it exists
//! in a browser only.

mod actions;
mod app;
mod art;
mod board;
mod device;
mod game;
mod glide;
mod home;
pub mod icons;
pub mod kept;
mod lab;
mod lobby;
mod new;
mod options;
mod panel;
mod review;
mod room;
mod rules;
mod server;
pub mod settings;
mod share;
mod table;
mod thinker;
mod top;
mod watch;

use leptos::prelude::*;

use crate::lab::Form;
use crate::room::no_server;
use crate::route::Route;
use app::Lost;
pub use app::start;
use game::Game;
use home::Home;
use lab::Lab;
use lobby::Online;
use new::New;
use room::RoomScreen;
use rules::Reader;
use watch::Watch;

/// The screens of the program that is loaded first: the games, the form, and games at this device.
pub fn page(route: Route) -> Option<AnyView> {
    Some(match route {
        Route::Home => view! { <Home/> }.into_any(),
        Route::New(setup) => view! { <New setup/> }.into_any(),
        Route::Game(plan) => view! { <Game plan=*plan/> }.into_any(),
        Route::Watch(plan, ply) => view! { <Watch plan=*plan ply/> }.into_any(),
        // What is kept was looked up before.
        Route::Kept(_) => view! { <Home/> }.into_any(),
        Route::Lost(why) => view! { <Lost why/> }.into_any(),
        Route::Online => view! { <Online/> }.into_any(),
        Route::Rules(info) => view! { <Reader info/> }.into_any(),
        Route::Room { .. } | Route::Lab { .. } => return None,
    })
}

/// The screens that come later, so that nobody who plays alone waits for them: rooms and the lab.
pub fn hall(route: Route) -> Option<AnyView> {
    match route {
        Route::Room { .. } if !device::has_server() => Some(view! { <Lost why=no_server()/> }.into_any()),
        Route::Room { code, key } => Some(view! { <RoomScreen code key/> }.into_any()),
        Route::Lab { game, pairs } => Some(match Form::read(&game, &pairs) {
            Ok(form) => view! { <Lab form/> }.into_any(),
            Err(why) => view! { <Lost why/> }.into_any(),
        }),
        // Also a room that is none.
        Route::Lost(why) => Some(view! { <Lost why/> }.into_any()),
        _ => None,
    }
}
