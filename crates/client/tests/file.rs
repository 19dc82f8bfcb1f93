//! Games in files.

use agon_client::file::{NoFile, read, write};

fn names(list: &str) -> Vec<String> {
    list.split(',').map(str::to_owned).collect()
}

#[test]
fn the_bot_seed_is_written_under_its_name_and_read_under_its_old_one_too() {
    let old = "players=human,hard\nluck=7\ngambit~big-islands=score~seed=0~d2xd4";
    let plan = read(old, names).expect("a file of the version before");
    assert_eq!(plan.bot_seed, 7);
    let new = write(&plan);
    assert!(new.contains("\nbot-seed=7\n") && !new.contains("luck"), "{new}");
    assert_eq!(read(&new, names).expect("a file"), plan);
    assert_eq!(read("bot-seed=x\ngambit~seed=0", names), Err(NoFile::BotSeed("x".to_owned())));
}
