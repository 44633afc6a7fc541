import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect as connectTcp, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { defineFrame } from '#contract/base/frame.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import { createSocketHub, type LocalHub } from '#server/platform/socket/socket-hub.ts'
import { createSocketServer, type SocketServer } from '#server/platform/socket/socket-server.ts'
import { createSocketLink } from '#web/platform/socket/socket-link.ts'
import type { SocketTransport } from '#web/platform/socket/socket-link.ts'
import { testClock } from '#web/platform/test-clock.ts'

/* A real connection between the web client and the server over TCP, through a proxy that keeps connections open and drops every byte. The
   test advances both clocks. */

const ALICE = '0199d3a0-0000-4000-8000-00000000000a'
const news = defineFrame('news', z.object({ text: z.string() }))
const TARGET_MS = 35_000

let ends: (() => unknown)[]
let hub: LocalHub
let sockets: SocketServer
let proxy: Awaited<ReturnType<typeof startProxy>>

const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port

/** Forwards bytes until `drop` is called. From then on, existing connections lose all bytes in both directions. */
async function startProxy(to: number) {
  const pairs: Socket[] = []
  let dropped = new Set<Socket>()
  const server = createTcpServer((near) => {
    const far = connectTcp(to, '127.0.0.1')
    pairs.push(near, far)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => void (dropped.has(from) || into.write(bytes)))
      from.on('error', () => from.destroy())
      // The end of a connection behind a dead network is not noticed.
      from.on('close', () => void (dropped.has(from) || into.destroy()))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of pairs) socket.destroy()
    server.close()
  })
  return { port: portOf(server), drop: () => void (dropped = new Set(pairs)) }
}

beforeEach(async () => {
  ends = []
  const server = createServer()
  const bus = createMemoryBus({ log: pino({ level: 'silent' }) })
  hub = createSocketHub(bus)
  sockets = createSocketServer({
    server,
    hub,
    bus,
    routes: [],
    authenticate: async () => ({
      uid: ALICE,
      hasProfile: true,
      token: { issuedAtMs: Date.now(), expiresAtMs: Date.now() + 3_600_000, authTimeMs: 1, sessionId: null },
    }),
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date() },
    isOwnHost: () => true,
    isOwnOrigin: () => true,
    trustedProxies: [],
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  proxy = await startProxy(portOf(server))
})
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends) end()
})

/** The link of the web client, with `ws` in place of the browser's socket. */
function aLink() {
  const clock = testClock()
  const transport: SocketTransport = (address, events) => {
    const socket = new WebSocket(address)
    ends.push(() => socket.terminate())
    socket.on('open', () => events.opened())
    socket.on('message', (raw: Buffer) => events.text(raw.toString()))
    socket.on('close', (code, reason) => events.closed(code, reason.toString()))
    socket.on('error', () => undefined)
    return { send: (text) => socket.send(text), close: (code, reason) => socket.close(code, reason) }
  }
  const link = createSocketLink({
    address: `ws://127.0.0.1:${proxy.port}/ws`,
    transport,
    getToken: async () => 'token',
    nowMs: clock.nowMs,
    timers: clock.timers,
    random: () => 0,
  })
  const received: string[] = []
  link.subscribe(news, ({ text }) => received.push(text))
  ends.push(() => link.stop())
  return { link, clock, received }
}

/** From now on the test advances the server's timers. */
const stopServerTime = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })

async function isOpen(link: ReturnType<typeof aLink>['link']): Promise<void> {
  await expect.poll(() => link.state().name).toBe('open')
}
async function receive(received: string[], text: string): Promise<void> {
  hub.send([ALICE], news, { text })
  await expect.poll(() => received.at(-1)).toBe(text)
}

describe('F18: a network that drops every byte and closes nothing', () => {
  test('is noticed by the page within 35 s, which reconnects and receives again', async () => {
    const { link, clock, received } = aLink()
    link.start()
    await isOpen(link)
    await receive(received, 'before')
    proxy.drop()
    hub.send([ALICE], news, { text: 'lost' })
    await clock.pass(TARGET_MS)
    expect(link.state().name).not.toBe('open')
    await clock.pass(5_000)
    await isOpen(link)
    await receive(received, 'after')
    expect(received).toEqual(['before', 'after'])
  })

  test('is detected by the server within 35 s; connections that answer stay open', async () => {
    stopServerTime()
    const gone = aLink()
    gone.link.start()
    await isOpen(gone.link)
    proxy.drop()
    const there = aLink()
    there.link.start()
    await isOpen(there.link)
    for (let passed = 0; passed < TARGET_MS; passed += 1_000) {
      await vi.advanceTimersByTimeAsync(1_000)
      // Pings use a real connection.
      await receive(there.received, String(passed))
    }
    await expect.poll(() => sockets.connections()).toBe(1)
    expect(there.link.state().name).toBe('open')
  })

  test('keeps an idle connection that has nothing to send', async () => {
    stopServerTime()
    const { link, clock, received } = aLink()
    link.start()
    await isOpen(link)
    for (let passed = 0; passed < 120_000; passed += 1_000) {
      await Promise.all([clock.pass(1_000), vi.advanceTimersByTimeAsync(1_000)])
      await new Promise(setImmediate)
    }
    await receive(received, 'still here')
    expect([link.state().name, sockets.connections()]).toEqual(['open', 1])
  })
})
