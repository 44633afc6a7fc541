import { expect, test } from 'vitest'
import type { ProviderList, ProviderPage } from '#server/providers/provider.ts'
import { after, beginning, nextList, progressOf } from './sync.plan.ts'

const lists: ProviderList[] = [
  { name: 'top', reading: 'artists' },
  { name: 'followed', reading: 'artists' },
  { name: 'saved', reading: 'tracks' },
]
const page = (read: number, next: string | null, total: number | null): ProviderPage => ({ rows: [], read, next, total })
const start = () => beginning('run', lists, ['a', 'b'])

test('first one page of each list of a kind, then the rest of them, then the next kind', () => {
  const read: string[] = []
  let position = start()
  const pages: Record<string, ProviderPage[]> = {
    top: [page(10, '10', 15), page(5, null, 15)],
    followed: [page(3, null, 3)],
    saved: [page(1, null, 1)],
  }
  for (let list = nextList(position); list; list = nextList(position)) {
    read.push(`${list.name} ${list.from ?? 'start'}`)
    position = after(position, list.name, pages[list.name]?.shift() ?? page(0, null, 0), [])
  }
  expect(read).toEqual(['top start', 'followed start', 'top 10', 'saved start'])
})

test('the total is told once every list of the kind has said its own', () => {
  const begun = start()
  expect(progressOf(begun)).toEqual({ reading: 'artists', done: 0, total: null })
  const one = after(begun, 'top', page(10, '10', 15), [])
  expect(progressOf(one)).toEqual({ reading: 'artists', done: 10, total: null })
  const two = after(one, 'followed', page(3, null, 3), [])
  expect(progressOf(two)).toEqual({ reading: 'artists', done: 13, total: 18 })
})

test('a list that keeps sending is left after five thousand entries', () => {
  const position = after(start(), 'top', page(5_000, 'more', 1_000_000), [])
  expect(position.lists[0]).toMatchObject({ done: true, read: 5_000 })
})

test('items that a page shows are not stale any more, and a page ends a row of failures', () => {
  const position = after({ ...start(), failures: 3 }, 'top', page(1, null, 1), ['b', 'c'])
  expect({ stale: position.stale, failures: position.failures }).toEqual({ stale: ['a'], failures: 0 })
})
