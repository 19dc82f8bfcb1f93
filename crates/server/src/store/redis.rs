//! Rooms and bus in Redis, for several processes that serve the same rooms.
//!
//! A room is a list. One script checks and appends, so that no two processes do so at once. Redis itself deletes
//! abandoned and old rooms: every one has a time to live. Durability depends on how Redis is set up: with
//! `appendonly yes` and `appendfsync always` every append is on disk, with `everysec` a crash of the machine may lose a second, and with asynchronous replicas a failover
//! may lose more. Use one primary (no cluster: the scripts need several keys) and `maxmemory-policy noeviction`.

mod bus;
mod docs;

use std::collections::HashSet;
use std::sync::LazyLock;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::io::tcp::{TcpSettings, socket2::TcpKeepalive};
use redis::{AsyncCommands, Client, IntoConnectionInfo, RedisResult, Script, ScriptInvocation};
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::{Append, Bus, Doc, Keep, Phase, Put, Soon, Store, StoreError, Time, Word, deadline_key, doc, note_error};

/// How long Redis may take to answer before it counts as unavailable.
const PATIENCE: Duration = Duration::from_millis(2500);
/// How long one attempt to reach it may take.
const CONNECT: Duration = Duration::from_secs(1);
/// About how many keys are visited in one step of a walk over all of them.
const STEP: usize = 1000;
/// Processes that have not asked for the time for this long count as ended. They ask more often.
const SILENCE: Duration = Duration::from_secs(60);

/// What the keys of rooms begin with.
const ROOMS: &str = "agon:room:";

/// A store and a bus in Redis. Each process opens its own.
///
/// An append whose answer is lost fails with [`StoreError::Unavailable`] after at most three seconds. It may be stored
/// all the same, even a little later, when Redis resumes and finds it in its socket. The next append at that length is
/// then late, and finds it in the tail.
pub struct Redis {
    connection: ConnectionManager,
    keep: Keep,
    bus: bus::Line,
}

/// Makes a room: 0 done, 1 it exists.
///
/// The list begins with a mark, because Redis has no empty lists. The driver of an older room of that code is forgotten.
static CREATE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "if redis.call('EXISTS', KEYS[1]) == 1 then return {1, 0} end
         redis.call('DEL', KEYS[2], KEYS[3])
         redis.call('RPUSH', KEYS[1], 'agon 1')
         for i = 2, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
         redis.call('PEXPIRE', KEYS[1], ARGV[1])
         return {0, 0}",
    )
});

/// Appends to a room: 0 done, 2 missing, 3 fenced, 4 late with the length, 6 a document has changed.
static APPEND: LazyLock<Script> = LazyLock::new(|| {
    Script::new(&format!(
        "{}
         local len = redis.call('LLEN', KEYS[1]) - 1
         if len < 0 then return {{2, 0}} end
         if ARGV[2] ~= '' and redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[2] then return {{3, 0}} end
         if string.format('%.0f', len) ~= ARGV[1] then return {{4, len}} end
         if changed(3, 6) then return {{6, 0}} end
         write(3, 6)
         local first = 7 + 5 * tonumber(ARGV[6])
         for i = first, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
         for i = 1, 2 do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
         redis.call('PUBLISH', ARGV[4], 'grown ' .. string.format('%.0f', len + #ARGV - first + 1) .. ' ' .. ARGV[5])
         return {{0, 0}}",
        docs::FUNCTIONS
    ))
});

/// Takes or renews a lease: 0 with the epoch, 2 missing, 5 another process drives.
///
/// The key with the holder expires with the lease. The last holder is kept as long as the room, so that a driver gets its
/// epoch back if nobody drove in between. One counter of epochs serves all rooms and never expires, so it only grows.
static DRIVE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "if redis.call('EXISTS', KEYS[1]) == 0 then return {2, 0} end
         local holder = redis.call('GET', KEYS[3])
         if holder and holder ~= ARGV[1] then return {5, 0} end
         redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
         if redis.call('HGET', KEYS[2], 'process') ~= ARGV[1] then
             redis.call('HSET', KEYS[2], 'process', ARGV[1], 'epoch', redis.call('INCR', KEYS[4]))
         end
         local left = redis.call('PTTL', KEYS[1])
         if left > 0 then redis.call('PEXPIRE', KEYS[2], left) else redis.call('PERSIST', KEYS[2]) end
         return {0, tonumber(redis.call('HGET', KEYS[2], 'epoch'))}",
    )
});

