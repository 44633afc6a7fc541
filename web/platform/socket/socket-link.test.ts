import { describe, expect, it } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import { timings } from '#contract/limits.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import { createSocketLink } from './socket-link.ts'
import { USER_IS_NULL } from '../session-token.ts'
import { settle, testClock } from '../test-clock.ts'
import { testTransport, welcome } from './test-socket.ts'

const ALICE = '0199a1c2-0000-7000-8000-00000000000a'
const CHAT = '0199a1c2-0000-7000-8000-0000000000c1'

function aLink({ random = 0, token = (fresh: boolean) => Promise.resolve(fresh ? 'fresh' : 'token') } = {}) {
  const clock = testClock()
  const { transport, sockets, last } = testTransport()
  const link = createSocketLink({
    address: 'ws://here/ws',
    transport,
    getToken: ({ forceRefresh }) => token(forceRefresh),
    nowMs: clock.nowMs,
    timers: clock.timers,
    random: () => random,
  })
  const states: string[] = []
  link.onState((state) => states.push(state.name))
  return { link, clock, sockets, last, states }
}

async function anOpenLink(options: Parameters<typeof aLink>[0] = {}) {
  const world = aLink(options)
  world.link.start()
  await settle()
  welcome(world.last(), ALICE)
  return world
}

describe('connecting', () => {
  it('sends auth first, with a token fetched before the socket opened', async () => {
    const { link, sockets, last, states } = aLink()
    link.start()
    expect(sockets).toHaveLength(0)
    await settle()
    last().accept()
    expect(last().sent).toEqual([{ event: 'auth', data: { token: 'token' } }])
    last().send(platformFrames.authenticated, { uid: ALICE, expires_at: '2026-11-20T13:00:00.000Z' })
    expect(link.state()).toEqual({ name: 'open', uid: ALICE })
    expect(states).toEqual(['connecting', 'authenticating', 'open'])
  })

  it('opens one socket when started twice', async () => {
    const { link, sockets } = await anOpenLink()
    link.start()
    await settle()
    expect(sockets).toHaveLength(1)
  })

  it('opens nothing while signed out', async () => {
    const { link, sockets } = aLink({ token: () => Promise.reject(new Error(USER_IS_NULL)) })
    link.start()
    await settle()
    expect(link.state()).toEqual({ name: 'stopped', why: 'signed_out' })
    expect(link.send(chatFrames.typing, { chat_id: CHAT })).toBe('no_socket')
    expect(sockets).toHaveLength(0)
  })

  it('closes a socket that never answers', async () => {
    const { link, clock, last } = aLink()
    link.start()
    await clock.pass(15_000)
    expect(last().closedByClient).not.toBeNull()
    expect(link.state()).toMatchObject({ name: 'waiting', why: 'lost' })
  })
})

describe('reconnecting', () => {
  it.each([
    [0, 5_000],
    [0.999, 7_497.5],
  ])('waits 5 s plus jitter, never less (random %d)', async (random, expectedMs) => {
    const { link, clock, sockets, last } = await anOpenLink({ random })
    last().close(1006)
    expect(link.state()).toEqual({ name: 'waiting', why: 'lost', untilMs: clock.nowMs() + expectedMs })
    await clock.pass(expectedMs - 1)
    expect(sockets).toHaveLength(1)
    await clock.pass(1)
    expect(sockets).toHaveLength(2)
  })

  it('keeps retrying with the same delay', async () => {
    const { clock, sockets, last } = await anOpenLink()
    for (let round = 2; round < 6; round++) {
      last().close(1006)
      await clock.pass(timings.reconnectDelayMs)
      expect(sockets).toHaveLength(round)
    }
  })

  it('waits longer when a restarting server requests it', async () => {
    const { link, clock, last } = await anOpenLink({ random: 0.5 })
    last().close(closeCodes.restarting, 'restarting; retry-after-ms=20000')
    expect(link.state()).toEqual({ name: 'waiting', why: 'restarting', untilMs: clock.nowMs() + 21_250 })
  })

  it('keeps the usual delay for a restart without a hint or with a shorter one', async () => {
    for (const reason of ['restarting', 'retry-after-ms=10']) {
      const { link, clock, last } = await anOpenLink()
      last().close(closeCodes.restarting, reason)
      expect(link.state()).toMatchObject({ untilMs: clock.nowMs() + 5_000 })
    }
  })

  it('reconnects later after a rate limit', async () => {
    const { link, clock, last } = await anOpenLink()
    last().close(closeCodes.tooFast, 'too many frames')
    expect(link.state()).toEqual({ name: 'waiting', why: 'too_fast', untilMs: clock.nowMs() + 15_000 })
  })

  it("retries when a token can't be fetched", async () => {
    let fails = true
    const { link, clock, sockets } = aLink({ token: () => (fails ? Promise.reject(new Error('offline')) : Promise.resolve('token')) })
    link.start()
    await settle()
    expect(link.state()).toMatchObject({ name: 'waiting', why: 'lost' })
    fails = false
    await clock.pass(5_000)
    expect(sockets).toHaveLength(1)
  })

  it('ignores late events of an earlier socket', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    const received: unknown[] = []
    link.subscribe(chatFrames.is_typing, (data) => received.push(data))
    const [early] = sockets
    last().close(1006)
    await clock.pass(5_000)
    early?.send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    early?.close(1006)
    expect(received).toEqual([])
    expect(link.state().name).toBe('connecting')
  })
})

