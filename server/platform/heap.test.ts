import { getHeapStatistics } from 'node:v8'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectWhenIdle, processHeap } from './heap.ts'

const MB = 2 ** 20
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A heap of 300 MB with 100 MB in use. */
function aHeap() {
  const heap = { utilization: 0, size: 300 * MB, collections: 0 }
  const stop = collectWhenIdle({
    utilization: () => heap.utilization,
    size: () => heap.size,
    collect() {
      heap.collections++
      heap.size = 100 * MB
    },
  })
  const minutes = (count: number) => void vi.advanceTimersByTime(count * 60_000)
  return { heap, minutes, stop }
}

test('a heap is collected in an idle minute, and again only after it grew', () => {
  const { heap, minutes, stop } = aHeap()
  minutes(5)
  expect(heap.collections).toBe(1)
  heap.size = 110 * MB
  minutes(5)
  expect(heap.collections).toBe(1)
  heap.size = 120 * MB
  minutes(1)
  expect(heap.collections).toBe(2)
  heap.size = 300 * MB
  stop()
  minutes(5)
  expect(heap.collections).toBe(2)
})

test('the heap of a busy thread is not collected', () => {
  const { heap, minutes } = aHeap()
  heap.utilization = 0.5
  minutes(5)
  expect(heap.collections).toBe(0)
})

test('the collection returns memory that this thread no longer uses', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let list = Array.from({ length: 1_000_000 }, (_, index) => ({ at: index, text: `item ${index}` }))
  const before = getHeapStatistics().total_heap_size
  expect(list.length).toBe(1_000_000)
  list = []
  // The thread of a test is busy, so its utilization is left out.
  const stop = collectWhenIdle({ ...processHeap(), utilization: () => 0 })
  vi.advanceTimersByTime(60_000)
  stop()
  expect(before - getHeapStatistics().total_heap_size).toBeGreaterThan(32 * MB)
})
