import { describe, expect, it } from 'vitest'
import {
  append,
  clearUpcoming,
  currentOf,
  emptyQueue,
  jumpTo,
  MAX_QUEUE,
  move,
  playAll,
  playNext,
  playNow,
  remove,
  restore,
  step,
  upcomingOf,
  type Queue,
  type QueueEntry,
} from './queue.ts'

const entry = (key: string): QueueEntry => ({
  key,
  playable: { kind: 'song', songId: key.padEnd(22, 'x'), title: key, by: 'A' },
  title: key,
  by: 'A',
  from: null,
})
const queueOf = (keys: string, index: number): Queue => ({ entries: keys.split('').map(entry), at: index })
const keysOf = ({ entries }: Queue) => entries.map(({ key }) => key).join('')

describe('the queue', () => {
  it('plays an entry now and continues with the rest of the queue', () => {
    const queue = playNow(queueOf('abc', 0), entry('n'))
    expect([keysOf(queue), currentOf(queue)?.key]).toEqual(['anbc', 'n'])
    expect(keysOf(playNow(emptyQueue, entry('n')))).toBe('n')
  })

  it('inserts directly after the current entry, appends at the end, and keeps the current entry', () => {
    expect(keysOf(playNext(queueOf('abc', 1), [entry('x'), entry('y')]))).toBe('abxyc')
    expect(append(queueOf('ab', 0), [entry('x')])).toMatchObject({ at: 0, entries: [{ key: 'a' }, { key: 'b' }, { key: 'x' }] })
  })

  it('replaces the upcoming entries when a whole list is played', () => {
    const queue = playAll(queueOf('abc', 0), [entry('x'), entry('y')])
    expect([keysOf(queue), currentOf(queue)?.key]).toEqual(['axy', 'x'])
    expect(playAll(queueOf('abc', 0), [])).toEqual(queueOf('abc', 0))
  })

  it('steps forward and back, and stays at both ends', () => {
    const queue = queueOf('abc', 1)
    expect([currentOf(step(queue, 1))?.key, currentOf(step(queue, -1))?.key]).toEqual(['c', 'a'])
    expect(step(queueOf('abc', 2), 1)).toEqual(queueOf('abc', 2))
    expect(step(queueOf('abc', 0), -1)).toEqual(queueOf('abc', 0))
    expect(currentOf(jumpTo(queue, 'c'))?.key).toBe('c')
    expect(jumpTo(queue, 'nowhere')).toEqual(queue)
  })

  it.each([
    ['an upcoming entry', 'c', 'ab', 'b'],
    ['a played entry', 'a', 'bc', 'b'],
    ['the current entry, whose place the one before takes', 'b', 'ac', 'a'],
  ])('removes %s and restores it', (_, key, left, current) => {
    const queue = queueOf('abc', 1)
    const index = queue.entries.findIndex((each) => each.key === key)
    const removed = remove(queue, key)
    expect([keysOf(removed), currentOf(removed)?.key]).toEqual([left, current])
    expect(keysOf(restore(removed, entry(key), index))).toBe('abc')
  })

  it('plays what followed a removed current entry with the next step', () => {
    expect(currentOf(step(remove(queueOf('abc', 1), 'b'), 1))?.key).toBe('c')
    expect(currentOf(step(remove(queueOf('ab', 0), 'a'), 1))?.key).toBe('b')
  })

  it('moves upcoming entries only, and never in front of the current one', () => {
    expect(keysOf(move(queueOf('abcd', 0), 'd', -1))).toBe('abdc')
    expect(keysOf(move(queueOf('abcd', 0), 'd', -9))).toBe('adbc')
    expect(keysOf(move(queueOf('abcd', 0), 'b', 9))).toBe('acdb')
    expect(keysOf(move(queueOf('abcd', 1), 'a', 2))).toBe('abcd')
  })

  it('clears the upcoming entries', () => {
    const queue = clearUpcoming(queueOf('abc', 1))
    expect([keysOf(queue), upcomingOf(queue)]).toEqual(['ab', []])
  })

  it('drops played entries first when it is full', () => {
    const full = { entries: Array.from({ length: MAX_QUEUE }, (_, index) => entry(String(index))), at: 3 }
    const queue = append(full, [entry('x'), entry('y')])
    expect([queue.entries.length, queue.at, currentOf(queue)?.key, queue.entries.at(-1)?.key]).toEqual([MAX_QUEUE, 1, '3', 'y'])
    const fromStart = append({ ...full, at: 0 }, [entry('x')])
    expect([fromStart.entries.length, currentOf(fromStart)?.key]).toEqual([MAX_QUEUE, '0'])
  })
})
