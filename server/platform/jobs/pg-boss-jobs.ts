import { randomUUID } from 'node:crypto'
import { PgBoss, type Db as BossDatabase } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { withAdvisoryLock } from '../db/advisory-lock.ts'
import { type JobDefinition, type Jobs, JOBS_SCHEMA } from './jobs.ts'
import type { Log } from '../observability/log.ts'
import { sanitizedError } from '../observability/logged-error.ts'

/** How soon this process sees jobs of other processes, and retries. Its own jobs start at once. */
const POLL_SECONDS = { postgres: 2, embedded: 4 }
/** The timer for a delayed job; later jobs are left to polling. */
const WAKE_FOR_AT_MOST_SECONDS = 60
/** Each worker polls, and the embedded database has one session for all queries. */
const EMBEDDED_WORKERS = 2
const RETRY_AFTER_SECONDS = 2
const RETRY_AT_MOST_AFTER_SECONDS = 300
const KEEP_DONE_SECONDS = 24 * 60 * 60
/** Distinct from the lock number of the migrations. */
const TABLES_LOCK = 7_219_003

/** `idle`: the workers that run no job. */
type Queue = { job: JobDefinition; made: Promise<void> | null; idle: Set<string> }

/** Jobs in the database, in pg-boss's schema `jobs`: they survive a restart, and each runs in one process. */
export function createJobs({ database, log }: { database: Database; log: Log }): Jobs {
  const queues = new Map<string, Queue>()
  const boss = new PgBoss({
    db: adapterOf(database),
    backend: database.engine === 'embedded' ? 'pglite' : 'postgres',
    schema: JOBS_SCHEMA,
    schedule: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))

  async function runOne(queue: Queue, data: object): Promise<void> {
    try {
      await queue.job.run(data)
    } catch (error) {
      log.warn({ err: error, job: queue.job.name }, 'job failed')
      // pg-boss stores all properties of the error for a day.
      throw sanitizedError(error)
    }
  }

  let opened: Promise<Set<string>> | null = null
  /** Starts pg-boss and creates its schema. Jobs can be added then; `start` runs them. */
  async function open(): Promise<Set<string>> {
    // Servers that create the tables at the same time could fail each other.
    await withAdvisoryLock(database, TABLES_LOCK, async () => void (await boss.start()))
    return new Set((await boss.getQueues()).map(({ name }) => name))
  }

  async function createQueue(queue: Queue): Promise<void> {
    const client = await (opened ??= open())
    if (!client.has(queue.job.name)) await boss.createQueue(queue.job.name, { policy: 'exclusive' })
  }

  async function startWorkers(queue: Queue): Promise<void> {
    await (queue.made ??= createQueue(queue))
    const { concurrency = 1 } = queue.job
    const workers = database.engine === 'embedded' ? Math.min(concurrency, EMBEDDED_WORKERS) : concurrency
    for (let count = 0; count < workers; count++) await startWorker(queue)
  }

  async function startWorker(queue: Queue): Promise<void> {
    const pollingIntervalSeconds = POLL_SECONDS[database.engine]
    const id = await boss.work<object>(queue.job.name, { pollingIntervalSeconds }, async ([job]) => {
      if (!job) return
      queue.idle.delete(id)
      // Wakes this worker when the job is done, without its pause, and another one for the next job.
      boss.notifyWorker(id)
      wakeIdleWorker(queue)
      try {
        await runOne(queue, job.data)
      } finally {
        queue.idle.add(id)
      }
    })
    queue.idle.add(id)
  }

  /** Busy workers fetch the next job anyway. */
  function wakeIdleWorker({ idle }: Queue): void {
    for (const id of idle) return boss.notifyWorker(id)
  }

  function wake(queue: Queue, afterSeconds: number): void {
    if (afterSeconds <= 0) wakeIdleWorker(queue)
    else if (afterSeconds <= WAKE_FOR_AT_MOST_SECONDS) setTimeout(() => wakeIdleWorker(queue), afterSeconds * 1_000).unref()
  }

  return {
    register: (job) => {
      if (queues.has(job.name)) throw new Error(`The job ${job.name} is registered twice.`)
      // A job only runs with the data that was passed to `add` under its name.
      queues.set(job.name, { job: job as unknown as JobDefinition, made: null, idle: new Set() })
    },
    add: async (name, data, { only, afterSeconds, isUrgent = false } = {}) => {
      const queue = queues.get(name)
      if (!queue) throw new Error(`No job is registered as ${name}.`)
      await (queue.made ??= createQueue(queue))
      await boss.send(name, data, {
        // `exclusive` queues reject a second job with the same key while one waits or runs. Jobs without a key get a random one.
        singletonKey: only ?? randomUUID(),
        startAfter: afterSeconds ?? 0,
        priority: isUrgent ? 1 : 0,
        retryLimit: queue.job.retries,
        retryDelay: RETRY_AFTER_SECONDS,
        retryBackoff: true,
        retryDelayMax: RETRY_AT_MOST_AFTER_SECONDS,
        expireInSeconds: queue.job.expireSeconds,
        deleteAfterSeconds: KEEP_DONE_SECONDS,
      })
      wake(queue, afterSeconds ?? 0)
    },
    forget: async (uid) => {
      await (opened ??= open())
      await database.query(`delete from ${JOBS_SCHEMA}.job where data::text like $1 or singleton_key like $1`, [`%${uid}%`])
    },
    waiting: async () => {
      const waiting = Object.fromEntries([...queues.keys()].map((name) => [name, 0]))
      const rows = await database.query(
        `select name, count(*)::int as count from ${JOBS_SCHEMA}.job where state in ('created', 'retry') group by name`,
      )
      // As selected above.
      for (const { name, count } of rows as { name: string; count: number }[]) if (name in waiting) waiting[name] = count
      return waiting
    },
    start: async () => {
      await (opened ??= open())
      for (const queue of queues.values()) await startWorkers(queue)
    },
    stop: (graceMs) => boss.stop({ graceful: true, timeout: graceMs, close: false }),
  }
}

function adapterOf(database: Database): BossDatabase {
  return { executeSql: async (text, values) => ({ rows: await database.query(text, values) }) }
}
