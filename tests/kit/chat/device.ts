import { WebSocket } from 'ws'
import { chatCalls, chatFrames, type OutgoingMessage, type WireMessage } from '#contract/chat/chat.ts'
import { callAddress } from '#contract/base/call.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames, SOCKET_PATH } from '#contract/socket.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { buddyOf, type Mint, uidOf } from './crowd.ts'

/** The delay before a message is sent again that the server could not accept yet. */
const RETRY_MS = 200

export type DeviceOptions = {
  origin: string | (() => string)
  mint: Mint
  /** The user of the device, who writes to their buddy. */
  number: number
  /** The delay before it reconnects. Real devices wait 5 s and more, which is too long for tests. */
  reconnectMs?: number
  tokenLivesS?: number
  /** Messages in flight at a time. With more than one, a rejected message may be overtaken by the next. */
  window?: number
  /** Each answer to a sent message: its delay in milliseconds, and whether the message was stored. */
  onAnswer?: (answer: { afterMs: number; isStored: boolean }) => void
  /** Called for each message, sent or received, that the device has stored. */
  onStored?: (id: string) => void
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Acknowledged = FrameData<typeof chatFrames.message_stored>
type Frame = { event: string; data: Record<string, unknown> }

export type Device = Awaited<ReturnType<typeof aDevice>>

/**
 * A chat client with the guarantees of our own client: it creates the ids, stores messages until they are acknowledged, resends them in order after a
 * reconnect, and loads missed messages by sequence number. It has one chat, with the user's buddy.
 */
export async function aDevice({ mint, number, reconnectMs = 100, tokenLivesS = 3_600, window = 1, ...options }: DeviceOptions) {
  const { onAnswer, onStored } = options
  const me = uidOf(number)
  const buddy = uidOf(buddyOf(number))
  const origin = () => (typeof options.origin === 'string' ? options.origin : options.origin())
  const outbox: OutgoingMessage[] = []
  /** The time at which each was sent. */
  const inFlight = new Map<string, number>()
  const written: string[] = []
  const acknowledged = new Set<string>()
  const rejected = new Map<string, string>()
  // Ids by sequence number only: with more data per message, a long run would measure its garbage collection.
  const localIds = new Map<number, string>()
  const frames: Frame[] = []
  const closes: { code: number; reason: string }[] = []
  let highest = 0
  let reached = 0
  let delivered = 0
  let chatId: string | null = null
  let signedIn: { token: string; untilMs: number } | null = null
  let socket: WebSocket | null = null
  let isOn = false
  let isAuthenticated = false
  let catching: Promise<void> | null = null
  const watching = new Set<() => void>()
  const notifyWatchers = () => watching.forEach((look) => look())

  /** The same token for half its lifetime, as a browser caches it. */
  async function validToken(): Promise<string> {
    if (!signedIn || Date.now() >= signedIn.untilMs) {
      signedIn = { token: await mint.token(number, tokenLivesS), untilMs: Date.now() + tokenLivesS * 500 }
    }
    return signedIn.token
  }

  async function connect(): Promise<void> {
    if (!isOn) return
    const token = await validToken()
    const opened = new WebSocket(`${origin().replace('http', 'ws')}${SOCKET_PATH}`)
    socket = opened
    forgetConnection()
    opened.on('error', () => undefined) // it closes and reconnects
    opened.on('open', () => sendFrame(platformFrames.auth, { token }))
    opened.on('message', (raw: Buffer) => receive(JSON.parse(raw.toString()) as Frame)) // sent by our own server
    opened.on('close', (code, reason) => {
      if (socket !== opened) return
      socket = null
      forgetConnection()
      closes.push({ code, reason: reason.toString() })
      notifyWatchers()
      if (isOn) setTimeout(() => void connect(), reconnectMs)
    })
  }

  /** Messages in flight may not have arrived, so all of them are sent again. */
  function forgetConnection(): void {
    isAuthenticated = false
    inFlight.clear()
  }

  function sendFrame<F extends FrameDefinition>(frame: F, data: FrameData<F>): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event: frame.event, data }))
  }

  function receive({ event, data }: Frame): void {
    frames.push({ event, data })
    if (frames.length > 2_000) frames.splice(0, 1_000)
    // Each was sent by the server through the contract.
    if (event === 'authenticated') {
      isAuthenticated = true
      void catchUp()
      sendWaiting()
    } else if (event === 'message_stored') acknowledge(data as Acknowledged)
    else if (event === 'new_message') {
      delivered++
      recordMessages([(data as { message: WireMessage }).message])
    } else if (event === 'error') noteError(data as { id?: string; code: string })
    else if (event === 'chat_moved') void catchUp()
    else if (event === 'auth_expiring') {
      signedIn = null
      void validToken().then((token) => sendFrame(platformFrames.auth, { token }))
    }
    notifyWatchers()
  }

  function acknowledge(stored: Acknowledged): void {
    chatId = stored.chat_id
    const index = outbox.findIndex(({ id }) => id === stored.id)
    const message = outbox[index]
    answered(stored.id, true)
    acknowledged.add(message?.id ?? stored.id)
    if (message) {
      outbox.splice(index, 1)
      recordMessages([{ id: message.id, chat_id: stored.chat_id, seq: stored.seq }])
    }
    sendWaiting()
  }

  function answered(id: string, isStored: boolean): void {
    const sentAt = inFlight.get(id)
    if (sentAt !== undefined) onAnswer?.({ afterMs: performance.now() - sentAt, isStored })
    inFlight.delete(id)
  }

  function noteError({ id, code }: { id?: string; code: string }): void {
    if (!id || !inFlight.has(id)) return
    answered(id, false)
    if (['unavailable', 'rate_limited', 'storage_full'].includes(code)) setTimeout(sendWaiting, RETRY_MS)
    else {
      rejected.set(id, code)
      const index = outbox.findIndex((message) => message.id === id)
      outbox.splice(index, 1)
      sendWaiting()
    }
  }

  function recordMessages(messages: readonly Pick<WireMessage, 'id' | 'chat_id' | 'seq'>[]): void {
    for (const { id, chat_id, seq } of messages) {
      chatId ??= chat_id
      if (!localIds.has(seq)) onStored?.(id)
      localIds.set(seq, id)
      highest = Math.max(highest, seq)
    }
    // The last sequence number without a gap before it.
    while (localIds.has(reached + 1)) reached++
    if (highest > reached) void catchUp()
  }

  function catchUp(): Promise<void> {
    catching ??= fetchMissing()
      .catch(() => undefined) // the server is down; the next connection loads again
      .finally(() => {
        catching = null
        notifyWatchers()
      })
    return catching
  }

  async function fetchMissing(): Promise<void> {
    if (!chatId) {
      const { chats } = (await get(callAddress(chatCalls.getChats))) as { chats: { chat_id: string }[] }
      chatId = chats[0]?.chat_id ?? null
      if (!chatId) return
    }
    for (;;) {
      const page = await history({ after: reached, limit: 200 })
      recordMessages(page)
      // Messages that arrived in the meantime may have left another gap.
      if (page.length < 200 && (page.length === 0 || reached >= highest)) return
    }
  }

  async function history(query: { after?: number; before?: number; limit?: number }): Promise<WireMessage[]> {
    const { messages } = (await get(callAddress(chatCalls.getChatMessages, { chatId: chatId ?? '' }, query))) as { messages: WireMessage[] }
    return messages
  }

  async function get(path: string): Promise<unknown> {
    const response = await fetch(`${origin()}${path}`, {
      headers: { authorization: `Bearer ${await validToken()}` },
      signal: AbortSignal.timeout(5_000),
    })
    if (response.status === 429) {
      // Many devices share one address: reconnect at the requested time.
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      return get(path)
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }

  function sendWaiting(): void {
    if (!isAuthenticated) return
    for (const message of outbox.slice(0, window)) {
      if (inFlight.has(message.id)) continue
      inFlight.set(message.id, performance.now())
      sendFrame(chatFrames.sendMessage, { message, to: buddy })
    }
  }

  /** Resolves as soon as `check` returns true. @throws Error after `withinMs` */
  function until(what: string, check: () => boolean, withinMs = 30_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const poll = () => {
        if (!check()) return
        clearTimeout(timer)
        watching.delete(poll)
        resolve()
      }
      const timer = setTimeout(() => {
        watching.delete(poll)
        const state = `${outbox.length} wait, ${localIds.size} stored, last close ${JSON.stringify(closes.at(-1))}`
        reject(new Error(`${what}: not within ${withinMs} ms; ${state}`))
      }, withinMs)
      watching.add(poll)
      poll()
    })
  }

  return {
    me,
    buddy,
    acknowledged,
    rejected,
    written,
    closes,
    frames,
    say: sendFrame,
    until,
    get,
    history,
    delivered: () => delivered,
    chatId: () => chatId,
    async connect(): Promise<void> {
      isOn = true
      await connect()
      await until('signed in', () => isAuthenticated)
    },
    /** Queues a message, which is sent as soon as there is a connection. Returns its id. */
    write(content: string): string {
      const id = newUuidv7(Date.now())
      outbox.push({ id, type: 'text', content, referenceItem: [], to: buddy, from: me, chat_id: chatId, media: [] })
      written.push(id)
      sendWaiting()
      return id
    },
    /** Cuts the connection like a broken network. It reconnects automatically. */
    cut: () => socket?.terminate(),
    pause: () => socket?.pause(),
    resume: () => socket?.resume(),
    allAcknowledged: (withinMs?: number) => until('everything acknowledged', () => outbox.length === 0, withinMs),
    /** The ids of all stored messages in order, once there is no gap up to `seq`. */
    async upTo(seq: number, withinMs?: number): Promise<string[]> {
      await until(`everything up to ${seq}`, () => reached >= seq, withinMs)
      return [...localIds].toSorted(([one], [other]) => one - other).map(([, id]) => id)
    },
    async goOffline(): Promise<void> {
      isOn = false
      socket?.terminate()
      await catching
    },
  }
}

