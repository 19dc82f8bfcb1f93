//! Rooms and bus in Redis, for several processes that serve the same rooms.
//!
//! A room is a list. One script checks and appends, so that no two processes do so at once. Redis itself deletes
//! abandoned rooms. Durability depends on how Redis is set up: with `appendonly yes` and `appendfsync always` every
//! append is on disk, with `everysec` a crash of the machine may lose a second, and with asynchronous replicas a failover
//! may lose more. Use one primary (no cluster: the scripts need several keys) and `maxmemory-policy noeviction`.

mod bus;

use std::collections::HashSet;
use std::sync::LazyLock;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::io::tcp::{TcpSettings, socket2::TcpKeepalive};
use redis::{AsyncCommands, Client, IntoConnectionInfo, RedisResult, Script, ScriptInvocation};
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::{Append, Bus, Phase, Soon, Store, StoreError, Word};

/// How long Redis may take to answer before it counts as unavailable.
const PATIENCE: Duration = Duration::from_millis(2500);
/// How long one attempt to reach it may take.
const CONNECT: Duration = Duration::from_secs(1);
/// How many keys are visited in one step of counting.
const STEP: usize = 1000;

/// How long rooms are kept after their last event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// open rooms
    pub open: Duration,
    /// rooms whose game is over; none keeps them for ever
    pub over: Option<Duration>,
}

impl Default for Keep {
    fn default() -> Self {
        Self { open: Duration::from_secs(7 * 24 * 60 * 60), over: None }
    }
}

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

/// Appends to a room: 0 done, 2 missing, 3 fenced, 4 late with the length.
static APPEND: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "local len = redis.call('LLEN', KEYS[1]) - 1
         if len < 0 then return {2, 0} end
         if ARGV[2] ~= '' and redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[2] then return {3, 0} end
         if string.format('%.0f', len) ~= ARGV[1] then return {4, len} end
         for i = 6, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
         for i = 1, 2 do
             if ARGV[3] == '' then redis.call('PERSIST', KEYS[i]) else redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
         end
         redis.call('PUBLISH', ARGV[4], 'grown ' .. string.format('%.0f', len + #ARGV - 5) .. ' ' .. ARGV[5])
         return {0, 0}",
    )
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

impl Redis {
    /// Connects to `redis://host:port/db`; keeps open rooms for a week and finished ones for ever.
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

    async fn run(&self, script: &ScriptInvocation<'_>) -> Result<(u8, u64), StoreError> {
        within(script.invoke_async(&mut self.connection.clone())).await
    }
}

fn events_key(room: &str) -> String {
    format!("agon:room:{room}")
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
            Phase::Open => Some(self.keep.open),
            Phase::Over => self.keep.over,
        };
        let mut script = APPEND.prepare_invoke();
        script.key(events_key(&append.room)).key(driver_key(&append.room));
        script.arg(append.at).arg(append.epoch.map(|epoch| epoch.to_string()).unwrap_or_default());
        script.arg(keep.map(|keep| millis(keep).to_string()).unwrap_or_default());
        script.arg(bus::CHANNEL).arg(append.room).arg(append.events);
        Box::pin(async move {
            match self.run(&script).await? {
                (0, _) => Ok(()),
                (2, _) => Err(StoreError::Missing),
                (3, _) => Err(StoreError::Fenced),
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

    /// Does nothing: rooms expire by themselves, after the time given when the store was opened.
    fn sweep(&self, _idle: Duration) -> Soon<'_, u64> {
        Box::pin(std::future::ready(Ok(0)))
    }

    /// Walks over all keys in small steps: a running count would miss rooms that expire.
    fn count(&self) -> Soon<'_, u64> {
        Box::pin(async move {
            // The walk may visit a key twice while others are added.
            let mut seen = HashSet::new();
            let mut cursor = 0_u64;
            loop {
                let mut step = redis::cmd("SCAN");
                step.arg(cursor).arg("MATCH").arg("agon:room:*").arg("COUNT").arg(STEP);
                let keys: Vec<Vec<u8>>;
                (cursor, keys) = within(step.query_async(&mut self.connection.clone())).await?;
                seen.extend(keys);
                if cursor == 0 {
                    return Ok(seen.len() as u64);
                }
            }
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
        Ok(Err(error)) => Err(StoreError::Unavailable(error.to_string().replace(['\r', '\n'], " "))),
        Err(_) => Err(StoreError::Unavailable("redis does not answer".into())),
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
