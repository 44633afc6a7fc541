import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatRowData } from '../engine/rows.ts'
import type { Thread } from '../engine/state.ts'

/** Closer to the end than this counts as at the end. */
const NEAR_END_PX = 48
/** Loads more when this close to the loaded messages' end. */
const FETCH_WITHIN_PX = 900
const SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** The padding below the last row. */
const END_ROOM_PX = 24

type Options = {
  boxRef: RefObject<HTMLElement | null>
  listRef: RefObject<VirtualizerHandle | null>
  rows: readonly ChatRowData[]
  thread: Thread
  /** Whether unread messages may exist that are not among the rows yet. */
  expectsUnread: boolean
  onNearStart: () => void
  onNearEnd: () => void
  /** The visible rows after every scroll. `isResting`: scrolling has stopped. */
  onScroll: (first: number, last: number, isResting: boolean) => void
}

export type MessageScroll = {
  isAtEnd: boolean
  handleScroll: () => void
  handleScrollEnd: () => void
  handleResize: () => void
}

/**
 * Keeps the list at its newest row unless the user scrolls up; then the visible text doesn't move when rows are added. Loads pages
 * ahead, and scrolls to targets.
 */
export function useMessageScroll({
  boxRef,
  listRef,
  rows,
  thread,
  expectsUnread,
  onNearStart,
  onNearEnd,
  onScroll,
}: Options): MessageScroll {
  const followsEnd = useRef(true)
  /** Whether the end was reached. Until then the list scrolls there by itself and must not be adjusted. */
  const wasAtEnd = useRef(false)
  /** Whether the user scrolled since the last programmatic scroll. */
  const userScrolled = useRef(false)
  const lastTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const { reachesNewest, target } = thread

  const toEnd = useCallback(() => {
    if (rows.length > 0) listRef.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: END_ROOM_PX })
  }, [rows.length, listRef])

  const report = useCallback(
    (isResting: boolean) => {
      const [frame, handle] = [boxRef.current, listRef.current]
      if (!frame || !handle || rows.length === 0) return
      const atEnd = reachesNewest && frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END_PX
      // Scrolling to the end takes a frame or two until rows are measured; rows passed on the way are not seen.
      if (followsEnd.current && reachesNewest && !atEnd) return
      wasAtEnd.current = atEnd
      setIsAtEnd(atEnd)
      // Read from the element: the list's own value is outdated while rows are added above.
      const { scrollTop, clientHeight, scrollHeight } = frame
      if (scrollTop < FETCH_WITHIN_PX) onNearStart()
      if (scrollHeight - scrollTop - clientHeight < FETCH_WITHIN_PX) onNearEnd()
      const last = atEnd ? rows.length - 1 : handle.findItemIndex(scrollTop + clientHeight - NEAR_END_PX)
      onScroll(handle.findItemIndex(scrollTop), last, isResting)
    },
    [boxRef, listRef, rows.length, reachesNewest, onNearStart, onNearEnd, onScroll],
  )

  useInitialScroll(rows, thread, expectsUnread, (unread, isFirst) => {
    // Don't scroll while the user is reading.
    if (!isFirst && (!followsEnd.current || userScrolled.current)) return
    followsEnd.current = unread === null
    if (unread === null) toEnd()
    else listRef.current?.scrollToIndex(unread, { align: 'start', offset: -END_ROOM_PX })
  })

  // Rows were added at either end: follow the end, or check whether more are needed.
  useLayoutEffect(() => {
    if (followsEnd.current && reachesNewest) toEnd()
  }, [reachesNewest, toEnd])
  // oxlint-disable-next-line react/set-state-in-effect -- the position is only known after layout
  useEffect(() => report(true), [report])

  useTarget(target, rows, (index) => {
    followsEnd.current = index === 'end'
    userScrolled.current = false
    if (index === 'end') toEnd()
    else listRef.current?.scrollToIndex(index, { align: 'center' })
  })

  const handleScroll = useCallback(() => {
    const frame = boxRef.current
    if (frame) {
      const isEnd = reachesNewest && frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END_PX
      // Only scrolling up leaves the end. On the way down, measured rows also move the list.
      if (isEnd) followsEnd.current = true
      else if (frame.scrollTop < lastTop.current && (wasAtEnd.current || userScrolled.current)) followsEnd.current = false
      lastTop.current = frame.scrollTop
    }
    report(false)
  }, [boxRef, report, reachesNewest])

  // The on-screen keyboard, a growing composer or a loaded picture must not move the list from its end.
  const handleResize = useCallback(() => {
    if (followsEnd.current && reachesNewest) toEnd()
    // The list reports before layout.
    requestAnimationFrame(() => report(false))
  }, [toEnd, report, reachesNewest])

  // A growing row or composer: the list reports before there is room to scroll.
  useEffect(() => {
    const [frame, list] = [boxRef.current, boxRef.current?.querySelector('ol')]
    if (!frame || !list || !reachesNewest) return undefined
    const watch = new ResizeObserver(() => {
      if (followsEnd.current && wasAtEnd.current) frame.scrollTop = frame.scrollHeight
    })
    for (const element of [list, frame]) watch.observe(element)
    return () => watch.disconnect()
  }, [boxRef, reachesNewest])

  useUserScroll(boxRef, userScrolled)

  return { isAtEnd, handleScroll, handleScrollEnd: useCallback(() => report(true), [report]), handleResize }
}

/**
 * Opens a conversation at the first unread message, or at its end. The end of a cached conversation is an estimate: the list scrolls to
 * the first unread message once it arrives.
 */
function useInitialScroll(
  rows: readonly ChatRowData[],
  { target }: Thread,
  expectsUnread: boolean,
  place: (unread: number | null, isFirst: boolean) => void,
): void {
  const placed = useRef<'nowhere' | 'for_now' | 'for_good'>('nowhere')
  useLayoutEffect(() => {
    if (placed.current === 'for_good' || rows.length === 0) return
    const isFirst = placed.current === 'nowhere'
    const unread = rows.findIndex(({ kind }) => kind === 'unread')
    placed.current = unread < 0 && expectsUnread && !target ? 'for_now' : 'for_good'
    if (!target && (isFirst || unread >= 0)) place(unread < 0 ? null : unread, isFirst)
  })
}

/** Scrolls to each target once, when its row exists. */
function useTarget(target: Thread['target'], rows: readonly ChatRowData[], go: (index: number | 'end') => void): void {
  const done = useRef(0)
  useLayoutEffect(() => {
    if (!target || done.current === target.turn) return
    if (target.seq === 'newest') {
      done.current = target.turn
      return go('end')
    }
    const index = rows.findIndex((row) => row.kind === 'message' && row.seq === target.seq)
    if (index < 0) return
    done.current = target.turn
    go(index)
  })
}

function useUserScroll(boxRef: RefObject<HTMLElement | null>, userScrolled: RefObject<boolean>): void {
  useEffect(() => {
    const frame = boxRef.current
    const recordScroll = () => void (userScrolled.current = true)
    for (const kind of SCROLL_EVENTS) frame?.addEventListener(kind, recordScroll, { passive: true })
    return () => {
      for (const kind of SCROLL_EVENTS) frame?.removeEventListener(kind, recordScroll)
    }
  }, [boxRef, userScrolled])
}
