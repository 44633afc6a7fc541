import { describe, expect, test } from 'vitest'
import { manualClock } from '#tests/kit/people.ts'
import { createLogs } from '../observability/log.ts'
import { createAnnouncedCache } from './announced-cache.ts'
import { createMemoryBus, createMemoryExchange } from './memory-bus.ts'

const log = createLogs({ filter: 'off', pretty: false })('bus')
const max = 2

function twoServers() {
  const [clock, exchange] = [manualClock(), createMemoryExchange()]
  const evicted: string[] = []
  const create = (onEvicted?: (name: string) => void) =>
    createAnnouncedCache<string>({
      bus: createMemoryBus({ log, exchange }),
      clock,
      topic: 'test',
      max,
      keysOf: (name) => name.split('+'),
      ...(onEvicted ? { onEvicted } : {}),
    })
  return { clock, evicted, near: create(), far: create((name) => void evicted.push(name)) }
}

describe('a cache with evictions on all servers', () => {
  test('keeps an entry for half a minute, unless the clock is set back', () => {
    const { clock, near } = twoServers()
    near.add('a', 'one', near.generation())
    clock.pass(29_999)
    expect(near.get('a')).toBe('one')
    clock.pass(1)
    expect(near.get('a')).toBeUndefined()
    near.add('a', 'two', near.generation())
    clock.pass(-1)
    expect(near.get('a')).toBeUndefined()
  })

  test('an eviction drops every key of the name, here at once and on the others by announcement', async () => {
    const { evicted, near, far } = twoServers()
    for (const cache of [near, far]) for (const key of ['a', 'b']) cache.add(key, key, cache.generation())
    near.evict('a+b')
    expect([near.get('a'), near.get('b')]).toEqual([undefined, undefined])
    await expect.poll(() => evicted).toEqual(['a+b'])
    expect([far.get('a'), far.get('b')]).toEqual([undefined, undefined])
  })

  test('does not cache a value that was read before an eviction', () => {
    const { near } = twoServers()
    const readIn = near.generation()
    near.evict('a')
    near.add('a', 'stale', readIn)
    expect(near.get('a')).toBeUndefined()
    near.evictMatching(() => false)
    near.add('a', 'stale', readIn + 1)
    expect(near.get('a')).toBeUndefined()
  })

  test('drops matching entries, and the oldest when it is full', () => {
    const { near } = twoServers()
    for (const key of ['a', 'b', 'a', 'c']) near.add(key, key, near.generation())
    expect(['a', 'b', 'c'].map(near.get)).toEqual(['a', undefined, 'c'])
    near.evictMatching((key, value) => key === 'a' && value === 'a')
    expect(['a', 'c'].map(near.get)).toEqual([undefined, 'c'])
  })

  test('while the bus is down, an entry is used for a second; after a reconnect all are gone', () => {
    let [isUp, rejoined]: [boolean, (since: Date) => void] = [true, () => undefined]
    const clock = manualClock()
    const bus = {
      ...createMemoryBus({ log }),
      isUp: () => isUp,
      onReconnected: (listener: typeof rejoined) => void (rejoined = listener),
    }
    const cache = createAnnouncedCache<string>({ bus, clock, topic: 'test', max })
    cache.add('a', 'one', cache.generation())
    clock.pass(1_000)
    expect(cache.get('a')).toBe('one')
    isUp = false
    expect(cache.get('a')).toBeUndefined()
    isUp = true
    const readIn = cache.generation()
    rejoined(new Date())
    expect(cache.get('a')).toBeUndefined()
    cache.add('a', 'read during the outage', readIn)
    expect(cache.get('a')).toBeUndefined()
  })
})
