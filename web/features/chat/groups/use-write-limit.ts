import { useState } from 'react'
import { type Group, UNTIL_ALLOWED } from '#contract/chat/groups.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import type { ChatMessage, OutboxMessage } from '../engine/state.ts'

/** Why a member of a group may not write now. Times are Unix times in milliseconds. */
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
 * @param sentMs when their latest stored message was sent, by this device's clock
 */
export function writeLimit(group: Group | null, { me, waiting }: Written, nowMs: number, sentMs: number): WriteLimit {
  if (!group || group.role !== 'member') return NONE
  const writesFrom = writesFromOf(group, me)
  if (writesFrom === UNTIL_ALLOWED) return { kind: 'read-only', untilMs: null }
  if (writesFrom !== null && Date.parse(writesFrom) > nowMs) return { kind: 'read-only', untilMs: Date.parse(writesFrom) }
  const seconds = group.settings.slow_seconds
  if (seconds === 0) return NONE
  const unsent = waiting.flatMap(({ failure, position }) => (failure === null ? [position] : []))
  const untilMs = Math.max(sentMs, ...unsent) + seconds * 1_000
  return untilMs > nowMs ? { kind: 'slow', untilMs } : NONE
}

/** Follows the limit while it lasts. */
export function useWriteLimit(group: Group | null, written: Written): { limit: WriteLimit; nowMs: number } {
  const isTimed = group?.role === 'member' && (group.settings.slow_seconds > 0 || writesFromOf(group, written.me) !== null)
  const nowMs = useNow(isTimed ? 1_000 : undefined)
  const sentMs = useSentMs(written, nowMs)
  return { limit: writeLimit(group, written, nowMs, sentMs), nowMs }
}

/** When the latest own message was sent, by this device's clock, which may be ahead of the server's or behind. */
function useSentMs({ me, items, waiting }: Written, nowMs: number): number {
  const latestMs = Math.max(0, ...items.flatMap(({ sender, sent_date: date }) => (sender === me && date !== '' ? [Date.parse(date)] : [])))
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
