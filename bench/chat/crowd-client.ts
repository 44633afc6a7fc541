import { once } from 'node:events'
import { WebSocket } from 'ws'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { buddyOf, groupOf, type Mint, uidOf } from '#tests/kit/chat/crowd.ts'
import { percentile, roundToHundredth } from '../report.ts'

/** Connections opened at a time: an address may have 50 unauthenticated ones. */
const CONCURRENCY = 200
/** As in practice: few users share an address. */
const PEOPLE_PER_ADDRESS = 10
export const CONTENT =
  'Have you seen the new live session? The bassline at minute three is the best they ever did, and the whole hall sings.'

type Person = { number: number; token: string; socket: WebSocket | null; waits: Map<string, () => void> }
export type Latency = { perSecond: number; acknowledged: { p50: number; p99: number }; delivered: { p50: number; p99: number } }

/**
 * Many clients in this one process, which does as little as possible with each frame.
 * @param origins each client connects to one of these at random, as a load balancer spreads them
 */
export async function aCrowd(origins: readonly string[], mint: Mint, count: number) {
  const people: Person[] = []
  let acknowledged = 0
  let delivered = 0
  let rejected = 0
  /** When each message was sent, by its id. */
  const timed = new Map<string, number>()
  const ackTimes: number[] = []
  const deliveryTimes: number[] = []
  let onAcknowledged: ((person: Person) => void) | null = null
  /** Whether people write to their group instead of their buddy. */
  let writesToGroups = false

  for (let number = 0; number < count; number++)
    people.push({ number, token: await mint.token(number, 36_000), socket: null, waits: new Map() })

  /** Recognizes frames by their first bytes; parsing each would make this process the bottleneck. */
  function receive(person: Person, raw: Buffer): void {
    const event = raw.toString('latin1', 10, raw.indexOf(34, 10))
    if (event === 'message_stored') {
      acknowledged++
      recordTime(raw, ackTimes)
      onAcknowledged?.(person)
    } else if (event === 'new_message') {
      delivered++
      recordTime(raw, deliveryTimes)
    } else if (event === 'error') {
      rejected++
      setTimeout(() => onAcknowledged?.(person), 50)
    } else {
      person.waits.get(event)?.()
      person.waits.delete(event)
    }
  }

  function recordTime(raw: Buffer, times: number[]): void {
    if (timed.size === 0) return
    const index = raw.indexOf('"id":"')
    const sent = timed.get(raw.toString('latin1', index + 6, index + 42))
    if (sent !== undefined) times.push(performance.now() - sent)
  }

  function waitFor(person: Person, event: string): Promise<void> {
    return new Promise((resolve) => person.waits.set(event, resolve))
  }

  async function connectOne(person: Person): Promise<void> {
    const origin = origins[Math.floor(Math.random() * origins.length)] ?? ''
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, {
      perMessageDeflate: false,
      localAddress: addressOf(person.number),
    })
    person.socket = socket
    socket.on('message', (raw: Buffer) => receive(person, raw))
    await once(socket, 'open')
    const welcome = waitFor(person, 'authenticated')
    socket.send(JSON.stringify({ event: 'auth', data: { token: person.token, uid: uidOf(person.number) } }))
    await rejectIfClosed(socket, welcome)
  }

  async function reconnect(person: Person): Promise<void> {
    await connectOne(person)
    if (!person.socket) return
    const caughtUp = waitFor(person, 'resumed')
    person.socket.send('{"event":"resume","data":{"chats":[]}}')
    await rejectIfClosed(person.socket, caughtUp)
  }

  async function forEachPerson(work: (person: Person) => Promise<void>, atOnce = CONCURRENCY): Promise<void> {
    let next = 0
    const worker = async () => {
      for (let person = people[next++]; person; person = people[next++]) await work(person)
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, people.length) }, worker))
  }

  function send(person: Person): string {
    const id = newUuidv7(Date.now())
    const to = writesToGroups ? groupOf(person.number) : uidOf(buddyOf(person.number))
    const chatId = writesToGroups ? to : null
    const message = { id, type: 'text', content: CONTENT, referenceItem: [], to, from: uidOf(person.number), chat_id: chatId, media: [] }
    person.socket?.send(JSON.stringify({ event: 'sendMessage', data: { message, to } }))
    return id
  }

  return {
    people,
    connect: () => forEachPerson(connectOne),

    /** The number of connected clients. */
    connected: () => people.filter(({ socket }) => socket?.readyState === WebSocket.OPEN).length,

    /**
     * Every client, or each that `writes`, sends, waits for the acknowledgement and sends the next. Returns messages per second.
     * `toGroups`: to their group instead of their buddy.
     */
    async asFastAsPossible(
      seconds: number,
      { writes = () => true, toGroups = false }: { writes?: (number: number) => boolean; toGroups?: boolean } = {},
    ): Promise<{ perSecond: number; acknowledged: number; delivered: number; rejected: number }> {
      writesToGroups = toGroups
      ;[acknowledged, delivered, rejected] = [0, 0, 0]
      const began = performance.now()
      onAcknowledged = (person) => void send(person)
      for (const person of people) if (writes(person.number)) send(person)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      const [stored, took] = [acknowledged, (performance.now() - began) / 1_000]
      onAcknowledged = null
      await waitUntilUnchanged(() => acknowledged + rejected)
      await waitUntilUnchanged(() => delivered)
      return { perSecond: Math.round(stored / took), acknowledged, delivered, rejected }
    },

    /** Messages of alternating users at a fixed rate. */
    async atRate(perSecond: number, seconds: number): Promise<Latency> {
      ackTimes.length = 0
      deliveryTimes.length = 0
      const began = performance.now()
      let sent = 0
      while (sent < perSecond * seconds) {
        const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - began) / 1_000) * perSecond))
        for (; sent < due; sent++) {
          const person = people[(sent * 7) % people.length]
          if (person) timed.set(send(person), performance.now())
        }
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      await waitUntilUnchanged(() => ackTimes.length + deliveryTimes.length)
      timed.clear()
      const percentiles = (times: number[]) => ({
        p50: roundToHundredth(percentile(times, 0.5)),
        p99: roundToHundredth(percentile(times, 0.99)),
      })
      return { perSecond, acknowledged: percentiles(ackTimes), delivered: percentiles(deliveryTimes) }
    },

    /** Cuts all sockets at once. Clients reconnect after the usual wait and catch up. Returns seconds until the last one has. */
    async storm(wait: () => number): Promise<{ seconds: number; busySeconds: number }> {
      const began = performance.now()
      let first = Infinity
      for (const person of people) person.socket?.terminate()
      await Promise.all(
        people.map(async (person) => {
          await new Promise((resolve) => setTimeout(resolve, wait()))
          first = Math.min(first, performance.now())
          await retryUntilDone(() => reconnect(person), wait)
        }),
      )
      const ended = performance.now()
      return { seconds: roundToHundredth((ended - began) / 1_000), busySeconds: roundToHundredth((ended - first) / 1_000) }
    },

    close: () => people.forEach((person) => person.socket?.terminate()),
  }
}

/** Waits for the next matching frame of a socket. @throws when the socket is closed before */
async function rejectIfClosed(socket: WebSocket, awaited: Promise<void>): Promise<void> {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  const onClose = (code: number) => reject(new Error(`closed with ${code}`))
  socket.on('close', onClose)
  await Promise.race([awaited, closed])
  socket.off('close', onClose)
}

/** A loopback address. */
function addressOf(number: number): string {
  const address = Math.floor(number / PEOPLE_PER_ADDRESS)
  return `127.0.${1 + Math.floor(address / 250)}.${1 + (address % 250)}`
}

/** Retries as often as real clients: a server may reject some while it accepts the others. */
async function retryUntilDone(act: () => Promise<void>, wait: () => number): Promise<void> {
  for (;;) {
    try {
      return await act()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait()))
    }
  }
}

/** Resolves when the count has not changed for half a second. */
async function waitUntilUnchanged(counted: () => number): Promise<void> {
  for (let before = -1; before !== counted();) {
    before = counted()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
