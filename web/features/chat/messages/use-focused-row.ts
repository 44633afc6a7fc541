import { useEffect, useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatRowData } from '../engine/rows.ts'
import type { Thread } from '../engine/types.ts'

type FocusedRow = {
  /** The message that the Tab key stops at. */
  tabStop: string | null
  /** Its place: it stays drawn although it may be off screen, or the focus would be lost with it. */
  keepMounted: number[]
  handleFocus: (event: FocusEvent) => void
  handleBlur: (event: FocusEvent) => void
  /** Puts the focus on the newest message. */
  focusLast: () => void
  handleKey: (event: KeyboardEvent) => void
}

/** One message at a time can be reached by Tab; the arrow keys, Home and End move among them. */
export function useFocusedRow(
  rows: readonly ChatRowData[],
  target: Thread['target'],
  box: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
): FocusedRow {
  const [wanted, setWanted] = useState<string | null>(null)
  const isMoving = useRef(false)
  const hadFocus = useRef(false)
  const at = rows.findIndex(({ id }) => id === wanted)
  const index = at >= 0 ? at : lastMessage(rows)
  const tabStop = rows[index]?.id ?? null
  const keepMounted = useMemo(() => (index >= 0 ? [index] : []), [index])

  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    focusSoon(() => find(box.current, tabStop))
  })

  // The message that had the focus is gone (deleted, given up): its place is taken by the list, not by the page.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) find(box.current, tabStop)?.focus({ preventScroll: true })
  })

  // Whoever is brought to a message is there with the keyboard as well.
  const [reached, setReached] = useState(0)
  const found = typeof target?.seq === 'number' ? rows.find((row) => row.kind === 'message' && row.seq === target.seq) : undefined
  if (target && found && reached !== target.turn) {
    setReached(target.turn)
    setWanted(found.id)
  }
  useLayoutEffect(() => {
    if (reached === 0) return undefined
    return focusSoon(() => find(box.current, wanted))
    // Once for each place one is brought to, not for each one moves to.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [reached])

  function move(to: number): void {
    const id = rows[to]?.id
    if (id === undefined) return
    isMoving.current = true
    list.current?.scrollToIndex(to, { align: 'nearest' })
    setWanted(id)
    // Already drawn and already the tab stop: nothing will be drawn anew.
    if (id === tabStop) find(box.current, id)?.focus({ preventScroll: true })
  }

  return {
    tabStop,
    keepMounted,
    handleFocus({ target: reachedBy }) {
      const id = reachedBy.closest<HTMLElement>('[data-id]')?.dataset['id']
      hadFocus.current = true
      if (id !== undefined && id !== wanted) setWanted(id)
    },
    handleBlur({ target: left }) {
      // What was taken off the page did not give the focus away.
      if (left.isConnected) hadFocus.current = false
    },
    focusLast: () => move(lastMessage(rows)),
    handleKey(event) {
      // Only for the message itself; its buttons and links keep their keys.
      if (!(event.target instanceof HTMLElement) || event.target.dataset['id'] === undefined) return
      const to = placeOf(event.key, rows, index)
      if (to === null) return
      event.preventDefault()
      move(to)
    },
  }
}

/** A row is hidden until it is measured, and what is hidden takes no focus: tries again with each frame, for a second. */
function focusSoon(wanted: () => HTMLElement | null): () => void {
  let frame = 0
  let left = 60
  const attempt = () => {
    const row = wanted()
    row?.focus({ preventScroll: true })
    if ((row === null || document.activeElement !== row) && left-- > 0) frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}

function placeOf(key: string, rows: readonly ChatRowData[], from: number): number | null {
  if (key === 'ArrowUp') return neighbour(rows, from, -1)
  if (key === 'ArrowDown') return neighbour(rows, from, 1)
  if (key === 'Home') return rows.findIndex(({ kind }) => kind === 'message')
  return key === 'End' ? lastMessage(rows) : null
}

function neighbour(rows: readonly ChatRowData[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'message') return at
  return from
}

function lastMessage(rows: readonly ChatRowData[]): number {
  return rows.findLastIndex(({ kind }) => kind === 'message')
}

function find(box: HTMLElement | null, id: string | null): HTMLElement | null {
  return id === null ? null : (box?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null)
}