describe('tokens', () => {
  it('answers auth_expiring with a fresh token on the same socket', async () => {
    const { last, sockets, link } = await anOpenLink()
    last().send(platformFrames.auth_expiring, {})
    await settle()
    expect(last().sent.at(-1)).toEqual({ event: 'auth', data: { token: 'fresh' } })
    last().send(platformFrames.authenticated, { uid: ALICE, expires_at: '2026-11-20T14:00:00.000Z' })
    expect(sockets).toHaveLength(1)
    expect(link.state().name).toBe('open')
  })

  it('sends a fresh token after a rejection, and stops after three', async () => {
    const { link, clock, last } = await anOpenLink()
    for (const attempt of [1, 2]) {
      last().close(closeCodes.unauthenticated, 'token expired')
      await clock.pass(5_000)
      last().accept()
      expect([attempt, last().sent]).toEqual([attempt, [{ event: 'auth', data: { token: 'fresh' } }]])
    }
    last().close(closeCodes.unauthenticated)
    expect(link.state()).toEqual({ name: 'stopped', why: 'rejected' })
    expect(clock.next()).toBeNull()
  })
})

describe('a socket that may be dead', () => {
  const pings = (sent: { event: string }[]) => sent.filter(({ event }) => event === 'ping').length

  it('is pinged once, and stays open when it answers', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.check()
    link.check()
    expect(last().sent.slice(1)).toEqual([{ event: 'ping', data: {} }])
    last().send(platformFrames.pong, {})
    await clock.pass(timings.heartbeatMs)
    expect([sockets.length, link.state().name]).toEqual([1, 'open'])
  })

  it('closes a socket without a response within seconds, even when other frames arrive', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.check()
    await clock.pass(timings.pongTimeoutMs - 1)
    last().send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    expect(link.state().name).toBe('open')
    await clock.pass(1)
    expect([link.state().name, last().closedByClient]).toEqual(['waiting', { code: 4000, reason: 'no answer' }])
    await clock.pass(5_000)
    expect(sockets).toHaveLength(2)
  })

  it.each([
    ['says nothing', () => undefined],
    ['goes on sending into the void', (link: ReturnType<typeof aLink>['link']) => link.send(chatFrames.typing, { chat_id: CHAT })],
  ])('is noticed within 35 s, and replaced, even when nobody returns to the page: the page %s', async (_, act) => {
    const { link, clock, sockets, last } = await anOpenLink()
    for (let seconds = 0; seconds < 35; seconds++) {
      await clock.pass(1_000)
      if (link.state().name === 'open') act(link)
      if (link.state().name === 'connecting') welcome(last(), ALICE)
    }
    expect([sockets[0]?.closedByClient?.reason, pings(sockets[0]?.sent ?? [])]).toEqual(['no answer', 1])
    expect([sockets.length, link.state().name]).toEqual([2, 'open'])
  })

  it('is noticed within 35 s of the last frame, whenever that came', async () => {
    for (const lastFrameMs of [0, 1, 13_999, 14_000, 14_001, 27_999]) {
      const { link, clock, last } = await anOpenLink()
      await clock.pass(lastFrameMs)
      last().send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
      await clock.pass(35_000)
      expect([lastFrameMs, link.state().name === 'open']).toEqual([lastFrameMs, false])
    }
  })

  it('a socket that answers stays open, and a busy one is not pinged', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    const socket = last()
    for (let second = 0; second < 600; second++) {
      await clock.pass(1_000)
      socket.send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    }
    expect(pings(socket.sent)).toBe(0)
    for (let second = 0; second < 600; second++) {
      const before = pings(socket.sent)
      await clock.pass(1_000)
      if (pings(socket.sent) > before) socket.send(platformFrames.pong, {})
    }
    expect([sockets.length, link.state().name, pings(socket.sent)]).toEqual([1, 'open', 21])
  })

  it('is pinged again by a page that slept while waiting: the response may still be on its way', async () => {
    const { link, clock, last } = await anOpenLink()
    link.check()
    // The clock went on while no timer of the page ran.
    clock.jump(600_000)
    await clock.pass(timings.pongTimeoutMs)
    expect([link.state().name, pings(last().sent)]).toEqual(['open', 2])
    last().send(platformFrames.pong, {})
    await clock.pass(timings.pongTimeoutMs)
    expect(link.state().name).toBe('open')
  })

  it('is closed by a page whose timers are always late, as in the background', async () => {
    const { link, clock } = await anOpenLink()
    link.check()
    for (let times = 0; times < 2; times++) {
      clock.jump(60_000)
      await clock.pass(timings.pongTimeoutMs)
    }
    expect(link.state()).toMatchObject({ name: 'waiting', why: 'lost' })
  })

  it('is noticed while the clock of the device is set back by hours', async () => {
    const { link, clock } = await anOpenLink()
    await clock.pass(1_000)
    clock.jump(-6 * 3_600_000)
    await clock.pass(35_000)
    expect(link.state().name).not.toBe('open')
  })

  it('is replaced at once by a check after it was lost, instead of after the delay', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    last().close(1006)
    link.check()
    await settle()
    expect(sockets).toHaveLength(2)
    // A check while a socket is opening does not open another one.
    link.check()
    await settle()
    welcome(last(), ALICE)
    await clock.pass(timings.heartbeatMs - 1)
    expect([sockets.length, link.state().name]).toEqual([2, 'open'])
  })

  it('is not replaced by a check before the time that the server has named', async () => {
    const { link, sockets, last } = await anOpenLink()
    last().close(closeCodes.restarting, 'retry-after-ms=9000')
    link.check()
    await settle()
    expect(sockets).toHaveLength(1)
  })

  it('starts without the pending check of the socket before', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.check()
    last().close(1006)
    await clock.pass(5_000)
    welcome(last(), ALICE)
    await clock.pass(timings.heartbeatMs)
    expect([sockets.length, link.state().name]).toEqual([2, 'open'])
  })
})

