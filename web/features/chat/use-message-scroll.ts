import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatRowData } from './chat.rows.ts'
import type { Thread } from './chat.types.ts'

/** So near to the end counts as being there. */
const NEAR_END_PX = 48
/** So near to what is not loaded, it is fetched. */
const FETCH_WITHIN_PX = 900
/** The room under the last row. */
const END_ROOM_PX = 24

type Options = {
  rows: readonly ChatRowData[]
  thread: Thread
  onNearStart: () => void
  onNearEnd: () => void
  /** The rows on screen, after every movement. `isResting`: the movement is over. */
  onLook: (first: number, last: number, isResting: boolean) => void
}

export type MessageScroll = {
  box: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
  isAtEnd: boolean
  handleScroll: () => void
  handleScrollEnd: () => void
  handleResize: () => void
}

/**
 * Keeps a list at its newest row unless the person reads further up; then what they read does not move, whatever is added
 * above (the virtual list sees to that) or below. Fetches what is missing before one gets there, and goes where it is told.
 */
export function useMessageScroll({ rows, thread, onNearStart, onNearEnd, onLook }: Options): MessageScroll {
  const box = useRef<HTMLElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const sticks = useRef(true)
  const lastTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const { reachesNewest, target } = thread

  const toEnd = useCallback(() => {
    if (rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: END_ROOM_PX })
  }, [rows.length])

  const look = useCallback(
    (isResting: boolean) => {
      const [frame, handle] = [box.current, list.current]
      if (!frame || !handle || rows.length === 0) return
      const atEnd = reachesNewest && frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END_PX
      setIsAtEnd(atEnd)
      const { scrollOffset, viewportSize, scrollSize } = handle
      if (scrollOffset < FETCH_WITHIN_PX) onNearStart()
      if (scrollSize - scrollOffset - viewportSize < FETCH_WITHIN_PX) onNearEnd()
      const last = atEnd ? rows.length - 1 : handle.findItemIndex(scrollOffset + viewportSize - NEAR_END_PX)
      onLook(handle.findItemIndex(scrollOffset), last, isResting)
    },
    [rows.length, reachesNewest, onNearStart, onNearEnd, onLook],
  )

  useFirstPlace(rows, thread, list, sticks, toEnd)

  // Something was added, at either end: stay at the end, or see whether more is needed.
  useLayoutEffect(() => {
    if (sticks.current && reachesNewest) toEnd()
  }, [rows, reachesNewest, toEnd])
  useEffect(() => look(true), [look])

  useTarget(target, rows, (index) => {
    sticks.current = index === 'end'
    if (index === 'end') toEnd()
    else list.current?.scrollToIndex(index, { align: 'center' })
  })

  const handleScroll = useCallback(() => {
    const frame = box.current
    if (frame) {
      const isEnd = reachesNewest && frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END_PX
      // Only moving up leaves the end: on the way down to it, rows that are not measured yet make it look further off.
      if (isEnd) sticks.current = true
      else if (frame.scrollTop < lastTop.current) sticks.current = false
      lastTop.current = frame.scrollTop
    }
    look(false)
  }, [look, reachesNewest])

  // The keyboard of a phone, a growing composer, a picture that arrives: the end stays the end.
  const handleResize = useCallback(() => {
    if (sticks.current && reachesNewest) toEnd()
    // The list has told before it is laid out.
    requestAnimationFrame(() => look(false))
  }, [toEnd, look, reachesNewest])

  return { box, list, isAtEnd, handleScroll, handleScrollEnd: useCallback(() => look(true), [look]), handleResize }
}

/** A conversation opens at the first unread message, or at its end. */
function useFirstPlace(
  rows: readonly ChatRowData[],
  { target }: Thread,
  list: RefObject<VirtualizerHandle | null>,
  sticks: RefObject<boolean>,
  toEnd: () => void,
): void {
  const isPlaced = useRef(false)
  useLayoutEffect(() => {
    if (isPlaced.current || rows.length === 0) return
    isPlaced.current = true
    if (target) return
    const unread = rows.findIndex(({ kind }) => kind === 'unread')
    sticks.current = unread < 0
    if (unread < 0) toEnd()
    else list.current?.scrollToIndex(unread, { align: 'start', offset: -END_ROOM_PX })
  }, [rows, target, list, sticks, toEnd])
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
