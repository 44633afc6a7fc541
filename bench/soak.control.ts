import { Client } from 'pg'
import { createClient } from 'redis'

const CHANNEL = 'soak-control'

/**
 * The path of a message without our code: a row in PostgreSQL and an announcement over Redis. If this gets slower over time, the machine is
 * the cause, not our servers.
 */
export async function startControl({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }) {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query('create table soak_control (id uuid primary key, at timestamptz not null)')
  const writer = await createClient({ url: redisUrl }).connect()
  const reader = await createClient({ url: redisUrl }).connect()
  let onReceived = (): void => undefined
  await reader.subscribe(CHANNEL, () => onReceived())
  return {
    /** The duration of one message, in milliseconds. */
    async once(): Promise<number> {
      const began = performance.now()
      const arrived = new Promise<void>((resolve) => (onReceived = resolve))
      await database.query('insert into soak_control values (gen_random_uuid(), now())')
      await writer.publish(CHANNEL, 'x')
      await arrived
      return performance.now() - began
    },
    async stop(): Promise<void> {
      writer.destroy()
      reader.destroy()
      await database.end()
    },
  }
}
