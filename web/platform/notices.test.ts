import { expect, it } from 'vitest'
import { notify, onFirstNotice, setNoticeView, type Notice } from './notices.ts'

it('loads the view at the first notice and passes it the queued and all later notices', () => {
  let loads = 0
  onFirstNotice(() => loads++)
  expect(loads).toBe(0)
  notify('info', 'one')
  expect(loads).toBe(1)
  const shown: Notice[] = []
  const removeView = setNoticeView((notice) => shown.push(notice))
  notify('error', 'two', { timeoutMs: 10_000 })
  expect(shown.map(({ kind, message, timeoutMs }) => [kind, message, timeoutMs])).toEqual([
    ['info', 'one', 5_000],
    ['error', 'two', 10_000],
  ])
  removeView()
  notify('neutral', 'three')
  expect(shown).toHaveLength(2)
})