/// Gives rooms and their drivers a time to live where they have none.
static PRUNE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "for _, key in ipairs(KEYS) do
             if redis.call('PTTL', key) == -1 then redis.call('PEXPIRE', key, ARGV[1]) end
         end
         return {0, 0}",
    )
});

/// The time, and since when some process has been asking for it without a break.
static TIME: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "local time = redis.call('TIME')
         local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
         local up = redis.call('GET', KEYS[1]) or now
         redis.call('SET', KEYS[1], up, 'PX', ARGV[1])
         return {now, up}",
    )
});

impl Redis {
    /// Connects to `redis://host:port/db`; keeps open rooms for a week and finished ones for a year.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_keeping(url, Keep::default()).await
    }

    /// Connects, and keeps rooms for the given times. Returns once the bus is listening.
    pub async fn open_keeping(url: &str, keep: Keep) -> Result<Self, StoreError> {
        // Notices a dead peer within about ten seconds, even if it sends nothing.
        let keepalive = TcpKeepalive::new().with_time(Duration::from_secs(5)).with_interval(Duration::from_secs(2));
        let tcp = TcpSettings::default().set_nodelay(true).set_keepalive(keepalive);
        #[cfg(target_os = "linux")]
        let tcp = tcp.set_user_timeout(Duration::from_secs(10));
        // The error does not repeat the address: it may hold a password.
        let client = url.into_connection_info().map(|info| info.set_tcp_settings(tcp)).and_then(Client::open);
        let client = client.map_err(|error| {
            StoreError::Unavailable(format!("the address of Redis is not like `redis://host:6379/0`: {error}"))
        })?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(PATIENCE))
            .set_number_of_retries(1)
            .set_max_delay(Duration::from_millis(200))
            .set_pipeline_buffer_size(1024);
        let mut connection = within(ConnectionManager::new_with_config(client.clone(), config)).await?;
        warn_unless_durable(&mut connection).await?;
        let bus = bus::Line::open(client, connection.clone()).await?;
        Ok(Self { connection, keep, bus })
    }

    /// The keys of all rooms.
    async fn all(&self) -> Result<HashSet<Vec<u8>>, StoreError> {
        let mut seen = HashSet::new();
        let mut cursor = 0;
        loop {
            let rooms;
            (cursor, rooms) = self.step(cursor).await?;
            seen.extend(rooms);
            if cursor == 0 {
                return Ok(seen);
            }
        }
    }

    async fn run(&self, script: &ScriptInvocation<'_>) -> Result<(u8, u64), StoreError> {
        within(script.invoke_async(&mut self.connection.clone())).await
    }

    /// One step of a walk over all rooms: their keys, and where the next step begins; at 0 it is done. A walk may visit a
    /// key twice while others are added.
    async fn step(&self, cursor: u64) -> Result<(u64, Vec<Vec<u8>>), StoreError> {
        let mut step = redis::cmd("SCAN");
        step.arg(cursor).arg("MATCH").arg(format!("{ROOMS}*")).arg("COUNT").arg(STEP);
        within(step.query_async(&mut self.connection.clone())).await
    }
}

fn events_key(room: &str) -> String {
    format!("{ROOMS}{room}")
}

fn driver_key(room: &str) -> String {
    format!("agon:driver:{room}")
}

fn lease_key(room: &str) -> String {
    format!("agon:lease:{room}")
}

fn millis(duration: Duration) -> u64 {
    // Redis adds it to the time of day and must not overflow; zero is refused.
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX).clamp(1, 1 << 52)
}

