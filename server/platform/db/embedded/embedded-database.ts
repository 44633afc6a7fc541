import { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Database, Db } from '../database.ts'
import { embeddedDialect } from './embedded-dialect.ts'
import type { SessionMutex, Lease } from './session-mutex.ts'
import { DiskFullMonitor } from '../disk-full-monitor.ts'
import { statementLog, type OnStatement } from '../statement.ts'

/** The embedded database as a `Database`. `close` closes the session of `mutex`. */
export function embeddedDatabase(
  mutex: SessionMutex,
  close: () => Promise<void>,
  { onStatement, space = new DiskFullMonitor() }: { onStatement?: OnStatement | undefined; space?: DiskFullMonitor } = {},
): Database {
  const db: Db = new Kysely({ dialect: embeddedDialect(mutex), ...statementLog(onStatement) })
  const query = async (text: string, params?: readonly unknown[]): Promise<unknown[]> =>
    params?.length ? (await mutex.query(text, params)).rows : mutex.use((lease) => runScript(lease, text))
  return {
    db,
    engine: 'embedded',
    query,
    script: async (text) => {
      await query(text)
    },
    ping: (withinMs) =>
      within(
        withinMs,
        space.check((statement) => mutex.query(statement)),
      ),
    close: async () => {
      await db.destroy()
      await mutex.drained()
      await close()
    },
  }
}

async function runScript(lease: Lease, text: string): Promise<unknown[]> {
  try {
    return (await lease.script(text)).flatMap((answer) => answer.rows)
  } catch (error) {
    // The script may have started a transaction, which the next user of this connection must not join.
    await lease.script('rollback').catch(() => undefined)
    throw error
  }
}

/** @throws AppError 'unavailable' when `work` fails or takes longer */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new AppError('unavailable', { reason: `the database did not answer within ${ms} ms` })), ms)
  try {
    await Promise.race([work, promise])
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unavailable', { reason: String(error) })
  } finally {
    clearTimeout(timer)
  }
}
