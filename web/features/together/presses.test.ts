import { expect, test } from 'vitest'
import type { TogetherItem } from '#contract/together.ts'
import { afterPress, isReplaced, type Press } from './presses.ts'
import { aMember, aSession } from './together.test-session.ts'

const item = (id: string): TogetherItem => ({
  id,
  side: 'sound',
  title: id,
  by: '',
  spotify_id: null,
  youtube_id: 'a'.repeat(11),
  added_by: 'ida',
  votes: [],
})
const session = aSession({
  current: item('first'),
  queue: [item('second'), item('third')],
  timeline: { item: 'first', position_ms: 10_000, rate: 1, at_ms: 100_000 },
  members: [aMember('ida', { role: 'host', error: 'region' })],
  skips: ['max'],
})
const paused = { ...session, timeline: { item: 'first', position_ms: 10_000, rate: 0 as const, at_ms: 100_000 } }
const after = (of: typeof session, press: Press, role: 'host' | 'guest' = 'host') =>
  afterPress(of, role, { press, atMs: 105_000, startsAtMs: 106_200 })

test('a pause stops where the session is, and playback continues there from the agreed start', () => {
  expect(after(session, { kind: 'pause' }).timeline).toEqual({ item: 'first', position_ms: 15_000, rate: 0, at_ms: 105_000 })
  expect(after(paused, { kind: 'play' }).timeline).toEqual({ item: 'first', position_ms: 10_000, rate: 1, at_ms: 106_200 })
  expect(after(session, { kind: 'play' })).toBe(session)
  expect(after(paused, { kind: 'pause' })).toBe(paused)
})

test('a seek moves the session, and leaves it paused if it was', () => {
  expect(after(session, { kind: 'seek', position_ms: 60_000 }).timeline).toMatchObject({ position_ms: 60_000, rate: 1, at_ms: 106_200 })
  expect(after(paused, { kind: 'seek', position_ms: 60_000 }).timeline).toMatchObject({ position_ms: 60_000, rate: 0 })
})

test('the host skips to the next item, or to nothing at the end of the queue', () => {
  const next = after(session, { kind: 'skip', item: 'first' })
  expect([next.current?.id, next.queue.map(({ id }) => id), next.skips]).toEqual(['second', ['third'], []])
  expect(next.timeline).toEqual({ item: 'second', position_ms: 0, rate: 1, at_ms: 106_200 })
  expect(next.members[0]).toMatchObject({ ready: false, error: null })
  expect(after({ ...session, queue: [] }, { kind: 'skip', item: 'first' })).toMatchObject({
    current: null,
    timeline: { item: null, rate: 0 },
  })
})

test('a vote of a guest, a skip whose next item the server chooses, and one of an earlier item change nothing here', () => {
  expect(after(session, { kind: 'skip', item: 'first' }, 'guest')).toBe(session)
  const inTurns = { ...session, turns: true }
  expect(after(inTurns, { kind: 'skip', item: 'first' })).toBe(inTurns)
  expect(after(session, { kind: 'skip', item: 'zeroth' })).toBe(session)
})

test.each([
  [{ kind: 'pause' }, { kind: 'play' }, true],
  [{ kind: 'seek', position_ms: 1 }, { kind: 'seek', position_ms: 2 }, true],
  [{ kind: 'pause' }, { kind: 'seek', position_ms: 2 }, false],
  [{ kind: 'skip', item: 'first' }, { kind: 'skip', item: 'second' }, false],
] satisfies [Press, Press, boolean][])('%o is replaced by %o: %s', (earlier, later, expected) => {
  expect(isReplaced(earlier, later)).toBe(expected)
})
