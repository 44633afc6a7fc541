import { expect, test } from 'vitest'
import { groupAt } from './use-group-in-view.ts'

const groupsAt = (...tops: number[]) => tops.map((top, place) => ({ key: ['account', 'privacy', 'data'][place] ?? '', top }))
const view = { height: 1_000, isAtEnd: false }

test('returns the last group that starts above the reading line', () => {
  expect(groupAt(groupsAt(100, 700, 1_300), view)).toBe('account')
  expect(groupAt(groupsAt(-500, 400, 1_000), view)).toBe('privacy')
  expect(groupAt(groupsAt(-900, -300, 399), view)).toBe('data')
})

test('returns the first group before it starts, and the last one at the end of the page', () => {
  expect(groupAt(groupsAt(600, 1_300, 1_900), view)).toBe('account')
  expect(groupAt(groupsAt(-900, -300, 700), { ...view, isAtEnd: true })).toBe('data')
  expect(groupAt([], view)).toBe('')
})
