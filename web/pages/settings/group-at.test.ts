import { expect, test } from 'vitest'
import { groupAt } from './group-at.ts'

const at = (...tops: number[]) => tops.map((top, place) => ({ key: ['account', 'privacy', 'data'][place] ?? '', top }))
const view = { height: 1_000, isAtEnd: false }

test('the group that began last above the reading line is the one that is read', () => {
  expect(groupAt(at(100, 700, 1_300), view)).toBe('account')
  expect(groupAt(at(-500, 400, 1_000), view)).toBe('privacy')
  expect(groupAt(at(-900, -300, 399), view)).toBe('data')
})

test('before the first begins it is the first, and at the end of the page the last', () => {
  expect(groupAt(at(600, 1_300, 1_900), view)).toBe('account')
  expect(groupAt(at(-900, -300, 700), { ...view, isAtEnd: true })).toBe('data')
  expect(groupAt([], view)).toBe('')
})
