import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { defineFrame } from '#contract/base/frame.ts'
import { socketLimits } from '#contract/limits.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { createSocketHub, type LocalHub } from './socket-hub.ts'
import { on } from './socket-route.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'

const sayFrame = defineFrame('say', z.object({ text: z.string() }))
const rejectMe = defineFrame('rejectMe', z.object({ id: z.string() }))
const takeTime = defineFrame('takeTime', z.object({ id: z.string() }))
const ALICE = '0199d3a0-0000-4000-8000-00000000000a'
const BOB = '0199d3a0-0000-4000-8000-00000000000b'
const uidOf: Record<string, string> = { alice: ALICE, bob: BOB }

let server: Server
let hub: LocalHub
let sockets: SocketServer
let received: string[]
/** Ends pending work, with or without an error. */
let timeIsUp: PromiseWithResolvers<void>
let ends: (() => void)[]
/** How far the server's clock is ahead. */
let aheadMs: number

beforeEach(async () => {
  received = []
  timeIsUp = Promise.withResolvers()
  ends = []
  aheadMs = 0
  server = createServer()
  const bus = createMemoryBus({ log: pino({ level: 'silent' }) })
  hub = createSocketHub(bus)
  sockets = createSocketServer({
    server,
    hub,
    bus,
    routes: [
      on(sayFrame, ({ text }, peer) => void received.push(`${peer.uid} ${text.length}`)),
      on(rejectMe, () => {
        throw new AppError('not_connected')
      }),
      on(takeTime, async ({ id }) => {
        received.push(`${id} begins`)
        await timeIsUp.promise
        received.push(`${id} ends`)
      }),
    ],
    authenticate: async (token) => ({
      uid: uidOf[token] ?? ALICE,
      hasProfile: true,
      token: { issuedAtMs: Date.now(), expiresAtMs: Date.now() + 300_000, authTimeMs: 1, sessionId: null },
    }),
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date(Date.now() + aheadMs) },
    isOwnHost: () => true,
    isOwnOrigin: () => true,
    trustedProxies: [],
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const end of ends) end()
  server.close()
  await once(server, 'close')
})

// A server listening on TCP has an address object.
const port = () => (server.address() as AddressInfo).port

type Frame = { event: string; data: Record<string, unknown> }

