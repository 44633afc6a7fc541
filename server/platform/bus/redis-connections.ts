import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from 'redis'
import { deliver } from './redis-deliver.ts'
import type { Log } from '../observability/log.ts'

const CONNECT_WITHIN_MS = 3_000
const PING_EVERY_MS = 3_000
/** A connection without any data for this long, not even the answer to a ping, is dead and is replaced. */
const SILENT_FOR_MS = 8_000
const RETRY_AT_MOST_EVERY_MS = 2_000
/** How long a silent Redis can delay the shutdown. */
const LAST_WORDS_MS = 1_000

const newClient = (url: string) =>
  createClient({
    url,
    scripts: { deliver },
    // Without a queue no command waits long, and the timer of each costs more than the command. Pings find a dead connection.
    commandOptions: { timeout: 0 },
    // Otherwise commands would queue up in memory while Redis is down, and run late, all at once.
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** Math.min(tries, 10), RETRY_AT_MOST_EVERY_MS),
    },
  })

export type RedisClient = ReturnType<typeof newClient>

/** Two connections to Redis, one for commands and one for subscriptions. Both reconnect automatically. */
export type RedisConnections = {
  commands: RedisClient
  isUp: () => boolean
  /** Connects in the background. Resolves when connected, or after `CONNECT_WITHIN_MS`. */
  start: () => Promise<void>
  close: () => Promise<void>
}

export type RedisConnectionsOptions = {
  url: string
  log: Log
  /** The handlers by channel. Subscribed at the first connection and renewed at each later one. */
  channels: Record<string, (text: string) => void>
  /** Called each time Redis becomes available, including the first time. @param since start of the outage */
  onConnected: (since: Date) => void
}

export function createRedisConnections({ url, log, channels, onConnected }: RedisConnectionsOptions): RedisConnections {
  const commands = newClient(url)
  const listening = newClient(url)
  const firstUp = Promise.withResolvers<void>()
  let isSubscribed = false
  let isClosing = false
  let wasUp = false
  let downSince = new Date()
  const isUp = (): boolean => commands.isReady && listening.isReady && isSubscribed

  function changed(error?: unknown): void {
    if (isUp() === wasUp || isClosing) return
    wasUp = isUp()
    if (wasUp) {
      log.info('connected to Redis')
      firstUp.resolve()
      onConnected(downSince)
    } else {
      downSince = new Date()
      log.warn({ err: error }, 'the connection to Redis was lost; servers fall back to reading the store')
    }
  }

  async function subscribe(): Promise<void> {
    if (!isSubscribed) {
      try {
        await Promise.all(Object.entries(channels).map(([channel, onMessage]) => listening.subscribe(channel, onMessage)))
        isSubscribed = true
      } catch (error) {
        log.debug({ err: error }, 'subscribing failed; the next connection retries')
      }
    }
    changed()
  }

  for (const client of [commands, listening]) {
    client.on('error', changed) // without a listener Node would exit; the client reconnects on its own
    client.on('end', () => changed())
  }
  commands.on('ready', () => changed())
  listening.on('ready', () => void subscribe())

  return {
    commands,
    isUp,
    start: async () => {
      for (const client of [commands, listening]) {
        client.connect().catch((error: unknown) => log.debug({ err: error }, 'stopped connecting to Redis'))
      }
      const timer = setTimeout(firstUp.resolve, CONNECT_WITHIN_MS)
      await firstUp.promise.finally(() => clearTimeout(timer))
      if (!isUp()) log.warn('Redis does not answer; the server runs without it for now')
    },
    close: async () => {
      isClosing = true
      // Waits until pending messages are sent before closing the connection.
      if (commands.isReady) await Promise.race([commands.close(), wait(LAST_WORDS_MS, undefined, { ref: false })])
      for (const client of [commands, listening]) if (client.isOpen) client.destroy()
    },
  }
}
