import { expect, it } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

it('runs the tasks of one key in order, never blocks other keys, and continues after an error', async () => {
  const enqueue = createKeyedQueue()
  const done: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const work = (name: string, wait?: Promise<void>) => async () => {
    await wait
    done.push(name)
    if (name === 'a2') throw new Error('a2 fails')
  }
  const all = [
    enqueue('a', work('a1', held)),
    Promise.resolve(enqueue('a', work('a2'))).catch(() => done.push('a2 failed')),
    enqueue('b', work('b1')),
    enqueue('a', work('a3')),
  ]
  await all[2]
  expect(done).toEqual(['b1'])
  release()
  for (const each of all) await each
  expect(done.filter((name) => name !== 'a2 failed')).toEqual(['b1', 'a1', 'a2', 'a3'])
  expect(done).toContain('a2 failed')
})

it('runs a task at once when its queue is empty, but never before an earlier one', async () => {
  const enqueue = createKeyedQueue()
  const done: string[] = []
  expect(enqueue('a', () => done.push('first'))).toBe(1)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const waiting = enqueue('a', () => held.then(() => done.push('second')))
  const third = enqueue('a', () => done.push('third'))
  expect(enqueue('b', () => done.push('other'))).toBe(2)
  release()
  expect(await third).toBe(4)
  await waiting
  expect(enqueue('a', () => done.push('last'))).toBe(5)
  expect(done).toEqual(['first', 'other', 'second', 'third', 'last'])
})
