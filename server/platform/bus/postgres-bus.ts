import { randomUUID } from 'node:crypto'
import type { Notifications, NotificationsOptions } from '../db/notifications.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'

const PRESENT = 'bus.present'
const GONE = 'bus.gone'
/** The ids of processes that use Redis start with this. Among themselves they need no other bus. */
const WITH_REDIS = 'redis-'
const PRESENT_EVERY_MS = 10_000
/** After so many silent intervals a process is gone, or the connection of this one, which receives its own messages, is dead. */
const MAX_SILENT = 3
/** A command of the operator, or a restart in which the new server starts before the old one stops, is shorter than so many intervals. */
const REPORT_AFTER = 6

/** Another process. `beats` and `silent` count intervals: all of them, and those since its last message. */
type Other = { beats: number; silent: number }

export type PostgresBusOptions = {
  open: (listeners: Pick<NotificationsOptions, 'onText' | 'onListening'>) => Promise<Notifications>
  log: Log
  /** Whether this process uses Redis (`besideRedis`). Then it notices only processes without. */
  hasRedis?: boolean
}

/**
 * The bus of a server on PostgreSQL without Redis. It is meant for one server: announcements reach it from the operator's commands, and
 * from a second server during a restart. It delivers no frames: while another process is there, it counts as down, so that
 * servers poll the database instead.
 */
export async function openPostgresBus({ open, log, hasRedis = false }: PostgresBusOptions): Promise<Bus> {
  const local = createMemoryBus({ log })
  const self = `${hasRedis ? WITH_REDIS : ''}${randomUUID()}`
  const others = new Map<string, Other>()
  const reconnectListeners: ((since: Date) => void)[] = []
  let receivedOwnAt = new Date()
  let silentIntervals = 0
  /** When announcements of other processes began to be lost. */
  let lostSince: Date | null = null
  let isSilenceReported = false
  let notifications: Notifications | null = null
  let sent = 0

  function receive(text: string): void {
    const [from = '', , topic = '', ...payload] = text.split(' ')
    if (from === self) return recordOwn()
    if (hasRedis && from.startsWith(WITH_REDIS)) return
    if (topic === GONE) return void others.delete(from)
    const sender = others.get(from)
    others.set(from, { beats: sender?.beats ?? 0, silent: 0 })
    // It does not know this process yet.
    if (!sender) send(PRESENT, '')
    if (topic !== PRESENT) local.announce(topic, payload.join(' '))
  }

  function recordOwn(): void {
    receivedOwnAt = new Date()
    silentIntervals = 0
    if (!lostSince) return
    const since = lostSince
    lostSince = null
    for (const listener of reconnectListeners) listener(since)
  }

  /** Equal texts of one transaction would arrive only once, so they are numbered. */
  function send(topic: string, payload: string): void {
    notifications?.send(`${self} ${sent++} ${topic} ${payload}`)
  }

  function recordLoss(): void {
    // A single process loses no announcements.
    if (others.size > 0) lostSince ??= receivedOwnAt
  }

  function checkOthers(): void {
    for (const [id, other] of others) {
      other.silent++
      other.beats++
      if (other.silent > MAX_SILENT) others.delete(id)
      else if (other.beats === REPORT_AFTER)
        log.error(
          `another server uses this database, and REDIS_URL is not set ${hasRedis ? 'there' : 'here'}: users of different servers get ` +
            'messages up to 10 s late, and other live updates only when they reload. Set the same REDIS_URL for all servers, or stop the ' +
            'other server',
        )
    }
  }

  function checkConnection(): void {
    if (!notifications?.isListening() || ++silentIntervals <= MAX_SILENT) return
    silentIntervals = 0
    // With Redis, it misses only servers that should not be there.
    if (!isSilenceReported && !hasRedis)
      log.warn(
        'PostgreSQL delivers no notifications, so this server notices late when a command signs users out. A connection pooler in ' +
          'DATABASE_URL must pool sessions, not transactions',
      )
    isSilenceReported = true
    recordLoss()
    notifications.reconnect()
  }

  notifications = await open({
    onText: receive,
    onListening: () => {
      recordLoss()
      send(PRESENT, '')
    },
  })
  send(PRESENT, '')
  const timer = setInterval(() => {
    // Without its own messages, it can't know whether others are silent.
    if (silentIntervals === 0) checkOthers()
    checkConnection()
    send(PRESENT, '')
  }, PRESENT_EVERY_MS)
  timer.unref()

  return {
    ...local,
    announce: (topic, payload) => {
      local.announce(topic, payload)
      send(topic, payload)
    },
    announceToOthers: send,
    isUp: () => others.size === 0,
    onReconnected: (listener) => void reconnectListeners.push(listener),
    close: async () => {
      clearInterval(timer)
      send(GONE, '')
      await notifications?.close()
      await local.close()
    },
  }
}
