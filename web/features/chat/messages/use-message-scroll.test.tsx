import { fireEvent, renderHook } from '@testing-library/react'
import type { VirtualizerHandle } from 'virtua'
import { expect, test } from 'vitest'
import { emptyThread } from '../engine/thread.ts'
import type { ChatRowData } from '../engine/rows.ts'
import { useMessageScroll } from './use-message-scroll.ts'

const day = (number: number): ChatRowData => ({ kind: 'day', id: `day ${number}`, day: '2026-11-20', atMs: number })
const initialRows = [day(1), day(2)]
const withUnread: ChatRowData[] = [...initialRows, { kind: 'unread', id: 'unread' }, day(3), day(4)]
const withoutUnread = [...initialRows, day(3)]

/** A list of these rows without heights: only its programmatic scrolls are checked. */
function open(rows: ChatRowData[], expectsUnread: boolean) {
  const scrolls: string[] = []
  const box = document.createElement('section')
  const handle: Partial<VirtualizerHandle> = {
    scrollToIndex: (index, { align } = {}) => void scrolls.push(`${align} ${index}`),
    findItemIndex: () => 0,
  }
  // Only these two methods are used.
  const listRef = { current: handle as VirtualizerHandle }
  const noop = () => undefined
  const props = { boxRef: { current: box }, listRef, thread: { ...emptyThread, status: 'ready' as const } }
  const propsOf = (now: ChatRowData[], expects: boolean) => ({
    ...props,
    rows: now,
    expectsUnread: expects,
    onNearStart: noop,
    onNearEnd: noop,
    onScroll: noop,
  })
  const { rerender } = renderHook((options: ReturnType<typeof propsOf>) => useMessageScroll(options), {
    initialProps: propsOf(rows, expectsUnread),
  })
  return {
    box,
    /** The programmatic scrolls since the last call. */
    scrolls: () => scrolls.splice(0),
    show: (now: ChatRowData[], expects: boolean) => rerender(propsOf(now, expects)),
  }
}

test('a conversation opens at its end, or at the unread divider', () => {
  expect(open(initialRows, false).scrolls()).toContain('end 1')
  expect(open(withUnread, true).scrolls()).toEqual(['start 2'])
})

test('a cached conversation scrolls to the unread divider when it appears, and not past it', () => {
  const list = open(initialRows, true)
  expect(new Set(list.scrolls())).toEqual(new Set(['end 1']))
  list.show(withUnread, true)
  expect(list.scrolls()).toEqual(['start 2'])
  list.show([...withUnread, day(5)], true)
  expect(list.scrolls()).toEqual([])
})

test('a user who has started to scroll stays there', () => {
  const list = open(initialRows, true)
  list.scrolls()
  fireEvent.wheel(list.box)
  list.show(withUnread, true)
  expect(list.scrolls()).not.toContain('start 2')
})

test('without unread messages the list follows its end, even if a divider appears later', () => {
  const list = open(initialRows, true)
  list.show(initialRows, false)
  list.scrolls()
  list.show(withoutUnread, false)
  expect(list.scrolls()).toEqual(['end 2'])
  list.show(withUnread, true)
  expect(list.scrolls()).toEqual(['end 4'])
})