describe('frames', () => {
  it('are delivered to their subscribers only', async () => {
    const { link, last } = await anOpenLink()
    const received: unknown[] = []
    const stop = link.subscribe(chatFrames.is_typing, (data) => received.push(data))
    last().send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    last().sendText('{"event":"something_newer","data":{}}')
    last().sendText('no frame at all')
    stop()
    last().send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    expect(received).toEqual([{ chat_id: CHAT, by: ALICE }])
  })

  it('are sent while the socket is open', async () => {
    const { link, last } = await anOpenLink()
    expect(link.send(chatFrames.typing, { chat_id: CHAT })).toBe('sent')
    expect(last().sent.at(-1)).toEqual({ event: 'typing', data: { chat_id: CHAT } })
  })

  it('are not sent without a socket, but open one at once', async () => {
    const { link, sockets, last } = await anOpenLink()
    last().close(1006)
    expect(link.send(chatFrames.typing, { chat_id: CHAT })).toBe('no_socket')
    expect(link.send(chatFrames.typing, { chat_id: CHAT })).toBe('connecting')
    await settle()
    expect(sockets).toHaveLength(2)
    welcome(last(), ALICE)
    expect(last().sent).toEqual([{ event: 'auth', data: { token: 'token' } }])
  })
})

describe('stopping', () => {
  it('closes the socket and opens no other', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.stop()
    await clock.pass(60_000)
    expect(last().closedByClient).toEqual({ code: 4000, reason: 'bye' })
    expect(sockets).toHaveLength(1)
    link.start()
    await settle()
    expect(sockets).toHaveLength(2)
  })

  it('opens nothing when stopped while waiting for a token', async () => {
    const { link, sockets } = aLink()
    link.start()
    link.stop()
    await settle()
    expect(sockets).toHaveLength(0)
  })

  it('replaces an abandoned socket after the delay', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.giveUp()
    expect(last().closedByClient).toEqual({ code: 4000, reason: 'no answer' })
    await clock.pass(5_000)
    expect(sockets).toHaveLength(2)
  })
})
