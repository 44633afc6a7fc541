import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { defineFrame } from '#contract/base/frame.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import type { Viewer } from '../http/route.ts'
import { createSocketHub, type LocalHub } from './socket-hub.ts'
import { on } from './socket-route.ts'
import { createSocketServer } from './socket-server.ts'

const sayFrame = defineFrame('say', z.object({ text: z.string() }))
const MINUTE_MS = 60_000

let server: Server
let hub: LocalHub
let received: string[]
let viewers: Map<string, Viewer>
/** Resolved by a test that delays the check of a token. */
let slow: Promise<void>
let open: WebSocket[]
let isIsolated: boolean
let rejoined: (since: Date) => void
let looks: number

const viewer = (uid: string, authTimeMs = 1, expiresInMs = 5 * MINUTE_MS): Viewer => ({
  uid,
  hasProfile: true,
  token: { issuedAtMs: Date.now(), expiresAtMs: Date.now() + expiresInMs, authTimeMs, sessionId: null },
})

const ALICE = '0199d3a0-0000-4000-8000-00000000000a'
const BOB = '0199d3a0-0000-4000-8000-00000000000b'

beforeEach(async () => {
  // Only timers and the clock are fake; the network is real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  received = []
  open = []
  isIsolated = false
  looks = 0
  slow = Promise.resolve()
  viewers = new Map([
    ['alice-1', viewer(ALICE, 1)],
    ['alice-2', viewer(ALICE, 2)],
    ['bob', viewer(BOB, 3)],
  ])
  server = createServer()
  hub = createSocketHub(createMemoryBus({ log: pino({ level: 'silent' }) }))
  createSocketServer({
    server,
    hub,
    routes: [on(sayFrame, ({ text }, peer) => void received.push(`${peer.uid} ${text}`))],
    bus: { isUp: () => !isIsolated, onReconnected: (listener) => void (rejoined = listener) },
    authenticate: async (token, options) => {
      if (options?.recheck) looks++
      const found = viewers.get(token)
      await slow
      if (!found) throw new AppError('unauthenticated')
      return found
    },
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date() },
    isOwnHost: () => true,
    isOwnOrigin: (origin) => origin === 'http://own.example',
    trustedProxies: ['127.0.0.9'],
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of open) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
})

type Frame = { event: string; data: Record<string, unknown> }

async function connect(origin = 'http://own.example', { from, forwardedFor }: { from?: string; forwardedFor?: string } = {}) {
  // A server listening on TCP has an address object.
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    origin,
    ...(from ? { localAddress: from } : {}),
    ...(forwardedFor ? { headers: { 'x-forwarded-for': forwardedFor } } : {}),
  })
  open.push(socket)
  const frames: Frame[] = []
  const waiting: { event: string; resolve: (frame: Frame) => void }[] = []
  socket.on('message', (raw) => {
    const frame = JSON.parse((raw as Buffer).toString()) as Frame
    frames.push(frame)
    for (const waiter of waiting.splice(0)) if (waiter.event === frame.event) waiter.resolve(frame)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }))
  return {
    send,
    closed,
    frames,
    next: (event: string) => new Promise<Frame>((resolve) => waiting.push({ event, resolve })),
    async auth(token: string) {
      const answer = new Promise((resolve) => waiting.push({ event: 'authenticated', resolve }))
      send('auth', { token })
      await answer
    },
    /** Advances the time as in production: pings are answered in between. */
    async pass(ms: number) {
      for (let left = ms; left > 0 && socket.readyState === WebSocket.OPEN; left -= 10_000) {
        await vi.advanceTimersByTimeAsync(Math.min(left, 10_000))
        const answered = new Promise((resolve) => socket.once('pong', resolve).once('close', resolve))
        if (socket.readyState === WebSocket.OPEN) socket.ping()
        await answered
      }
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
  }
}

/** Waits until the server has processed everything that was sent on this connection. */
async function roundTrip(socket: Awaited<ReturnType<typeof connect>>) {
  const response = socket.next('error')
  socket.send('no such event', {})
  await response
}