async function aSocket(token = 'alice') {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws`)
  ends.push(() => socket.terminate())
  const frames: Frame[] = []
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as Frame))
  socket.on('error', () => undefined)
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  await once(socket, 'open')
  const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }))
  send('auth', { token })
  await expect.poll(() => frames.length > 0 || socket.readyState !== WebSocket.OPEN).toBe(true)
  return { socket, send, frames, closed }
}

/** A raw connection whose frames are written by hand. */
async function aRawSocket(): Promise<{ tcp: Socket; answered: () => Buffer }> {
  const tcp = connectTcp(port(), '127.0.0.1')
  ends.push(() => tcp.destroy())
  let answered = Buffer.alloc(0)
  tcp.on('data', (part) => (answered = Buffer.concat([answered, part])))
  tcp.on('error', () => undefined)
  tcp.write(
    `GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${Buffer.alloc(16, 1).toString('base64')}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n`,
  )
  await expect.poll(() => answered.includes('\r\n\r\n')).toBe(true)
  return { tcp, answered: () => answered }
}

/** The bytes of one frame; `first` is its first byte (flags and opcode). */
function frame(first: number, payload: Buffer, { masked = true } = {}): Buffer {
  const length = payload.length < 126 ? Buffer.from([payload.length]) : Buffer.from([126, payload.length >> 8, payload.length & 255])
  length[0] = (length[0] ?? 0) | (masked ? 128 : 0)
  // A mask of zeros changes nothing, and is valid.
  return Buffer.concat([Buffer.from([first]), length, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}

const TEXT = 0x81
/** The code in the close frame that a raw socket received last. */
const closeCode = (bytes: Buffer): number => {
  const index = bytes.lastIndexOf(0x88)
  return bytes.readUInt16BE(index + 2)
}

describe('A19: frames that no client sends', () => {
  test('a frame of 1 MB, or of 100 MB, closes the socket at its header, before its body is read', async () => {
    for (const bytes of [1_000_000, 100_000_000]) {
      const { tcp, answered } = await aRawSocket()
      const head = Buffer.alloc(14)
      head.set([TEXT, 127 | 128])
      head.writeUInt32BE(bytes, 6)
      tcp.write(head)
      await once(tcp, 'close')
      expect(closeCode(answered())).toBe(1009)
    }
  })

  test('10,000 fragments don’t circumvent the limit', async () => {
    const { tcp, answered } = await aRawSocket()
    const more = frame(0x00, Buffer.alloc(100, 'x'))
    tcp.write(Buffer.concat([frame(0x01, Buffer.from('{')), ...Array.from({ length: 10_000 }, () => more)]))
    await once(tcp, 'close')
    expect(closeCode(answered())).toBe(1009)
  })

  test('an unmasked frame is a protocol error', async () => {
    const { tcp, answered } = await aRawSocket()
    tcp.write(frame(TEXT, Buffer.from('{"event":"auth","data":{"token":"alice"}}'), { masked: false }))
    await once(tcp, 'close')
    expect(closeCode(answered())).toBe(1002)
  })
})

test('A21: compression is not offered, and a compressed frame is a protocol error', async () => {
  const { tcp, answered } = await aRawSocket()
  expect(answered().toString()).not.toContain('permessage-deflate')
  tcp.write(frame(TEXT | 0x40, Buffer.alloc(100)))
  await once(tcp, 'close')
  expect(closeCode(answered())).toBe(1002)
})

describe('A20: floods', () => {
  test('1,000 frames at once close the socket that sent them, and no other', async () => {
    const [flood, other] = [await aSocket('alice'), await aSocket('bob')]
    for (let index = 0; index < 1_000; index++) flood.send('say', { text: 'x' })
    expect((await flood.closed).code).toBe(4429)
    expect(received.length).toBeLessThanOrEqual(socketLimits.framesPerSecond * 3)
    other.send('say', { text: 'still here' })
    await expect.poll(() => received.at(-1)).toBe(`${BOB} 10`)
  })

  test('a user has 20 sockets, and the next one is closed', async () => {
    for (let index = 0; index < 20; index++) await aSocket()
    const next = await aSocket()
    expect((await next.closed).code).toBe(4429)
    expect((await aSocket('bob')).frames[0]?.event).toBe('authenticated')
  })
})

test('F9: a client that stops reading is closed with 4008 and costs little memory, while others continue', async () => {
  const [still, moving] = [await aSocket('alice'), await aSocket('bob')]
  still.socket.pause()
  const text = 'x'.repeat(50_000)
  const before = process.memoryUsage()
  for (let sent = 0; sent < 1_000; sent++) {
    hub.send([ALICE], sayFrame, { text })
    if (sent % 100 === 0) {
      hub.send([BOB], sayFrame, { text: String(sent) })
      await new Promise(setImmediate)
    }
  }
  // 50 MB were sent to it. Its own buffer and the kernel's limit the pending data.
  const after = process.memoryUsage()
  expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(5_000_000)
  await expect.poll(() => moving.frames.length).toBe(11)
  still.socket.resume()
  expect((await still.closed).code).toBe(4008)
})

test('an error contains the id of the rejected message', async () => {
  const { send, frames } = await aSocket()
  send('rejectMe', { id: 'this one' })
  send('nobody takes this', { message: { id: 'that one' } })
  await expect
    .poll(() => frames.slice(1).map(({ data }) => [data['code'], data['id']]))
    .toEqual([
      ['not_connected', 'this one'],
      ['unknown_event', 'that one'],
    ])
})

test('a frame waits for earlier frames of its own socket only', async () => {
  const alice = await aSocket()
  const bob = await aSocket('bob')
  alice.send('takeTime', { id: 'first' })
  alice.send('takeTime', { id: 'second' })
  alice.send('say', { text: 'third' })
  await expect.poll(() => received).toEqual(['first begins'])
  bob.send('say', { text: 'other' })
  await expect.poll(() => received).toEqual(['first begins', `${BOB} 5`])
  timeIsUp.resolve()
  const after = ['first ends', 'second begins', 'second ends', `${ALICE} 5`]
  await expect.poll(() => received).toEqual(['first begins', `${BOB} 5`, ...after])
})

test('the queue of a socket is limited: reading pauses, the socket stays open, and reading resumes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const paused = vi.spyOn(WebSocket.prototype, 'pause')
  const { socket, send } = await aSocket()
  send('takeTime', { id: 'first' })
  for (let index = 1; index <= 100; index++) send('say', { text: 'x'.repeat(10_000 + index) })
  await expect.poll(() => paused.mock.calls.length).toBe(1)
  // The amount that an honest client may send at 40 a second while the server does not read.
  aheadMs += 10_000
  for (let index = 101; index <= 300; index++) send('say', { text: 'x'.repeat(10_000 + index) })
  vi.advanceTimersByTime(120_000)
  expect(received).toEqual(['first begins'])
  timeIsUp.resolve()
  await expect.poll(() => received.length).toBe(302)
  expect(received.slice(2)).toEqual(Array.from({ length: 300 }, (_, index) => `${ALICE} ${10_001 + index}`))
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

test('a clock that is set back closes no socket within the limit', async () => {
  const { socket, send } = await aSocket()
  aheadMs -= 3_600_000
  for (let index = 1; index <= 20; index++) send('say', { text: 'x'.repeat(index) })
  await expect.poll(() => received.length).toBe(20)
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

test('a frame that fails late is answered with its id, and the frames behind it are handled', async () => {
  const { send, frames } = await aSocket()
  send('takeTime', { id: 'this one' })
  send('say', { text: 'behind it' })
  await expect.poll(() => received).toEqual(['this one begins'])
  timeIsUp.reject(new AppError('unavailable'))
  await expect.poll(() => received).toEqual(['this one begins', `${ALICE} 9`])
  await expect.poll(() => frames.slice(1).map(({ data }) => [data['code'], data['id']])).toEqual([['unavailable', 'this one']])
})

test('A19: an aborted upgrade affects no other socket, and an upgrade to a different path is rejected', async () => {
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: ${Buffer.alloc(16, 1).toString('base64')}\r\n\r\n`
  for (const path of ['/elsewhere', '/ws']) {
    const arrived = once(server, 'upgrade')
    const tcp = connectTcp(port(), '127.0.0.1')
    tcp.write(upgrade(path))
    const [, stream] = (await arrived) as [unknown, Socket]
    stream.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    tcp.on('error', () => undefined)
    await expect.poll(() => stream.destroyed).toBe(true)
  }
  const tcp = connectTcp(port(), '127.0.0.1')
  tcp.write(upgrade('/elsewhere'))
  const [answer] = (await once(tcp, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /)
  await once(tcp, 'close')
  expect((await aSocket()).frames).toHaveLength(1)
})

