import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { createMemoryBus, createMemoryExchange, type MemoryExchange } from '#server/platform/bus/memory-bus.ts'
import { createSocketHub, type HubPeer } from '#server/platform/socket/socket-hub.ts'
import { createOnline, GRACE_MS } from './presence.service.ts'

const ANNA = '0199d3a0-0000-4000-8000-00000000000a'
const BEN = '0199d3a0-0000-4000-8000-00000000000b'

let exchange: MemoryExchange
let news: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  exchange = createMemoryExchange()
  news = []
})
afterEach(() => vi.useRealTimers())

/** A server process. `isDeaf` cuts it off from the bus, as a crash would, until it rejoins. */
function aProcess(name: string) {
  const memory = createMemoryBus({ log: pino({ level: 'silent' }), exchange })
  const process = { isDeaf: false }
  const reconnected: ((since: Date) => void)[] = []
  const bus = {
    ...memory,
    announce: (topic: string, payload: string) => void (process.isDeaf || memory.announce(topic, payload)),
    onAnnouncement: (topic: string, listener: (payload: string) => void) =>
      memory.onAnnouncement(topic, (payload) => void (process.isDeaf || listener(payload))),
    onReconnected: (listener: (since: Date) => void) => void reconnected.push(listener),
  }
  const hub = createSocketHub(bus)
  const recordChange = (uid: Uid, isOnline: boolean) => {
    if (!process.isDeaf) news.push(`${name}: ${uid === ANNA ? 'anna' : 'ben'} ${isOnline ? 'is here' : 'is gone'}`)
  }
  const common = { bus, nowMs: () => Date.now(), log: pino({ level: 'silent' }) }
  const online = createOnline({ ...common, topic: 'presence', onUser: hub.onUserPresence, graceMs: GRACE_MS, changed: recordChange })
  const visible = createOnline({ ...common, topic: 'visible', onUser: hub.onUserVisibility, graceMs: 0, changed: () => undefined })
  function open(uid: Uid): HubPeer {
    const peer: HubPeer = {
      uid,
      authTimeMs: 1,
      send: () => undefined,
      sendText: () => undefined,
      close: () => undefined,
    }
    hub.add(peer)
    return peer
  }
  function rejoin(): void {
    process.isDeaf = false
    for (const listener of reconnected) listener(new Date())
  }
  return {
    online,
    visible,
    open,
    show: (peer: HubPeer, isVisible: boolean) => hub.setVisible(peer, isVisible),
    shut: (peer: HubPeer) => hub.remove(peer),
    crash: () => void (process.isDeaf = true),
    rejoin,
  }
}

/** Delivers announcements, and advances the clock in steps in which they arrive. */
const delivered = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))))
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 1_000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1_000))
    await delivered()
  }
}

describe('with a single server', () => {
  test('a user is online while any socket is open, and goes offline a few seconds after the last one closes', async () => {
    const { online, open, shut } = aProcess('one')
    const [laptop, phone] = [open(ANNA), open(ANNA)]
    shut(laptop)
    await pass(60_000)
    expect([online.isOnline(ANNA), online.isOnline(BEN), news]).toEqual([true, false, ['one: anna is here']])
    shut(phone)
    await pass(GRACE_MS - 1_000)
    expect(online.isOnline(ANNA)).toBe(true)
    await pass(2_000)
    expect([online.isOnline(ANNA), news]).toEqual([false, ['one: anna is here', 'one: anna is gone']])
  })

  test('a reload does not change the presence', async () => {
    const { open, shut } = aProcess('one')
    shut(open(ANNA))
    await pass(5_000)
    open(ANNA)
    await pass(60_000)
    expect(news).toEqual(['one: anna is here'])
  })
})

