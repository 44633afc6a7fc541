import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../observability/log.ts'
import type { Database } from './database.ts'

const CHANNEL = 'wavelength'
const CONNECT_WITHIN_MS = 5_000
const RETRY_AFTER_MS = 2_000
/** How long a silent server can delay the shutdown. */
const LAST_TEXTS_MS = 1_000
/** PostgreSQL's limit is 8,000. */
const MAX_BYTES = 7_900

export type Notifications = {
  /** Sends a text of at most `MAX_BYTES` to every process of this database that listens, including this one. Best effort, in order. */
  send(text: string): void
  isListening(): boolean
  /** Replaces the connection that listens. */
  reconnect(): void
  /** Sends pending announcements and stops listening. */
  close(): Promise<void>
}

export type NotificationsOptions = {
  databaseUrl: string
  database: Pick<Database, 'query'>
  onText: (text: string) => void
  /** Called each time it listens, including the first time. Earlier texts may be lost. */
  onListening: () => void
  log: Log
}

/** PostgreSQL's NOTIFY and LISTEN, with a connection of its own that reconnects by itself. Listens, if possible, when it resolves. */
export async function openNotifications({ databaseUrl, database, onText, onListening, log }: NotificationsOptions): Promise<Notifications> {
  let current: Client | null = null
  let isListening = false
  let retryTimer: NodeJS.Timeout | undefined
  let isClosing = false
  let waiting: string[] = []
  let sending: Promise<void> | null = null

  async function listen(): Promise<void> {
    retryTimer = undefined
    const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_WITHIN_MS, keepAlive: true })
    current = client
    client.on('notification', ({ payload = '' }) => onText(payload))
    client.on('error', (error) => log.debug({ err: error }, 'the connection for notifications was lost'))
    client.on('end', () => retry(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // It must not keep a process alive whose start failed.
      ;(client as Client & { unref(): void }).unref() // missing in its types
      isListening = true
      onListening()
    } catch (error) {
      log.debug({ err: error }, 'listening for notifications failed')
      retry(client)
    }
  }

  function retry(client: Client): void {
    if (client !== current || isClosing) return
    current = null
    isListening = false
    client.end().catch(() => undefined)
    retryTimer = setTimeout(() => void listen(), RETRY_AFTER_MS).unref()
  }

  async function sendAll(): Promise<void> {
    while (waiting.length) {
      const texts = waiting
      waiting = []
      await database
        .query('select pg_notify($1, text) from unnest($2::text[]) with ordinality as it (text, at) order by at', [CHANNEL, texts])
        .catch((error: unknown) => log.debug({ err: error, dropped: texts.length }, 'sending notifications failed'))
    }
  }

  await listen()
  return {
    send(text) {
      if (Buffer.byteLength(text) > MAX_BYTES) return log.error({ bytes: Buffer.byteLength(text) }, 'notification too long')
      waiting.push(text)
      sending ??= sendAll().finally(() => (sending = null))
    },
    isListening: () => isListening,
    reconnect: () => current && retry(current),
    async close() {
      isClosing = true
      clearTimeout(retryTimer)
      await Promise.race([sending, wait(LAST_TEXTS_MS, undefined, { ref: false })])
      await current?.end().catch(() => undefined)
    },
  }
}
