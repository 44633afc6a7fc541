import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { QUEUE_KEY } from '../players/now-playing.store.ts'
import { queue, useQueue } from './queue.store.ts'

const entry = (songId: string) => ({
  title: songId,
  by: '',
  from: null,
  playable: { kind: 'song' as const, songId: songId.repeat(22), title: '', by: '' },
})

test('a queue is stored, and passes from tab to tab', () => {
  const { result } = renderHook(() => useQueue(({ entries }) => entries.map(({ title }) => title).join('')))
  const key = `wl.${QUEUE_KEY}`
  act(() => queue.append([entry('a'), entry('b')]))
  const saved = localStorage.getItem(key)
  expect([result.current, saved !== null]).toEqual(['ab', true])
  act(() => queue.clear())
  expect(result.current).toBe('')
  // Another tab changes it.
  act(() => {
    localStorage.setItem(key, saved ?? '')
    dispatchEvent(new StorageEvent('storage', { key, newValue: saved, storageArea: localStorage }))
  })
  expect(result.current).toBe('ab')
})

test.each([
  ['the queue of the last visit', JSON.stringify({ entries: [{ ...entry('a'), key: 'a' }], at: 0 }), ['a']],
  ['a queue with something else in it', JSON.stringify({ entries: [{ ...entry('a'), playable: { kind: 'film' } }], at: 0 }), []],
  ['not a queue', '[3]', []],
])('a visit starts with what is stored: %s', async (_, stored, titles) => {
  localStorage.setItem(`wl.${QUEUE_KEY}`, stored)
  vi.resetModules()
  const visit = await import('./queue.store.ts')
  expect(visit.useQueue.getState().entries.map(({ title }) => title)).toEqual(titles)
})