/**
 * The guarantee of chat for both sides of one chat: each acknowledged message is stored exactly once, in the order of its writer and
 * without gaps, and both devices have exactly these messages.
 */
export async function checkDelivery(a: Device, b: Device): Promise<{ stored: number; problems: string[] }> {
  const stored: WireMessage[] = []
  for (;;) {
    const page = await patiently(() => (a.chatId() ? a : b).history({ after: stored.length, limit: 200 }))
    stored.push(...page.toReversed())
    if (page.length < 200) break
  }
  const problems: string[] = []
  const count = new Map<string, number>()
  for (const { id } of stored) count.set(id, (count.get(id) ?? 0) + 1)
  for (const device of [a, b]) {
    for (const id of device.acknowledged) if (count.get(id) !== 1) problems.push(`acknowledged ${id}: ${count.get(id) ?? 0} times`)
    const order = stored.filter(({ from }) => from === device.me).map(({ id }) => id)
    const delivered = device.written.filter((id) => count.has(id))
    if (JSON.stringify(order) !== JSON.stringify(delivered)) problems.push(`the order of ${device.me} changed`)
    const localIds = await device.upTo(stored.length)
    if (JSON.stringify(localIds) !== JSON.stringify(stored.map(({ id }) => id))) problems.push(`${device.me} has other messages`)
  }
  stored.forEach(({ seq }, index) => seq === index + 1 || problems.push(`a hole before ${seq}`))
  return { stored: stored.length, problems: problems.slice(0, 5) }
}

/** Retries a few times: right after a fault, or on a busy machine, an answer may be late. */
async function patiently<T>(ask: () => Promise<T>, times = 5): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (times === 1) throw error
    return patiently(ask, times - 1)
  }
}