test('F12: connected users reconnect after a restart, not all at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => aSocket()))
  await sockets.drain(1_000)
  for (const { closed } of all) {
    const { code, reason } = await closed
    const ms = Number(/^restarting; retry-after-ms=(\d+)$/.exec(reason)?.[1])
    expect([code, ms >= 5_000, ms <= 5_005]).toEqual([1012, true, true])
  }
  await expect(aSocket()).rejects.toThrow('503')
})

describe('unknown frames', () => {
  const nested = (wrap: (deep: string) => string) => wrap('['.repeat(30_000) + ']'.repeat(30_000))

  test('an unknown event gets the error "unknown event" with the id of its frame, and the socket stays open', async () => {
    const socket = await aSocket()
    socket.send('no such event', { id: 'mine' })
    socket.send('__proto__', {})
    socket.send('say', { text: 'still here' })
    await expect.poll(() => received).toEqual([`${ALICE} 10`])
    expect(socket.frames.slice(1)).toEqual([
      { event: 'error', data: { message: 'unknown event', code: 'unknown_event', id: 'mine' } },
      { event: 'error', data: { message: 'unknown event', code: 'unknown_event' } },
    ])
  })

  test.each([
    ['alone', (deep: string) => deep],
    ['as data', (deep: string) => `{"event":"say","data":${deep}}`],
    ['beside the data', (deep: string) => `{"event":"say","data":{"text":"x","more":${deep}}}`],
  ])('a deeply nested frame (%s) gets an error, and the socket stays open', async (_, wrap) => {
    const client = await aSocket()
    client.socket.send(nested(wrap))
    client.send('say', { text: 'still here' })
    await expect.poll(() => received).toEqual([`${ALICE} 10`])
    expect(client.frames.slice(1)).toMatchObject([{ event: 'error', data: { code: 'invalid_input' } }])
  })

  test.each([
    ['nested', () => nested((deep) => deep), 'invalid_input'],
    ['another event', () => '{"event":"say","data":{"text":"x"}}', 'unauthenticated'],
  ])('before authentication, %s gets an error event first', async (_, text, code) => {
    const { tcp, answered } = await aRawSocket()
    const payload = Buffer.from(text().slice(0, 60_000))
    tcp.write(frame(TEXT, payload))
    await expect.poll(() => answered().toString()).toContain(`"code":"${code}"`)
  })
})