impl Store for Redis {
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()> {
        let mut script = CREATE.prepare_invoke();
        script.key(events_key(room)).key(driver_key(room)).key(lease_key(room));
        script.arg(millis(self.keep.open)).arg(events);
        Box::pin(async move {
            match self.run(&script).await? {
                (0, _) => Ok(()),
                _ => Err(StoreError::Exists),
            }
        })
    }

    fn append(&self, append: Append) -> Soon<'_, ()> {
        let keep = match append.phase {
            Phase::Open => self.keep.open,
            Phase::Over => self.keep.over,
        };
        // While somebody has days to move the room stays, and after that as long as any other.
        let deadline = deadline_key(&append.room);
        let due = append.puts.iter().find(|put| put.key == deadline).and_then(|put| put.due);
        let keep = keep + Duration::from_millis(due.unwrap_or(0).saturating_sub(doc::now()));
        let mut script = APPEND.prepare_invoke();
        script.key(events_key(&append.room)).key(driver_key(&append.room));
        script.arg(append.at).arg(append.epoch.map(|epoch| epoch.to_string()).unwrap_or_default());
        script.arg(millis(keep)).arg(bus::CHANNEL).arg(append.room);
        docs::add(&mut script, &append.puts);
        script.arg(append.events);
        Box::pin(async move {
            match self.run(&script).await? {
                (0, _) => Ok(()),
                (2, _) => Err(StoreError::Missing),
                (3, _) => Err(StoreError::Fenced),
                (6, _) => Err(StoreError::Changed),
                (_, len) => Err(StoreError::Late(len)),
            }
        })
    }

    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>> {
        let key = events_key(room);
        // One more for the mark. Redis uses signed indexes.
        let from = i64::try_from(from).unwrap_or(i64::MAX).saturating_add(1);
        Box::pin(async move {
            let mut both = redis::pipe();
            both.atomic().exists(&key).cmd("LRANGE").arg(&key).arg(from).arg(-1);
            let (there, events): (bool, Vec<Vec<u8>>) = within(both.query_async(&mut self.connection.clone())).await?;
            if !there {
                return Ok(None);
            }
            let place = |n: usize| from as u64 - 1 + n as u64;
            let text = |(n, bytes)| String::from_utf8(bytes).map_err(|_| StoreError::Damaged(place(n)));
            events.into_iter().enumerate().map(text).collect::<Result<_, _>>().map(Some)
        })
    }

    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>> {
        let mut script = DRIVE.prepare_invoke();
        script.key(events_key(room)).key(driver_key(room)).key(lease_key(room)).key("agon:epoch");
        script.arg(process).arg(millis(lasting));
        Box::pin(async move {
            match self.run(&script).await? {
                (0, epoch) => Ok(Some(epoch)),
                (2, _) => Err(StoreError::Missing),
                _ => Ok(None),
            }
        })
    }

    /// Deletes nothing itself: rooms expire, after the time given when the store was opened. Finished rooms of earlier
    /// versions, which never did, expire after that time from now on.
    fn sweep(&self, _keep: Keep) -> Soon<'_, u64> {
        Box::pin(async move {
            let mut cursor = 0;
            loop {
                let rooms;
                (cursor, rooms) = self.step(cursor).await?;
                if !rooms.is_empty() {
                    let mut script = PRUNE.prepare_invoke();
                    for room in rooms {
                        let code = room.strip_prefix(ROOMS.as_bytes()).unwrap_or_default().to_vec();
                        script.key([b"agon:driver:".to_vec(), code].concat()).key(room);
                    }
                    script.arg(millis(self.keep.over));
                    self.run(&script).await?;
                }
                if cursor == 0 {
                    return Ok(0);
                }
            }
        })
    }

    /// Walks over all keys in small steps: a running count would miss rooms that expire.
    fn count(&self) -> Soon<'_, u64> {
        Box::pin(async move { Ok(self.all().await?.len() as u64) })
    }

    fn codes(&self, after: &str, most: usize) -> Soon<'_, Vec<String>> {
        let after = after.to_owned();
        Box::pin(async move {
            let keys = self.all().await?.into_iter().filter_map(|key| String::from_utf8(key).ok());
            let codes = keys.filter_map(|key| Some(key.strip_prefix(ROOMS)?.to_owned()));
            let mut codes: Vec<String> = codes.filter(|code| *code > after).collect();
            codes.sort();
            codes.truncate(most);
            Ok(codes)
        })
    }

    fn delete(&self, room: &str) -> Soon<'_, bool> {
        let (room, others) = (events_key(room), [driver_key(room), lease_key(room)]);
        Box::pin(async move {
            let mut both = redis::pipe();
            both.atomic().del(&room).del(&others).ignore();
            let (deleted,): (u64,) = within(both.query_async(&mut self.connection.clone())).await?;
            Ok(deleted > 0)
        })
    }

    /// Milliseconds since 1970 by the clock of Redis's machine.
    fn time(&self) -> Soon<'_, Time> {
        let mut script = TIME.prepare_invoke();
        script.key("agon:up").arg(millis(SILENCE));
        Box::pin(async move {
            let (now, up) = within(script.invoke_async(&mut self.connection.clone())).await?;
            Ok(Time { now, up })
        })
    }

    fn probe(&self) -> Soon<'_, ()> {
        Box::pin(async move {
            let mut write = redis::cmd("SET");
            write.arg("agon:probe").arg(1).arg("PX").arg(1000);
            within(write.query_async(&mut self.connection.clone())).await
        })
    }

    fn doc(&self, key: &str) -> Soon<'_, Option<Doc>> {
        let key = docs::key(key);
        Box::pin(async move {
            let mut ask = redis::cmd("HMGET");
            ask.arg(key).arg("version").arg("text");
            let found: (Option<u64>, Option<String>) = within(ask.query_async(&mut self.connection.clone())).await?;
            let (Some(version), Some(text)) = found else { return Ok(None) };
            Ok(Some(Doc { version, text }))
        })
    }

    fn put(&self, puts: Vec<Put>) -> Soon<'_, ()> {
        let mut script = docs::PUT.prepare_invoke();
        docs::add(&mut script, &puts);
        Box::pin(async move {
            match self.run(&script).await? {
                (0, _) => Ok(()),
                _ => Err(StoreError::Changed),
            }
        })
    }

    fn due(&self, before: u64, most: usize) -> Soon<'_, Vec<String>> {
        Box::pin(async move {
            let mut ask = redis::cmd("ZRANGEBYSCORE");
            ask.arg(docs::DUE).arg("-inf").arg(before.min(1 << 53)).arg("LIMIT").arg(0).arg(most);
            within(ask.query_async(&mut self.connection.clone())).await
        })
    }
}