describe('across servers', () => {
  test('a user on one server is online for the others, even for one that starts later', async () => {
    const first = aProcess('one')
    first.open(ANNA)
    const second = aProcess('two')
    await pass(31_000)
    expect([second.online.isOnline(ANNA), second.online.isOnline(BEN), news]).toEqual([true, false, ['one: anna is here']])
  })

  test('a user with a tab on each server goes offline only when both close, even at the same moment', async () => {
    const [first, second] = [aProcess('one'), aProcess('two')]
    const [left, right] = [first.open(ANNA), second.open(ANNA)]
    await delivered()
    first.shut(left)
    await pass(60_000)
    expect([first.online.isOnline(ANNA), news.filter((text) => text.endsWith('gone'))]).toEqual([true, []])
    const repeated = first.open(ANNA)
    first.shut(repeated)
    second.shut(right)
    await pass(GRACE_MS + 2_000)
    expect([first.online.isOnline(ANNA), second.online.isOnline(ANNA)]).toEqual([false, false])
    expect(news.filter((text) => text.endsWith('gone'))).not.toEqual([])
  })

  test('when a server stops, its users have time to reconnect elsewhere; the others go offline once', async () => {
    const [first, second, third] = [aProcess('one'), aProcess('two'), aProcess('three')]
    first.open(ANNA)
    first.open(BEN)
    await delivered()
    first.online.stop()
    first.crash()
    await pass(5_000)
    second.open(ANNA)
    await pass(GRACE_MS)
    expect([third.online.isOnline(ANNA), third.online.isOnline(BEN)]).toEqual([true, false])
    expect(news.filter((text) => text.endsWith('gone')).map((text) => text.split(': ')[1])).toEqual(['ben is gone'])
  })

  test('users of a crashed server go offline', async () => {
    const [first, second] = [aProcess('one'), aProcess('two')]
    first.open(ANNA)
    await pass(16_000)
    expect(second.online.isOnline(ANNA)).toBe(true)
    first.crash()
    await pass(90_000)
    expect([second.online.isOnline(ANNA), news.at(-1)]).toEqual([false, 'two: anna is gone'])
  })

  test('two disconnected servers agree on presence after reconnecting, even when the number of users is the same as before', async () => {
    const [first, second] = [aProcess('one'), aProcess('two')]
    const anna = first.open(ANNA)
    await pass(16_000)
    expect([second.online.isOnline(ANNA), second.online.isOnline(BEN)]).toEqual([true, false])
    first.crash()
    first.shut(anna)
    first.open(BEN)
    await pass(20_000)
    first.rejoin()
    await pass(11_000)
    expect([second.online.isOnline(ANNA), second.online.isOnline(BEN)]).toEqual([false, true])
  })
})

describe('a visible page', () => {
  test('can be on any device, and stops counting at once when the last page is hidden or closed', async () => {
    const { visible, online, open, show, shut } = aProcess('one')
    const [laptop, phone] = [open(ANNA), open(ANNA)]
    show(laptop, false)
    await pass(1_000)
    expect(visible.isOnline(ANNA)).toBe(true)
    show(phone, false)
    await pass(1)
    expect([visible.isOnline(ANNA), online.isOnline(ANNA)]).toEqual([false, true])
    show(laptop, true)
    expect(visible.isOnline(ANNA)).toBe(true)
    shut(laptop)
    show(laptop, true)
    await pass(1)
    expect([visible.isOnline(ANNA), online.isOnline(ANNA)]).toEqual([false, true])
  })

  test('counts on every server', async () => {
    const [first, second] = [aProcess('one'), aProcess('two')]
    const [left, right] = [first.open(ANNA), second.open(ANNA)]
    first.show(left, false)
    await pass(1_000)
    expect([first.visible.isOnline(ANNA), second.visible.isOnline(ANNA)]).toEqual([true, true])
    second.show(right, false)
    await pass(1_000)
    expect([first.visible.isOnline(ANNA), second.visible.isOnline(ANNA)]).toEqual([false, false])
    first.show(left, true)
    await pass(1_000)
    expect([first.visible.isOnline(ANNA), second.visible.isOnline(ANNA)]).toEqual([true, true])
  })
})
