import { describe, expect, it } from 'vitest'
import { chatFrames } from '#contract/chat.ts'
import { timings } from '#contract/limits.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import { createSocketLink } from './socket-link.ts'
import { USER_IS_NULL } from './session-token.ts'
import { settle, testClock } from './test-clock.ts'
import { signIn, testTransport, welcome } from './test-socket.ts'

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

describe('opening', () => {
  it('sends auth first, with a token it had before the socket was open', async () => {
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

  it('started twice, it opens one socket', async () => {
    const { link, sockets } = await anOpenLink()
    link.start()
    await settle()
    expect(sockets).toHaveLength(1)
  })

  it('opens nothing while nobody is signed in', async () => {
    const { link, sockets } = aLink({ token: () => Promise.reject(new Error(USER_IS_NULL)) })
    link.start()
    await settle()
    expect(link.state()).toEqual({ name: 'stopped', why: 'signed_out' })
    expect(link.send(chatFrames.typing, { chat_id: CHAT })).toBe('no_socket')
    expect(sockets).toHaveLength(0)
  })

  it('a socket that never answers is given up', async () => {
    const { link, clock, last } = aLink()
    link.start()
    await clock.pass(15_000)
    expect(last().closedByClient).not.toBeNull()
    expect(link.state()).toMatchObject({ name: 'waiting', why: 'lost' })
  })
})

describe('opening again', () => {
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

  it('goes on trying, each time with the same patience', async () => {
    const { clock, sockets, last } = await anOpenLink()
    for (let round = 2; round < 6; round++) {
      last().close(1006)
      await clock.pass(timings.reconnectDelayMs)
      expect(sockets).toHaveLength(round)
    }
  })

  it('stays away longer when a restarting server asks for it', async () => {
    const { link, clock, last } = await anOpenLink({ random: 0.5 })
    last().close(closeCodes.restarting, 'restarting; retry-after-ms=20000')
    expect(link.state()).toEqual({ name: 'waiting', why: 'restarting', untilMs: clock.nowMs() + 21_250 })
  })

  it('a restart without a hint, or with a shorter one, keeps the usual delay', async () => {
    for (const reason of ['restarting', 'retry-after-ms=10']) {
      const { link, clock, last } = await anOpenLink()
      last().close(closeCodes.restarting, reason)
      expect(link.state()).toMatchObject({ untilMs: clock.nowMs() + 5_000 })
    }
  })

  it('comes back later after having been too fast', async () => {
    const { link, clock, last } = await anOpenLink()
    last().close(closeCodes.tooFast, 'too many frames')
    expect(link.state()).toEqual({ name: 'waiting', why: 'too_fast', untilMs: clock.nowMs() + 15_000 })
  })

  it('a token that cannot be had now is asked for again later', async () => {
    let fails = true
    const { link, clock, sockets } = aLink({ token: () => (fails ? Promise.reject(new Error('offline')) : Promise.resolve('token')) })
    link.start()
    await settle()
    expect(link.state()).toMatchObject({ name: 'waiting', why: 'lost' })
    fails = false
    await clock.pass(5_000)
    expect(sockets).toHaveLength(1)
  })

  it('what an earlier socket says late is not heard', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    const heard: unknown[] = []
    link.subscribe(chatFrames.is_typing, (data) => heard.push(data))
    const [early] = sockets
    last().close(1006)
    await clock.pass(5_000)
    early?.send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    early?.close(1006)
    expect(heard).toEqual([])
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

  it('takes a fresh token after a refusal, and stops asking after three', async () => {
    const { link, clock, last } = await anOpenLink()
    for (const attempt of [1, 2]) {
      last().close(closeCodes.unauthenticated, 'token expired')
      await clock.pass(5_000)
      last().accept()
      expect([attempt, last().sent]).toEqual([attempt, [{ event: 'auth', data: { token: 'fresh' } }]])
    }
    last().close(closeCodes.unauthenticated)
    expect(link.state()).toEqual({ name: 'stopped', why: 'refused' })
    expect(clock.next()).toBeNull()
  })
})

describe('a socket that may be dead', () => {
  it('is asked for a sign of life, and kept when it gives one; nobody takes that for a new socket', async () => {
    const { link, clock, sockets, last, states } = await anOpenLink()
    const heard: unknown[] = []
    link.subscribe(platformFrames.authenticated, (data) => heard.push(data))
    link.check()
    link.check()
    await settle()
    expect(last().sent.slice(1)).toEqual([{ event: 'auth', data: { token: 'token' } }])
    signIn(last(), ALICE)
    await clock.pass(60_000)
    expect([sockets.length, heard, states.at(-1), clock.next()]).toEqual([1, [], 'open', null])
  })

  it('is given up when none comes within seconds, whatever else was still on its way to us', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.check()
    await clock.pass(4_999)
    last().send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    expect(link.state().name).toBe('open')
    await clock.pass(1)
    expect([link.state().name, last().closedByClient]).toEqual(['waiting', { code: 4000, reason: 'no answer' }])
    await clock.pass(5_000)
    expect(sockets).toHaveLength(2)
  })

  it('has its time from when it is asked: a token that is late, or none at all, says nothing of it', async () => {
    let late = Promise.withResolvers<string>()
    let isFirst = true
    const { link, clock, last } = await anOpenLink({ token: () => (isFirst ? Promise.resolve('token') : late.promise) })
    isFirst = false
    link.check()
    await clock.pass(20_000)
    late.reject(new Error('offline'))
    await clock.pass(20_000)
    expect(link.state().name).toBe('open')
    late = Promise.withResolvers()
    link.check()
    await clock.pass(20_000)
    late.resolve('token')
    await clock.pass(4_999)
    expect([link.state().name, last().sent.length]).toEqual(['open', 2])
    await clock.pass(1)
    expect(link.state()).toMatchObject({ name: 'waiting', why: 'lost' })
  })

  it('that is welcomed anew while the token is being fetched tells its listeners', async () => {
    const late = Promise.withResolvers<string>()
    let isFirst = true
    const { link, last } = await anOpenLink({ token: () => (isFirst ? Promise.resolve('token') : late.promise) })
    isFirst = false
    const heard: unknown[] = []
    link.subscribe(platformFrames.authenticated, (data) => heard.push(data))
    link.check()
    signIn(last(), ALICE)
    expect(heard).toHaveLength(1)
  })

  it('is not asked while there is none, and the next one owes nothing for the last', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.check()
    last().close(1006)
    link.check()
    await clock.pass(5_000)
    const heard: unknown[] = []
    link.subscribe(platformFrames.authenticated, (data) => heard.push(data))
    welcome(last(), ALICE)
    await clock.pass(60_000)
    expect([sockets.length, heard.length, link.state().name]).toEqual([2, 1, 'open'])
  })
})

describe('frames', () => {
  it('reach whoever asked for them, parsed, and others not at all', async () => {
    const { link, last } = await anOpenLink()
    const heard: unknown[] = []
    const stop = link.subscribe(chatFrames.is_typing, (data) => heard.push(data))
    last().send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    last().sendText('{"event":"is_typing","data":{"chat_id":"not an id"}}')
    last().sendText('{"event":"something_newer","data":{}}')
    last().sendText('no frame at all')
    stop()
    last().send(chatFrames.is_typing, { chat_id: CHAT, by: ALICE })
    expect(heard).toEqual([{ chat_id: CHAT, by: ALICE }])
  })

  it('are sent while the socket is open', async () => {
    const { link, last } = await anOpenLink()
    expect(link.send(chatFrames.typing, { chat_id: CHAT })).toBe('sent')
    expect(last().sent.at(-1)).toEqual({ event: 'typing', data: { chat_id: CHAT } })
  })

  it('sent without a socket open one at once and are not sent', async () => {
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

  it('stopped while it waits for a token, it opens nothing', async () => {
    const { link, sockets } = aLink()
    link.start()
    link.stop()
    await settle()
    expect(sockets).toHaveLength(0)
  })

  it('a socket that only looks open is given up and replaced after the delay', async () => {
    const { link, clock, sockets, last } = await anOpenLink()
    link.giveUp()
    expect(last().closedByClient).toEqual({ code: 4000, reason: 'no answer' })
    await clock.pass(5_000)
    expect(sockets).toHaveLength(2)
  })
})
