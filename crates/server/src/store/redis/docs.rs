//! Documents in Redis: a hash each, and one sorted set of those that have a time.

use std::sync::LazyLock;

use redis::{Script, ScriptInvocation};

use crate::store::doc::{Put, stamp};

/// The sorted set of the keys of documents that have a time.
pub(super) const DUE: &str = "agon:due";

/// Writes documents: 0 done, 6 one has changed. Scripts that do more begin with the same functions.
pub(super) static PUT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(&format!(
        "{FUNCTIONS}
         if changed(1, 1) then return {{6, 0}} end
         write(1, 1)
         return {{0, 0}}"
    ))
});

/// `changed` and `write` for the documents whose arguments begin with their number at `ARGV[at]`. Their keys follow the
/// sorted set at `KEYS[from]`.
pub(super) const FUNCTIONS: &str = "
    local function changed(from, at)
        for i = 1, tonumber(ARGV[at]) do
            local after = ARGV[at + 5 * i - 4]
            if after ~= '' and (redis.call('HGET', KEYS[from + i], 'version') or '0') ~= after then return true end
        end
        return false
    end
    local function write(from, at)
        for i = 1, tonumber(ARGV[at]) do
            local doc, put = KEYS[from + i], at + 5 * i - 4
            local member = string.sub(doc, 10)
            redis.call('ZREM', KEYS[from], member)
            if ARGV[put + 3] == '' then
                redis.call('DEL', doc)
            else
                local version = tonumber(redis.call('HGET', doc, 'version') or '0')
                version = string.format('%.0f', math.max(version + 1, tonumber(ARGV[put + 2])))
                redis.call('HSET', doc, 'version', version, 'text', ARGV[put + 4])
                if ARGV[put + 1] ~= '' then redis.call('ZADD', KEYS[from], ARGV[put + 1], member) end
            end
        end
    end";

/// The key of a document in Redis.
pub(super) fn key(key: &str) -> String {
    format!("agon:doc:{key}")
}

/// Adds keys and arguments of documents to a script.
pub(super) fn add(script: &mut ScriptInvocation<'_>, puts: &[Put]) {
    script.key(DUE).arg(puts.len());
    for put in puts {
        let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        // Sorted sets count in floating point, which is exact up to here.
        let due = put.due.map(|due| due.min(1 << 53));
        script.key(key(&put.key)).arg(number(put.after)).arg(number(due)).arg(stamp());
        script.arg(if put.text.is_some() { "1" } else { "" }).arg(put.text.as_deref().unwrap_or_default());
    }
}
