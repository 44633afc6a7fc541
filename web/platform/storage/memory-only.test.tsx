import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { MemoryOnlyHint } from '#web/ui/MemoryOnlyHint.tsx'
import { readStored, writeStored, writeText } from './browser-storage.ts'
import { memoryOnly } from './memory-only.ts'

const fail = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}
const block = () => vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail })
afterEach(() => {
  writeText('drafts', null)
  vi.unstubAllGlobals()
})

/** Whether closing the page asks first. */
const asks = () => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const reported = (count: number) => vi.waitFor(() => expect(memoryOnly.size).toBe(count))

test('a text that the browser stores can be closed without a question', async () => {
  writeText('drafts', 'half a sentence')
  await act(async () => undefined)
  expect([asks(), memoryOnly.size]).toEqual([false, 0])
})

test('where storage fails, a text lasts as long as the page, which says so and asks before it closes', async () => {
  block()
  renderInApp(<MemoryOnlyHint name="drafts" />)
  writeText('drafts', 'half a sentence')
  await reported(1)
  expect([readStored('drafts'), asks()]).toEqual(['half a sentence', true])
  expect((await screen.findByRole('status')).textContent).toContain('Only in this tab')
  writeText('drafts', null)
  await reported(0)
  expect([readStored('drafts'), asks(), screen.queryByRole('status')]).toEqual([null, false, null])
})

test('a text that is stored after all can be closed without a question', async () => {
  block()
  writeText('drafts', 'half a sentence')
  await reported(1)
  vi.unstubAllGlobals()
  writeText('drafts', 'half a sentence more')
  await reported(0)
  expect([localStorage.getItem('wl.drafts'), asks()]).toEqual(['half a sentence more', false])
})

test('a setting that is not stored asks nothing', async () => {
  block()
  expect(writeStored('text-size', 'large')).toBe(false)
  await act(async () => undefined)
  expect([asks(), memoryOnly.size]).toEqual([false, 0])
})
