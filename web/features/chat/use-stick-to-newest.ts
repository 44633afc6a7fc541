import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** So near to the end counts as being there. */
const NEAR_END_PX = 48
/** So near to the beginning, older messages are fetched. */
const NEAR_START_PX = 240

type Options = {
  /** Changes whenever rows were added at either end. */
  firstKey: string | undefined
  lastKey: string | undefined
  /** The newest is one's own: writing always leads back to the end. */
  isLastMine: boolean
  onNearStart: () => void
}

export type StickyScroll = {
  list: RefObject<HTMLElement | null>
  isAtEnd: boolean
  handleScroll: () => void
  scrollToEnd: () => void
}

/**
 * Keeps a list at its newest row unless the person reads further up; then what they read does not move, whatever is added
 * above or below.
 */
export function useStickToNewest({ firstKey, lastKey, isLastMine, onNearStart }: Options): StickyScroll {
  const list = useRef<HTMLElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  /** How the list stood after the last scroll or change. */
  const stood = useRef({ isAtEnd: true, height: 0, top: 0, firstKey, lastKey })

  const note = useCallback(() => {
    const box = list.current
    if (!box) return
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX
    stood.current = { ...stood.current, isAtEnd: atEnd, height: box.scrollHeight, top: box.scrollTop }
    setIsAtEnd(atEnd)
  }, [])

  const scrollToEnd = useCallback(() => {
    const box = list.current
    if (box) box.scrollTop = box.scrollHeight
    note()
  }, [note])

  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const before = stood.current
    const wroteSomething = isLastMine && before.lastKey !== lastKey
    if (before.isAtEnd || wroteSomething) box.scrollTop = box.scrollHeight
    // Rows came in above: what was on screen is as far from the end as before.
    else if (before.firstKey !== firstKey) box.scrollTop = before.top + (box.scrollHeight - before.height)
    stood.current = { ...before, firstKey, lastKey }
    note()
  }, [firstKey, lastKey, isLastMine, note])

  // The keyboard of a phone, a growing composer, a picture that arrives: the end stays the end.
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return undefined
    const observer = new ResizeObserver(() => stood.current.isAtEnd && scrollToEnd())
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [scrollToEnd])

  const handleScroll = useCallback(() => {
    note()
    if (list.current && list.current.scrollTop < NEAR_START_PX) onNearStart()
  }, [note, onNearStart])

  return { list, isAtEnd, handleScroll, scrollToEnd }
}
