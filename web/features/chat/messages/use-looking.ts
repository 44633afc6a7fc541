import { useCallback, useEffect, useRef, useState } from 'react'
import { useChat } from '../runtime/current-chat.ts'
import type { ChatRowData } from '../engine/rows.ts'
import type { Conversation } from '../engine/types.ts'

export type Looking = {
  /** The divider of what was new stands after this place; null for none. */
  unreadAfter: number | null
  /** Whether it may still come to a divider, once the server has said what is new. */
  isUndecided: boolean
  /** The rows on screen; `isResting` when they have stopped moving. */
  look: (rows: readonly ChatRowData[], first: number, last: number, isResting: boolean) => void
}

/** What a person looks at they have seen, as long as the page is in front. Remembers where the new began when they came. */
export function useLooking({ chatId, lastSeq, readSeq, unread, last, told }: Conversation): Looking {
  const chat = useChat()
  const isVisible = useIsVisible()
  const seen = useRef(0)
  const [unreadAfter, setUnreadAfter] = useState<number | null>(unread > 0 ? readSeq : null)
  // Of a chat that stands as an earlier visit left it nobody knows yet where the new begins. What comes before the server has
  // said so is new as well: until then it does not count as seen.
  const isKept = told === 'nothing'
  const [wasKept, setWasKept] = useState(isKept)
  const [keptSeq] = useState(lastSeq)
  if (wasKept && !isKept) {
    setWasKept(false)
    if (unread > 0 && unreadAfter === null) setUnreadAfter(readSeq)
  }

  const look = useCallback(
    (rows: readonly ChatRowData[], first: number, end: number, isResting: boolean) => {
      const seq = seqAt(rows, end)
      seen.current = seq
      if (document.visibilityState === 'visible') chat?.seen(chatId, isKept ? Math.min(seq, keptSeq) : seq)
      if (isResting) chat?.lookedAt(chatId, seqAt(rows, Math.round((first + end) / 2)))
    },
    [chat, chatId, isKept, keptSeq],
  )

  // Back at the page, or the new is told from the old: what stands on screen is seen now.
  useEffect(() => {
    if (isVisible && !isKept && seen.current > 0) chat?.seen(chatId, seen.current)
  }, [chat, chatId, isVisible, isKept])

  // Whoever answers has read; whoever was away finds a new divider.
  const [known, setKnown] = useState(lastSeq)
  if (known !== lastSeq) {
    setKnown(lastSeq)
    const isMine = last !== null && last.seq === lastSeq && last.receiver !== chat?.store.getState().me
    if (isMine) setUnreadAfter(null)
    else if (!isVisible && unreadAfter === null) setUnreadAfter(readSeq)
  }
  return { unreadAfter, isUndecided: isKept, look }
}

/** The place of that row, or of the nearest stored message before it. */
function seqAt(rows: readonly ChatRowData[], at: number): number {
  for (let index = Math.min(at, rows.length - 1); index >= 0; index--) {
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
