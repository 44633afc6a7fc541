import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBatch } from './use-link-metadata.ts'

let requests: string[][]
const load = async (links: string[]) => {
  requests.push(links)
  if (links.includes('broken')) throw new Error('no')
  return links.filter((link) => link !== 'unknown').map((link) => ({ link, title: `title of ${link}` }))
}
beforeEach(() => {
  requests = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it('batches concurrent requests and removes duplicates', async () => {
  const batch = createBatch({ ask: load, max: 20, waitMs: 20 })
  const answers = Promise.all([batch('a'), batch('b'), batch('a'), batch('unknown')])
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(20)
  expect((await answers).map((card) => card?.title ?? null)).toEqual(['title of a', 'title of b', 'title of a', null])
  expect(requests).toEqual([['a', 'b', 'unknown']])
})

it("never exceeds the server's limit", async () => {
  const batch = createBatch({ ask: load, max: 3, waitMs: 20 })
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(batch))
  await vi.advanceTimersByTimeAsync(20)
  await answers
  expect(requests).toEqual([['a', 'b', 'c'], ['d']])
})

it('rejects all callers of a failed batch, and continues with the next', async () => {
  const batch = createBatch({ ask: load, max: 20, waitMs: 20 })
  const failing = Promise.allSettled([batch('broken'), batch('a')])
  await vi.advanceTimersByTimeAsync(20)
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = batch('a')
  await vi.advanceTimersByTimeAsync(20)
  expect((await next)?.title).toBe('title of a')
})
