import { useCallback, useEffect, useRef, useState } from 'react'
import { useChat } from '../runtime/current-chat.ts'
import type { ChatRowData } from '../engine/rows.ts'
import type { Conversation } from '../engine/state.ts'

export type ReadTracking = {
  /** The unread divider comes after this seq; null for none. */
  unreadAfter: number | null
  /** Whether the divider may still appear, once the server reports what is new. */
  isUndecided: boolean
  /** The rows on screen; `isResting`: scrolling has stopped. */
  track: (rows: readonly ChatRowData[], first: number, last: number, isResting: boolean) => void
}

/** Positions messages on screen as read while the page is visible. Remembers where the unread ones started. */
export function useReadTracking({ chatId, lastSeq, readSeq, unread, last, confirmed }: Conversation): ReadTracking {
  const chat = useChat()
  const isVisible = useIsVisible()
  const seen = useRef(0)
  const [unreadAfter, setUnreadAfter] = useState<number | null>(unread > 0 ? readSeq : null)
  // A cached conversation doesn't know what is unread. Messages that arrive before the server's response are new too, and don't count
  // as seen until then.
  const isCached = confirmed === 'nothing'
  const [wasCached, setWasCached] = useState(isCached)
  const [cachedSeq] = useState(lastSeq)
  if (wasCached && !isCached) {
    setWasCached(false)
    if (unread > 0 && unreadAfter === null) setUnreadAfter(readSeq)
  }

  const track = useCallback(
    (rows: readonly ChatRowData[], first: number, end: number, isResting: boolean) => {
      const seq = seqAt(rows, end)
      seen.current = seq
      if (document.visibilityState === 'visible') chat?.seen(chatId, isCached ? Math.min(seq, cachedSeq) : seq)
      if (isResting) chat?.setReaderPosition(chatId, seqAt(rows, Math.round((first + end) / 2)))
    },
    [chat, chatId, isCached, cachedSeq],
  )

  // The page is visible again, or the unread position is known: the messages on screen are seen now.
  useEffect(() => {
    if (isVisible && !isCached && seen.current > 0) chat?.seen(chatId, seen.current)
  }, [chat, chatId, isVisible, isCached])

  // Writing marks all as read; a return to the page sets a new divider.
  const [knownSeq, setKnownSeq] = useState(lastSeq)
  if (knownSeq !== lastSeq) {
    setKnownSeq(lastSeq)
    const isMine = last !== null && last.seq === lastSeq && last.receiver !== chat?.store.getState().me
    if (isMine) setUnreadAfter(null)
    else if (!isVisible && unreadAfter === null) setUnreadAfter(readSeq)
  }
  return { unreadAfter, isUndecided: isCached, track }
}

/** The seq of that row, or of the nearest stored message before it. */
function seqAt(rows: readonly ChatRowData[], number: number): number {
  for (let index = Math.min(number, rows.length - 1); index >= 0; index--) {
    const row = rows[index]
    if (row?.kind === 'message' && row.seq !== null) return row.seq
  }
  return 0
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const follow = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  return isVisible
}