impl Bus for Redis {
    fn send(&self, word: Word) {
        self.bus.send(&word);
    }

    fn listen(&self) -> broadcast::Receiver<Word> {
        self.bus.listen()
    }
}

/// Redis's answer, if it comes in time.
async fn within<T>(asked: impl Future<Output = RedisResult<T>>) -> Result<T, StoreError> {
    match timeout(PATIENCE, asked).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => {
            note_error("unavailable");
            Err(StoreError::Unavailable(error.to_string().replace(['\r', '\n'], " ")))
        }
        Err(_) => {
            note_error("unavailable");
            Err(StoreError::Unavailable("redis does not answer".into()))
        }
    }
}

/// Warns in the log if Redis is set up so that it may lose games. If it does not tell its settings, neither do we.
async fn warn_unless_durable(connection: &mut ConnectionManager) -> Result<(), StoreError> {
    let () = within(connection.ping()).await?;
    for (name, good) in [("appendonly", "yes"), ("maxmemory-policy", "noeviction")] {
        let mut ask = redis::cmd("CONFIG");
        let answer: Result<Vec<String>, _> = within(ask.arg("GET").arg(name).query_async(connection)).await;
        if let Some(found) = answer.ok().and_then(|pair| pair.get(1).cloned()).filter(|found| found != good) {
            tracing::warn!("redis has {name} {found}, so games may be lost; set `{name} {good}`");
        }
    }
    Ok(())
}
