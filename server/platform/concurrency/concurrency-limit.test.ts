import { expect, test } from 'vitest'
import { atMost, atMostEach } from './concurrency-limit.ts'

function doors() {
  const open: (() => void)[] = []
  return { open, work: () => new Promise<number>((resolve) => open.push(() => resolve(open.length))) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('no more than the allowed pieces of work run at once, and all of them run in the end', async () => {
  const { open, work } = doors()
  const inTurn = atMost(2, { waiting: 10 })
  const all = Array.from({ length: 5 }, () => inTurn(work))
  await turn()
  expect(open).toHaveLength(2)
  for (let at = 0; at < 5; at++) {
    open[at]?.()
    await turn()
    expect(open.length).toBe(Math.min(5, at + 3))
  }
  expect(await Promise.all(all)).toHaveLength(5)
})

test('work that fails gives its place to the next', async () => {
  const inTurn = atMost(1, { waiting: 10 })
  const failed = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a crowd is refused instead of queued without end', async () => {
  const { open, work } = doors()
  const inTurn = atMost(1, { waiting: 1 })
  const first = inTurn(work)
  const second = inTurn(work)
  await expect(inTurn(work)).rejects.toMatchObject({ code: 'unavailable' })
  open[0]?.()
  await first
  await turn()
  open[1]?.()
  await second
})

test('each person has places of their own, and a crowd of one is refused to that one alone', async () => {
  const { open, work } = doors()
  const inTurn = atMostEach(1, { waiting: 1 })
  const hers = [inTurn('ada', work), inTurn('ada', work)]
  const his = inTurn('bob', work)
  await expect(inTurn('ada', work)).rejects.toMatchObject({ code: 'unavailable' })
  await turn()
  expect(open).toHaveLength(2)
  for (let at = 0; at < 3; at++) {
    open[at]?.()
    await turn()
  }
  expect(await Promise.all([...hers, his])).toHaveLength(3)
})
