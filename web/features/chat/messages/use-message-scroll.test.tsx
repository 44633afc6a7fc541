import { fireEvent, renderHook } from '@testing-library/react'
import type { VirtualizerHandle } from 'virtua'
import { expect, test } from 'vitest'
import { emptyThread } from '../engine/incoming.ts'
import type { ChatRowData } from '../engine/rows.ts'
import { useMessageScroll } from './use-message-scroll.ts'

const day = (no: number): ChatRowData => ({ kind: 'day', id: `day ${no}`, day: '2026-11-20', atMs: no })
const before = [day(1), day(2)]
const withNews: ChatRowData[] = [...before, { kind: 'unread', id: 'unread' }, day(3), day(4)]
const withoutNews = [...before, day(3)]

/** A list of these rows. What it shows has no height here: only where it was told to go is looked at. */
function open(rows: ChatRowData[], expectsUnread: boolean) {
  const went: string[] = []
  const box = document.createElement('section')
  const handle: Partial<VirtualizerHandle> = {
    scrollToIndex: (index, { align } = {}) => void went.push(`${align} ${index}`),
    findItemIndex: () => 0,
  }
  // Of the list's handle only these two are used.
  const listRef = { current: handle as VirtualizerHandle }
  const nothing = () => undefined
  const given = { boxRef: { current: box }, listRef, thread: { ...emptyThread, status: 'ready' as const } }
  const of = (now: ChatRowData[], expects: boolean) => ({
    ...given,
    rows: now,
    expectsUnread: expects,
    onNearStart: nothing,
    onNearEnd: nothing,
    onLook: nothing,
  })
  const { rerender } = renderHook((options: ReturnType<typeof of>) => useMessageScroll(options), { initialProps: of(rows, expectsUnread) })
  return {
    box,
    /** Where it was told to go since the last time. */
    went: () => went.splice(0),
    show: (now: ChatRowData[], expects: boolean) => rerender(of(now, expects)),
  }
}

test('a conversation opens at its end, or where the new begins', () => {
  expect(open(before, false).went()).toContain('end 1')
  expect(open(withNews, true).went()).toEqual(['start 2'])
})

test('one that stands as an earlier visit left it goes to where the new begins once that comes, and not past it', () => {
  const list = open(before, true)
  expect(new Set(list.went())).toEqual(new Set(['end 1']))
  list.show(withNews, true)
  expect(list.went()).toEqual(['start 2'])
  list.show([...withNews, day(5)], true)
  expect(list.went()).toEqual([])
})

test('whoever has begun to read in it stays there', () => {
  const list = open(before, true)
  list.went()
  fireEvent.wheel(list.box)
  list.show(withNews, true)
  expect(list.went()).not.toContain('start 2')
})

test('where nothing is new it follows its end as ever, also when a divider comes later', () => {
  const list = open(before, true)
  list.show(before, false)
  list.went()
  list.show(withoutNews, false)
  expect(list.went()).toEqual(['end 2'])
  list.show(withNews, true)
  expect(list.went()).toEqual(['end 4'])
})
