import { useEffect, useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatRowData } from '../engine/rows.ts'
import type { Thread } from '../engine/state.ts'

type FocusedRow = {
  /** The message in the tab order. */
  tabStop: string | null
  /** The index of the focused row: it stays rendered off screen, or the focus would be lost. */
  keepMounted: number[]
  handleFocus: (event: FocusEvent) => void
  handleBlur: (event: FocusEvent) => void
  /** Focuses the newest message. */
  focusLast: () => void
  handleKey: (event: KeyboardEvent) => void
}

/** Roving focus: one message is in the tab order; the arrow keys, Home and End move it. */
export function useFocusedRow(
  rows: readonly ChatRowData[],
  target: Thread['target'],
  box: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
): FocusedRow {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const isMoving = useRef(false)
  const hadFocus = useRef(false)
  const position = rows.findIndex(({ id }) => id === focusedId)
  const index = position >= 0 ? position : lastMessage(rows)
  const tabStop = rows[index]?.id ?? null
  const keepMounted = useMemo(() => (index >= 0 ? [index] : []), [index])

  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    focusSoon(() => find(box.current, tabStop))
  })

  // The focused message was removed: move the focus to the list.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) find(box.current, tabStop)?.focus({ preventScroll: true })
  })

  // A jump also moves the keyboard focus.
  const [reached, setReached] = useState(0)
  const found = typeof target?.seq === 'number' ? rows.find((row) => row.kind === 'message' && row.seq === target.seq) : undefined
  if (target && found && reached !== target.turn) {
    setReached(target.turn)
    setFocusedId(found.id)
  }
  useLayoutEffect(() => {
    if (reached === 0) return undefined
    return focusSoon(() => find(box.current, focusedId))
    // Runs once per jump, not on each focus move.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [reached])

  function move(to: number): void {
    const id = rows[to]?.id
    if (id === undefined) return
    isMoving.current = true
    list.current?.scrollToIndex(to, { align: 'nearest' })
    setFocusedId(id)
    // Already rendered and the tab stop: no render will follow.
    if (id === tabStop) find(box.current, id)?.focus({ preventScroll: true })
  }

  return {
    tabStop,
    keepMounted,
    handleFocus({ target: focused }) {
      const id = focused.closest<HTMLElement>('[data-id]')?.dataset['id']
      hadFocus.current = true
      if (id !== undefined && id !== focusedId) setFocusedId(id)
    },
    handleBlur({ target: blurred }) {
      // A removed element fires blur without giving the focus away.
      if (blurred.isConnected) hadFocus.current = false
    },
    focusLast: () => move(lastMessage(rows)),
    handleKey(event) {
      // Only for the message itself; its buttons and links handle their own keys.
      if (!(event.target instanceof HTMLElement) || event.target.dataset['id'] === undefined) return
      const to = targetIndex(event.key, rows, index)
      if (to === null) return
      event.preventDefault()
      move(to)
    },
  }
}

/** A row is hidden until it is measured, and hidden elements can't be focused: retries on each frame for a second. */
function focusSoon(focusedId: () => HTMLElement | null): () => void {
  let frame = 0
  let framesLeft = 60
  const attempt = () => {
    const row = focusedId()
    row?.focus({ preventScroll: true })
    if ((row === null || document.activeElement !== row) && framesLeft-- > 0) frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}

function targetIndex(key: string, rows: readonly ChatRowData[], from: number): number | null {
  if (key === 'ArrowUp') return neighbor(rows, from, -1)
  if (key === 'ArrowDown') return neighbor(rows, from, 1)
  if (key === 'Home') return rows.findIndex(({ kind }) => kind === 'message')
  return key === 'End' ? lastMessage(rows) : null
}

function neighbor(rows: readonly ChatRowData[], from: number, step: 1 | -1): number {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) if (rows[index]?.kind === 'message') return index
  return from
}

function lastMessage(rows: readonly ChatRowData[]): number {
  return rows.findLastIndex(({ kind }) => kind === 'message')
}

function find(box: HTMLElement | null, id: string | null): HTMLElement | null {
  return id === null ? null : (box?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null)
}
