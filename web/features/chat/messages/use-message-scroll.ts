import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatRowData } from '../engine/rows.ts'
import type { Thread } from '../engine/types.ts'

/** So near to the end counts as being there. */
const NEAR_END_PX = 48
/** So near to what is not loaded, it is fetched. */
const FETCH_WITHIN_PX = 900
/** What people move a list by. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** The room under the last row. */
const END_ROOM_PX = 24

type Options = {
  boxRef: RefObject<HTMLElement | null>
  listRef: RefObject<VirtualizerHandle | null>
  rows: readonly ChatRowData[]
  thread: Thread
  /** Whether there may be unread messages that are not among the rows yet. */
  expectsUnread: boolean
  onNearStart: () => void
  onNearEnd: () => void
  /** The rows on screen, after every movement. `isResting`: the movement is over. */
  onLook: (first: number, last: number, isResting: boolean) => void
}

export type MessageScroll = {
  isAtEnd: boolean
  handleScroll: () => void
  handleScrollEnd: () => void
  handleResize: () => void
}

/**
 * Keeps a list at its newest row unless the person reads further up; then what they read does not move, whatever is added
 * above (the virtual list sees to that) or below. Fetches what is missing before one gets there, and goes where it is told.
 */
export function useMessageScroll({ boxRef, listRef, rows, thread, expectsUnread, onNearStart, onNearEnd, onLook }: Options): MessageScroll {
  const sticks = useRef(true)
  /** Whether the end was reached: until then the list is on its way there by itself, and must not be pushed. */
  const wasAtEnd = useRef(false)
  /** Whether the person has moved the list themselves since it was told where to stand. */
  const wasMoved = useRef(false)
  const lastTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const { reachesNewest, target } = thread

  const toEnd = useCallback(() => {
    if (rows.length > 0) listRef.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: END_ROOM_PX })
  }, [rows.length, listRef])

  const look = useCallback(
    (isResting: boolean) => {
      const [frame, handle] = [boxRef.current, listRef.current]
      if (!frame || !handle || rows.length === 0) return
      const atEnd = reachesNewest && frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END_PX
      // On its way to the end, which takes a frame or two until the rows are measured: what is in between is not looked at.
      if (sticks.current && reachesNewest && !atEnd) return
      wasAtEnd.current = atEnd
      setIsAtEnd(atEnd)
      // The frame's own place: the list's word of it is older, while rows that came in above are being made room for.
      const { scrollTop, clientHeight, scrollHeight } = frame
      if (scrollTop < FETCH_WITHIN_PX) onNearStart()
      if (scrollHeight - scrollTop - clientHeight < FETCH_WITHIN_PX) onNearEnd()
      const last = atEnd ? rows.length - 1 : handle.findItemIndex(scrollTop + clientHeight - NEAR_END_PX)
      onLook(handle.findItemIndex(scrollTop), last, isResting)
    },
    [boxRef, listRef, rows.length, reachesNewest, onNearStart, onNearEnd, onLook],
  )

  useFirstPlace(rows, thread, expectsUnread, (unread, isFirst) => {
    // Whoever has begun to read stays where they are.
    if (!isFirst && (!sticks.current || wasMoved.current)) return
    sticks.current = unread === null
    if (unread === null) toEnd()
    else listRef.current?.scrollToIndex(unread, { align: 'start', offset: -END_ROOM_PX })
  })

  // Something was added, at either end: stay at the end, or see whether more is needed.
  useLayoutEffect(() => {
    if (sticks.current && reachesNewest) toEnd()
  }, [reachesNewest, toEnd])
  // oxlint-disable-next-line react/set-state-in-effect -- whether it is at its end is only known once it is laid out
  useEffect(() => look(true), [look])

  useTarget(target, rows, (index) => {
    sticks.current = index === 'end'
    wasMoved.current = false
    if (index === 'end') toEnd()
    else listRef.current?.scrollToIndex(index, { align: 'center' })
  })

  const handleScroll = useCallback(() => {
    const frame = boxRef.current
    if (frame) {
      const isEnd = reachesNewest && frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END_PX
      // Only somebody who moves up leaves the end. On the way down to it rows are measured, which moves the list as well.
      if (isEnd) sticks.current = true
      else if (frame.scrollTop < lastTop.current && (wasAtEnd.current || wasMoved.current)) sticks.current = false
      lastTop.current = frame.scrollTop
    }
    look(false)
  }, [boxRef, look, reachesNewest])

  // The keyboard of a phone, a growing composer, a picture that arrives: the end stays the end.
  const handleResize = useCallback(() => {
    if (sticks.current && reachesNewest) toEnd()
    // The list has told before it is laid out.
    requestAnimationFrame(() => look(false))
  }, [toEnd, look, reachesNewest])

  // A row that grows where it stands (its foot, a card, reactions), a composer that grows below: the list tells of it before
  // there is room to scroll to.
  useEffect(() => {
    const [frame, list] = [boxRef.current, boxRef.current?.querySelector('ol')]
    if (!frame || !list || !reachesNewest) return undefined
    const watch = new ResizeObserver(() => {
      if (sticks.current && wasAtEnd.current) frame.scrollTop = frame.scrollHeight
    })
    for (const it of [list, frame]) watch.observe(it)
    return () => watch.disconnect()
  }, [boxRef, reachesNewest])

  useEffect(() => {
    const frame = boxRef.current
    const noteMove = () => void (wasMoved.current = true)
    for (const kind of MOVES) frame?.addEventListener(kind, noteMove, { passive: true })
    return () => {
      for (const kind of MOVES) frame?.removeEventListener(kind, noteMove)
    }
  }, [boxRef])

  return { isAtEnd, handleScroll, handleScrollEnd: useCallback(() => look(true), [look]), handleResize }
}

/**
 * A conversation opens at the first unread message, or at its end. When it stands there from an earlier visit, its end is a guess:
 * what came since is on its way, and the list goes to where that begins instead of following it to its end.
 */
function useFirstPlace(
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

/** Goes to each wanted place once, as soon as its row is there. */
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
