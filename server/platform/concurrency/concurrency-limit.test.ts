import { expect, test } from 'vitest'
import { createConcurrencyLimit, createKeyedConcurrencyLimit } from './concurrency-limit.ts'

function blockedTasks() {
  const open: (() => void)[] = []
  return { open, task: () => new Promise<number>((resolve) => open.push(() => resolve(open.length))) }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('runs no more tasks at once than allowed, and all of them in the end', async () => {
  const { open, task } = blockedTasks()
  const limit = createConcurrencyLimit(2, { maxWaiting: 10 })
  const all = Array.from({ length: 5 }, () => limit(task))
  await nextTurn()
  expect(open).toHaveLength(2)
  for (let index = 0; index < 5; index++) {
    open[index]?.()
    await nextTurn()
    expect(open.length).toBe(Math.min(5, index + 3))
  }
  expect(await Promise.all(all)).toHaveLength(5)
})

test('starts the next task after one has failed', async () => {
  const limit = createConcurrencyLimit(1, { maxWaiting: 10 })
  const failed = limit(() => Promise.reject(new Error('broken')))
  const next = limit(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('rejects tasks when too many wait', async () => {
  const { open, task } = blockedTasks()
  const limit = createConcurrencyLimit(1, { maxWaiting: 1 })
  const first = limit(task)
  const second = limit(task)
  await expect(limit(task)).rejects.toMatchObject({ code: 'unavailable' })
  open[0]?.()
  await first
  await nextTurn()
  open[1]?.()
  await second
})

test('limits each key separately', async () => {
  const { open, task } = blockedTasks()
  const limit = createKeyedConcurrencyLimit(1, { maxWaiting: 1 })
  const ofAda = [limit('ada', task), limit('ada', task)]
  const ofBob = limit('bob', task)
  await expect(limit('ada', task)).rejects.toMatchObject({ code: 'unavailable' })
  await nextTurn()
  expect(open).toHaveLength(2)
  for (let index = 0; index < 3; index++) {
    open[index]?.()
    await nextTurn()
  }
  expect(await Promise.all([...ofAda, ofBob])).toHaveLength(3)
})
