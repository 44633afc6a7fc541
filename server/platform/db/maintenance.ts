import type { Log } from '../observability/log.ts'
import type { SessionMutex } from './embedded/session-mutex.ts'

const LOOK_EVERY_MS = 60_000
const WAL_LIMIT_MB = 64

const walSinceCheckpoint = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 / 1048576 as mb from pg_control_checkpoint()`

/** The rules of PostgreSQL's autovacuum with its default settings. */
const commandsInNeed = `
  select command || format(' %I.%I', s.schemaname, s.relname) as command
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid cross join lateral (values
    ('vacuum', s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)),
    ('analyze', s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0))) as needs (command, is_needed)
  where is_needed
  order by s.relid, command desc`

/**
 * PGlite lacks the checkpointer and autovacuum of a server: without this, its log grows without end, recovery gets slow, and
 * dead rows stay. Runs once a minute. Returns a function that stops.
 */
export function startMaintenance(mutex: SessionMutex, log: Log): () => void {
  const timer = setInterval(() => {
    runMaintenance(mutex).catch((error: unknown) => log.warn({ err: error }, 'maintenance of the embedded database failed'))
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** One run: vacuums and analyzes the tables that need it, one by one so that others get their turn, and writes a checkpoint. */
export async function runMaintenance(mutex: SessionMutex): Promise<{ commands: string[]; checkpoint: boolean }> {
  const commands: string[] = []
  await mutex.use((lease) => lease.query('select pg_stat_force_next_flush()')) // else the counts lag behind by one statement
  for (const command of (await column(mutex, commandsInNeed, 'command')).map(String)) {
    await mutex.use((lease) => lease.script(command))
    commands.push(command)
  }
  const [mb] = await column(mutex, walSinceCheckpoint, 'mb')
  const checkpoint = Number(mb) > WAL_LIMIT_MB
  if (checkpoint) await mutex.use((lease) => lease.script('checkpoint'))
  return { commands, checkpoint }
}

async function column(mutex: SessionMutex, sql: string, name: string): Promise<unknown[]> {
  const { rows } = await mutex.use((lease) => lease.query(sql))
  return rows.map((row): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined))
}
