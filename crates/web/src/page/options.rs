//! The options of a game, each by its kind: what has names as cards, numbers beside each other, yes or no as a switch.

use crate::brief::capital;
use crate::setup::Setup;
use crate::words::Word;
use agon_rules::{OptionInfo, Value, text};
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::icons::{self, small};
use crate::page::settings::toggle;

/// More cards than this are folded.
const SHOWN: usize = 6;

/// Every option.
#[component]
pub fn Options(setup: RwSignal<Setup>) -> impl IntoView {
    let options = setup.with_untracked(|setup| setup.info.options.clone());
    let is_flag = |option: &OptionInfo| matches!(option.default, Value::Flag(_));
    let (flags, others): (Vec<_>, Vec<_>) = options.into_iter().enumerate().partition(|(_, option)| is_flag(option));
    let switches = (!flags.is_empty()).then(|| {
        let all = flags.into_iter().map(|(at, option)| flag(setup, at, &option));
        view! { <div class="sws group">{all.collect_view()}</div> }
    });
    // What has names of its own is shown by them.
    let is_named = |option: &OptionInfo| {
        setup.with_untracked(|setup| {
            option.values.iter().any(|value| !setup.info.value_summary(option, *value).is_empty())
        })
    };
    let others = others.into_iter().map(|(at, option)| match option.default {
        Value::Number(_) if !is_named(&option) => numbers(setup, at, &option),
        _ => cards(setup, at, option),
    });
    view! { {others.collect_view()}{switches} }
}

fn set(setup: RwSignal<Setup>, at: usize, value: &str) {
    setup.update(|setup| {
        setup.set(at, value);
    });
}

/// Yes or no.
fn flag(setup: RwSignal<Setup>, at: usize, option: &OptionInfo) -> AnyView {
    let shell = shell();
    let (title, help) = setup.with_untracked(|setup| {
        let on = setup.info.value_summary(option, Value::Flag(true));
        (setup.info.option_title(option), if on.is_empty() { option.help_text() } else { on })
    });
    let on = Signal::derive(move || setup.with(|setup| setup.value(at) == "true"));
    let change = Callback::new(move |on: bool| set(setup, at, if on { "true" } else { "false" }));
    let row = toggle(capital(shell.tell(&title)), capital(shell.tell(&help)), on, change);
    view! { <div data-option=option.name.clone()>{row}</div> }.into_any()
}

/// Numbers, beside each other.
fn numbers(setup: RwSignal<Setup>, at: usize, option: &OptionInfo) -> AnyView {
    let shell = shell();
    let title = setup.with_untracked(|setup| setup.info.option_title(option));
    // A title made for people says what the line for commands would.
    let help = (title == option.title()).then(|| capital(shell.tell(&option.help_text())));
    let chosen = Memo::new(move |_| setup.with(|setup| setup.value(at)));
    let all = option.values.iter().map(|value| {
        let (value, label) = (value.to_string(), setup.with_untracked(|setup| setup.info.value_name(option, *value)));
        let (same, given) = (value.clone(), value.clone());
        view! {
            <label class="pick">
                <input type="radio" name=format!("option{at}") value=given prop:checked=move || chosen.get() == same
                    on:change=move |_| set(setup, at, &value)/>
                <span>{shell.tell(&label)}</span>
            </label>
        }
    });
    view! {
        <fieldset data-option=option.name.clone()>
            <legend>{capital(shell.tell(&title))}</legend>
            <div class="segs many">{all.collect_view()}</div>
            {help.map(|help| view! { <p class="help">{help}</p> })}
        </fieldset>
    }
    .into_any()
}

/// What has names: a card each, with what it changes.
fn cards(setup: RwSignal<Setup>, at: usize, option: OptionInfo) -> AnyView {
    let shell = shell();
    let title = setup.with_untracked(|setup| setup.info.option_title(&option));
    let chosen = Memo::new(move |_| setup.with(|setup| setup.chosen(at)));
    let count = option.values.len();
    // The one that is chosen is never folded away.
    let all = RwSignal::new(count <= SHOWN || chosen.get_untracked() >= SHOWN);
    let name = option.name.clone();
    let card = move |value: usize| {
        let (label, more) = setup.with_untracked(|setup| {
            let value = option.values[value];
            (setup.info.value_name(&option, value), setup.info.value_summary(&option, value))
        });
        let text = option.values[value].to_string();
        let given = text.clone();
        view! {
            <label class="vc pick">
                <input type="radio" name=format!("option{at}") value=given prop:checked=move || chosen.get() == value
                    on:change=move |_| set(setup, at, &text)/>
                <span class="rad"></span><b>{capital(shell.tell(&label))}</b>
                {(!more.is_empty()).then(|| view! { <small>{shell.tell(&more)}</small> })}
            </label>
        }
    };
    let more = shell.tell(&text!("Show all {n} variants", n = count as u32));
    view! {
        <fieldset data-option=name>
            <legend>{capital(shell.tell(&title))}</legend>
            <div class="vcs"><For each=move || 0..if all.get() { count } else { SHOWN } key=|at| *at let(value)>{card(value)}</For></div>
            {(count > SHOWN).then(|| view! {
                <button type="button" class="moreln" aria-expanded=move || if all.get() { "true" } else { "false" }
                    disabled=move || { chosen.get() >= SHOWN } on:click=move |_| all.update(|all| *all = !*all)>
                    {move || if all.get() { shell.say(Word::FewerVariants).to_owned() } else { more.clone() }}{small(icons::DOWN)}
                </button>
            })}
        </fieldset>
    }
    .into_any()
}
