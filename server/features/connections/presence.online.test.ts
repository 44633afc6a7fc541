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
    const one = aProcess('one')
    one.open(ANNA)
    const two = aProcess('two')
    await pass(31_000)
    expect([two.online.isOnline(ANNA), two.online.isOnline(BEN), news]).toEqual([true, false, ['one: anna is here']])
  })

  test('a user with a tab on each server goes offline only when both close, even at the same moment', async () => {
    const [one, two] = [aProcess('one'), aProcess('two')]
    const [left, right] = [one.open(ANNA), two.open(ANNA)]
    await delivered()
    one.shut(left)
    await pass(60_000)
    expect([one.online.isOnline(ANNA), news.filter((it) => it.endsWith('gone'))]).toEqual([true, []])
    const again = one.open(ANNA)
    one.shut(again)
    two.shut(right)
    await pass(GRACE_MS + 2_000)
    expect([one.online.isOnline(ANNA), two.online.isOnline(ANNA)]).toEqual([false, false])
    expect(news.filter((it) => it.endsWith('gone'))).not.toEqual([])
  })

  test('when a server stops, its users have time to reconnect elsewhere; the others go offline once', async () => {
    const [one, two, three] = [aProcess('one'), aProcess('two'), aProcess('three')]
    one.open(ANNA)
    one.open(BEN)
    await delivered()
    one.online.stop()
    one.crash()
    await pass(5_000)
    two.open(ANNA)
    await pass(GRACE_MS)
    expect([three.online.isOnline(ANNA), three.online.isOnline(BEN)]).toEqual([true, false])
    expect(news.filter((it) => it.endsWith('gone')).map((it) => it.split(': ')[1])).toEqual(['ben is gone'])
  })

  test('users of a crashed server go offline', async () => {
    const [one, two] = [aProcess('one'), aProcess('two')]
    one.open(ANNA)
    await pass(16_000)
    expect(two.online.isOnline(ANNA)).toBe(true)
    one.crash()
    await pass(90_000)
    expect([two.online.isOnline(ANNA), news.at(-1)]).toEqual([false, 'two: anna is gone'])
  })

  test('two disconnected servers agree on presence after reconnecting, even when the number of users is the same as before', async () => {
    const [one, two] = [aProcess('one'), aProcess('two')]
    const anna = one.open(ANNA)
    await pass(16_000)
    expect([two.online.isOnline(ANNA), two.online.isOnline(BEN)]).toEqual([true, false])
    one.crash()
    one.shut(anna)
    one.open(BEN)
    await pass(20_000)
    one.rejoin()
    await pass(11_000)
    expect([two.online.isOnline(ANNA), two.online.isOnline(BEN)]).toEqual([false, true])
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
    const [one, two] = [aProcess('one'), aProcess('two')]
    const [left, right] = [one.open(ANNA), two.open(ANNA)]
    one.show(left, false)
    await pass(1_000)
    expect([one.visible.isOnline(ANNA), two.visible.isOnline(ANNA)]).toEqual([true, true])
    two.show(right, false)
    await pass(1_000)
    expect([one.visible.isOnline(ANNA), two.visible.isOnline(ANNA)]).toEqual([false, false])
    one.show(left, true)
    await pass(1_000)
    expect([one.visible.isOnline(ANNA), two.visible.isOnline(ANNA)]).toEqual([true, true])
  })
})
