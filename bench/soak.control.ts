import { Client } from 'pg'
import { createClient } from 'redis'

const CHANNEL = 'soak-control'

/**
 * The way of a message without any of our code: a row that PostgreSQL keeps, then a word that Redis passes on. What it takes more
 * in a later hour is the machine's, not the servers'.
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
    /** How long one took, in milliseconds. */
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
