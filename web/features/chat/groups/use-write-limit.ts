import { useEffect, useState } from 'react'
import { type Group, UNTIL_ALLOWED } from '#contract/chat/groups.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import type { ChatMessage, OutboxMessage } from '../engine/state.ts'

/** Why a member of a group may not write now. Times are Unix times in milliseconds, by the server's clock once it is known. */
export type WriteLimit =
  | { kind: 'none' }
  /** A new member. Null: until an admin allows it. */
  | { kind: 'read-only'; untilMs: number | null }
  /** Slow mode: the next message must wait until then. */
  | { kind: 'slow'; untilMs: number }

const NONE: WriteLimit = { kind: 'none' }

type Written = { me: string; items: readonly ChatMessage[]; waiting: readonly OutboxMessage[] }

/**
 * The limit of the user in this group at that time. The server has the last word.
 * @param sentMs when their latest message was sent, also by this clock
 */
export function writeLimit(group: Group | null, me: string, nowMs: number, sentMs: number): WriteLimit {
  if (!group || group.role !== 'member') return NONE
  const writesFrom = writesFromOf(group, me)
  if (writesFrom === UNTIL_ALLOWED) return { kind: 'read-only', untilMs: null }
  if (writesFrom !== null && Date.parse(writesFrom) > nowMs) return { kind: 'read-only', untilMs: Date.parse(writesFrom) }
  const seconds = group.settings.slow_seconds
  if (seconds === 0) return NONE
  const untilMs = sentMs + seconds * 1_000
  return untilMs > nowMs ? { kind: 'slow', untilMs } : NONE
}

/** Updates the limit until it ends. */
export function useWriteLimit(group: Group | null, written: Written): { limit: WriteLimit; nowMs: number } {
  const isTimed = group?.role === 'member' && (group.settings.slow_seconds > 0 || writesFromOf(group, written.me) !== null)
  const localMs = useNow(isTimed ? 1_000 : undefined)
  const aheadMs = useServerAhead(isTimed)
  const latestMs = Math.max(
    0,
    ...written.items.flatMap(({ sender, sent_date: date }) => (sender === written.me && date !== '' ? [Date.parse(date)] : [])),
  )
  const seenMs = useSeenMs(written, latestMs, localMs)
  const unsent = written.waiting.flatMap(({ failure, position }) => (failure === null ? [position + (aheadMs ?? 0)] : []))
  const nowMs = localMs + (aheadMs ?? 0)
  return { limit: writeLimit(group, written.me, nowMs, Math.max(aheadMs === null ? seenMs : latestMs, ...unsent)), nowMs }
}

const loadTogether = () => importWithRetry(() => import('#web/features/together/together.store.ts'))

/** How far the server's clock is ahead of this device's, in milliseconds, rounded down to a second; null until it is known. */
function useServerAhead(isNeeded: boolean): number | null {
  const [aheadMs, setAheadMs] = useState<number | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    const stops: (() => void)[] = []
    let isOver = false
    async function follow(): Promise<void> {
      const { serverClock, watchClock } = await loadTogether()
      if (isOver) return
      const read = () => serverClock.isKnown() && setAheadMs(Math.floor((serverClock.now() - Date.now()) / 1_000) * 1_000)
      const timer = setInterval(read, 1_000)
      stops.push(watchClock(), () => clearInterval(timer))
      read()
    }
    void follow()
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [isNeeded])
  return aheadMs
}

/** When the latest own message was sent, by this device's clock, which may be ahead of the server's or behind. */
function useSeenMs({ waiting }: Written, latestMs: number, nowMs: number): number {
  const isWaiting = waiting.some(({ failure }) => failure === null)
  const [seen, setSeen] = useState({ latestMs, isWaiting, sentMs: Math.min(latestMs, nowMs) })
  if (seen.latestMs !== latestMs || seen.isWaiting !== isWaiting) {
    const isNew = seen.latestMs !== latestMs
    // A message that was waiting here has just been sent. Any other one was sent before it was seen here.
    const seenMs = seen.isWaiting ? nowMs : Math.min(latestMs, nowMs)
    setSeen({ latestMs, isWaiting, sentMs: isNew ? seenMs : seen.sentMs })
  }
  return seen.sentMs
}

function writesFromOf({ members }: Group, me: string): string | null {
  return members.find(({ person }) => person.uid === me)?.writes_from ?? null
}
