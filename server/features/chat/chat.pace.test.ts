import { expect, it } from 'vitest'
import { createLanes } from './chat.lanes.ts'
import { createPace } from './chat.pace.ts'

function aPace() {
  let nowMs = 1_000_000
  const pace = createPace({ perSecond: 20, burst: 60, clock: { now: () => new Date(nowMs) } })
  const takeMany = (uid: string, count: number) => Array.from({ length: count }, () => pace.take(uid)).filter(Boolean).length
  return { takeMany, pass: (ms: number) => (nowMs += ms) }
}

it('a person may send 60 at once and 20 a second after that', () => {
  const { takeMany, pass } = aPace()
  expect(takeMany('alice', 100)).toBe(60)
  pass(1_000)
  expect(takeMany('alice', 100)).toBe(20)
  pass(60_000)
  expect(takeMany('alice', 100)).toBe(60)
})

it('one person’s haste does not slow another', () => {
  const { takeMany } = aPace()
  takeMany('alice', 100)
  expect(takeMany('bob', 60)).toBe(60)
})

it('a clock that is set back gives nothing away', () => {
  const { takeMany, pass } = aPace()
  takeMany('alice', 100)
  pass(-3_600_000)
  expect(takeMany('alice', 10)).toBe(0)
  pass(1_000)
  expect(takeMany('alice', 100)).toBe(20)
})

it('a great crowd is forgotten again once it is quiet, and nobody gains by it', () => {
  const { takeMany, pass } = aPace()
  takeMany('alice', 60)
  for (let at = 0; at < 30_000; at++) takeMany(`person ${at}`, 1)
  expect(takeMany('alice', 1)).toBe(0)
  pass(1_000)
  for (let at = 0; at < 30_000; at++) takeMany(`later ${at}`, 1)
  expect(takeMany('alice', 100)).toBe(20)
})

it('work of one key goes in turn, other keys go on, and a failure stops nobody', async () => {
  const inTurn = createLanes()
  const done: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const work = (name: string, wait?: Promise<void>) => async () => {
    await wait
    done.push(name)
    if (name === 'a2') throw new Error('a2 fails')
  }
  const all = [
    inTurn('a', work('a1', held)),
    Promise.resolve(inTurn('a', work('a2'))).catch(() => done.push('a2 failed')),
    inTurn('b', work('b1')),
    inTurn('a', work('a3')),
  ]
  await all[2]
  expect(done).toEqual(['b1'])
  release()
  for (const each of all) await each
  expect(done.filter((name) => name !== 'a2 failed')).toEqual(['b1', 'a1', 'a2', 'a3'])
  expect(done).toContain('a2 failed')
})

it('work that waits for nothing is done at once, but never before what was there first', async () => {
  const inTurn = createLanes()
  const done: string[] = []
  expect(inTurn('a', () => done.push('first'))).toBe(1)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const waiting = inTurn('a', () => held.then(() => done.push('second')))
  const third = inTurn('a', () => done.push('third'))
  expect(inTurn('b', () => done.push('other'))).toBe(2)
  release()
  expect(await third).toBe(4)
  await waiting
  expect(inTurn('a', () => done.push('last'))).toBe(5)
  expect(done).toEqual(['first', 'other', 'second', 'third', 'last'])
})