describe('the authentication of a socket', () => {
  test('A15: a socket that does not authenticate within 5 s is closed', async () => {
    const socket = await connect()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(socket.isOpen()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect((await socket.closed).code).toBe(4401)
  })

  test('a socket that sent its token is not closed while the token is verified, however long it takes', async () => {
    const gate = Promise.withResolvers<void>()
    slow = gate.promise
    const socket = await connect()
    const timers = vi.getTimerCount()
    socket.send('auth', { token: 'alice-1' })
    await expect.poll(() => vi.getTimerCount()).toBeLessThan(timers)
    await vi.advanceTimersByTimeAsync(20_000)
    const welcome = socket.next('authenticated')
    gate.resolve()
    expect(await welcome).toMatchObject({ data: { uid: ALICE } })
  })

  test('A15: an address has at most 50 unauthenticated sockets', async () => {
    for (let index = 0; index < 50; index++) await connect()
    await expect(connect()).rejects.toThrow('429')
    open[0]?.close()
    await new Promise((resolve) => open[0]?.once('close', resolve))
    await expect
      .poll(() =>
        connect().then(
          () => 'let in',
          () => 'rejected',
        ),
      )
      .toBe('let in')
  })

  test('A15: behind a trusted proxy each forwarded address is counted; other forwarded addresses are ignored', async () => {
    const connectThroughProxy = (forwardedFor: string) => connect(undefined, { from: '127.0.0.9', forwardedFor })
    for (let index = 0; index < 50; index++) await connectThroughProxy('203.0.113.1')
    await expect(connectThroughProxy('203.0.113.1')).rejects.toThrow('429')
    await expect(connectThroughProxy('203.0.113.2')).resolves.toBeDefined()
    // The last entry is the proxy's own; the client's entries don't count.
    await expect(connectThroughProxy('203.0.113.3, 203.0.113.1')).rejects.toThrow('429')
    // An IPv6 network counts as one address, whichever of its addresses connects.
    for (let index = 0; index < 50; index++) await connectThroughProxy(`2001:db8:1:2::${index}`)
    await expect(connectThroughProxy('2001:db8:1:2:ffff::')).rejects.toThrow('429')
    for (let index = 0; index < 50; index++) await connect(undefined, { forwardedFor: `203.0.113.${index}` })
    await expect(connect(undefined, { forwardedFor: '203.0.113.200' })).rejects.toThrow('429')
  })

  test('A16: commands before authentication are not executed, and the socket is closed', async () => {
    const socket = await connect()
    socket.send('say', { text: 'hi' })
    expect([(await socket.closed).code, received]).toEqual([4401, []])
  })

  test('with an invalid token it gets an error and is closed', async () => {
    const socket = await connect()
    socket.send('auth', { token: 'made up' })
    expect([(await socket.closed).code, socket.frames.map(({ data }) => data['code'])]).toEqual([4401, ['unauthenticated']])
  })

  test('A17: a second person can’t take over a socket', async () => {
    const socket = await connect()
    await socket.auth('alice-1')
    socket.send('auth', { token: 'bob' })
    expect([(await socket.closed).code, hub.isConnectedHere(BOB)]).toEqual([4401, false])
  })

  test('pages of other sites can’t open a socket', async () => {
    await expect(connect('https://evil.example')).rejects.toThrow('403')
  })
})

describe('A18: a token that runs out while the socket is open', () => {
  test('is requested again, and after a minute without one the socket is closed', async () => {
    viewers.set('short', viewer(ALICE, 1, 10_000))
    const socket = await connect()
    await socket.auth('short')
    const expiring = socket.next('auth_expiring')
    await vi.advanceTimersByTimeAsync(10_000)
    await expiring
    await socket.pass(MINUTE_MS)
    expect((await socket.closed).code).toBe(4401)
  })

  test('leaves the socket open when the user sends a new token in time', async () => {
    viewers.set('short', viewer(ALICE, 1, 10_000))
    const socket = await connect()
    await socket.auth('short')
    const expiring = socket.next('auth_expiring')
    await vi.advanceTimersByTimeAsync(10_000)
    await expiring
    await socket.auth('alice-1')
    await socket.pass(MINUTE_MS)
    await roundTrip(socket)
    expect(socket.isOpen()).toBe(true)
  })
})

describe('A14: a sign-in that ends', () => {
  test('closes its own sockets and no others of that user', async () => {
    const [first, second, bob] = [await connect(), await connect(), await connect()]
    await first.auth('alice-1')
    await second.auth('alice-2')
    await bob.auth('bob')
    hub.disconnect(ALICE, 4401, 'signed out', 1)
    expect(await first.closed).toEqual({ code: 4401, reason: 'signed out' })
    await roundTrip(second)
    await roundTrip(bob)
    hub.disconnect(ALICE, 4401, 'signed out')
    await second.closed
    await roundTrip(bob)
    expect([second.isOpen(), bob.isOpen()]).toEqual([false, true])
  })

  test('also closes a socket that was re-authenticated by that session', async () => {
    const socket = await connect()
    await socket.auth('alice-1')
    await socket.auth('alice-2')
    hub.disconnect(ALICE, 4401, 'signed out', 1)
    await roundTrip(socket)
    expect(socket.isOpen()).toBe(true)
    hub.disconnect(ALICE, 4401, 'signed out', 2)
    expect((await socket.closed).code).toBe(4401)
  })

  test('on another process while the bus is down takes effect within 30 s, or seconds after the bus returns', async () => {
    const [alice, bob] = [await connect(), await connect()]
    await alice.auth('alice-1')
    await bob.auth('bob')
    isIsolated = true
    viewers.delete('alice-1')
    await bob.pass(30_000)
    expect([(await alice.closed).code, bob.isOpen()]).toEqual([4401, true])
    viewers.delete('bob')
    isIsolated = false
    rejoined(new Date())
    await bob.pass(20_000)
    expect((await bob.closed).code).toBe(4401)
  })

  test('or a suspension on another process, while only this one was disconnected, is noticed soon after the reconnect', async () => {
    const [alice, bob] = [await connect(), await connect()]
    await alice.auth('alice-1')
    await bob.auth('bob')
    viewers.set('alice-1', { ...viewer(ALICE, 1), isSuspended: true })
    viewers.delete('bob')
    rejoined(new Date())
    await alice.pass(20_000)
    expect(await Promise.all([alice.closed, bob.closed])).toEqual([
      { code: 4401, reason: 'suspended' },
      { code: 4401, reason: 'signed out' },
    ])
  })

  test('is noticed at the next heartbeat when the check after the bus outage failed', async () => {
    const alice = await connect()
    await alice.auth('alice-1')
    const signedOut = viewers
    viewers = {
      get: () => {
        throw new AppError('unavailable')
      },
    } as unknown as typeof viewers // only read from
    rejoined(new Date())
    await alice.pass(20_000)
    expect([looks, alice.isOpen()]).toEqual([1, true])
    viewers = signedOut
    viewers.delete('alice-1')
    await alice.pass(20_000)
    expect((await alice.closed).code).toBe(4401)
  })

  test('causes no query while the bus is up', async () => {
    const socket = await connect()
    await socket.auth('alice-1')
    await socket.pass(30_000)
    expect([looks, socket.isOpen()]).toEqual([0, true])
  })

  test('during the check of its token leaves no socket open', async () => {
    const gate = Promise.withResolvers<void>()
    slow = gate.promise
    const socket = await connect()
    socket.send('auth', { token: 'alice-1' })
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    await new Promise(setImmediate)
    // Already looked up, but not yet registered as Alice's: nobody can find it to close it.
    viewers.delete('alice-1')
    hub.disconnect(ALICE, 4401, 'signed out')
    gate.resolve()
    expect((await socket.closed).code).toBe(4401)
  })
})

test('after an outage of the bus connected users get "authenticated" again, and their pages reload', async () => {
  const [alice, nobody] = [await connect(), await connect()]
  await alice.auth('alice-1')
  await alice.pass(20_000)
  const confirmations = () => alice.frames.filter(({ event }) => event === 'authenticated')
  expect(confirmations()).toHaveLength(1)
  rejoined(new Date())
  await alice.pass(20_000)
  await expect.poll(() => confirmations().length).toBe(2)
  expect(confirmations()[1]).toEqual(confirmations()[0])
  expect(nobody.frames).toEqual([])
})
