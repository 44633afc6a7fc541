/* Moments and comments on their way out. A card goes at once; the server is told after a grace in which "Undo" is free. What still waits
   is told when the tab goes away, and is kept in this browser until the server has taken it: a deletion is never lost. */
import { create } from 'zustand'
import { timings } from '#contract/limits.ts'
import { momentCalls } from '#contract/moments.ts'
import { useAuthStore, whenPersonLeaves } from '#web/features/identity/auth.store.ts'
import { readApi } from '#web/platform/api-client.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { i18n } from '#web/platform/i18n.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { notify } from '#web/platform/notices.ts'
import { forgetComment } from './comments/comments.cache.ts'
import { dropEverywhere } from './moments.cache.ts'
import { momentRefusal } from './moments.words.ts'

/** Longer than the notice, whose clock stands still while the pointer is over it. */
export const REMOVAL_GRACE_MS = 2 * timings.noticeMs

/** A moment's id, or `moment/comment` for a comment. */
type Removal = string
export const removalOf = (momentId: string, commentId: string): Removal => `${momentId}/${commentId}`

/** Those whose cards are hidden. */
export const useRemovals = create<{ hidden: ReadonlySet<string> }>()(() => ({ hidden: new Set() }))

/** What waits for its grace to end; without a timer it waits for the server. */
const waiting = new Map<Removal, ReturnType<typeof setTimeout> | null>()

// Told later, it would be told in the name of whoever is there by then. What is kept waits for the same person.
whenPersonLeaves(() => {
  for (const timer of waiting.values()) clearTimeout(timer ?? undefined)
  waiting.clear()
  useRemovals.setState({ hidden: new Set() })
})

/** Hides a moment and offers to undo it. */
export function removeMoment(id: string): void {
  remove(id, i18n._({ id: 'moments.removed', message: 'Your moment was deleted.' }))
}

/** Hides a comment and offers to undo it. */
export function removeComment(momentId: string, commentId: string): void {
  remove(removalOf(momentId, commentId), i18n._({ id: 'moments.comment.removed', message: 'The comment was deleted.' }))
}

function remove(id: Removal, sentence: string): void {
  hideCard(id)
  clearTimeout(waiting.get(id) ?? undefined)
  waiting.set(
    id,
    setTimeout(() => void tell(id), REMOVAL_GRACE_MS),
  )
  remember()
  notify('neutral', sentence, {
    action: { label: i18n._({ id: 'moments.removed.undo', message: 'Undo' }), run: () => undo(id) },
  })
}

/**
 * Tells the server what was still waiting when the last visit ended, and from now on whatever waits when the tab goes away
 * or the server comes back. Returns a function that stops.
 */
export function watchRemovals(): () => void {
  for (const id of recallRemovals()) {
    if (waiting.has(id)) continue
    hideCard(id)
    waiting.set(id, null)
    void tell(id)
  }
  const stop = onServerBack(tellAll)
  addEventListener('pagehide', tellAll)
  return () => {
    stop()
    removeEventListener('pagehide', tellAll)
  }
}

function tellAll(): void {
  for (const id of Array.from(waiting.keys())) void tell(id)
}

function undo(id: Removal): void {
  const timer = waiting.get(id)
  if (!timer) {
    // The notice stood longer than the grace, because the pointer rested on it.
    notify('neutral', i18n._({ id: 'moments.removed.late', message: 'It is too late: this is gone.' }))
    return
  }
  clearTimeout(timer)
  waiting.delete(id)
  remember()
  showCard(id)
}

async function tell(id: Removal): Promise<void> {
  clearTimeout(waiting.get(id) ?? undefined)
  waiting.set(id, null)
  const [momentId = '', commentId] = id.split('/')
  const result = await (commentId === undefined
    ? readApi(momentCalls.deleteMoment, { params: { id: momentId }, keepalive: true })
    : readApi(momentCalls.deleteComment, { params: { id: momentId, commentId }, keepalive: true }))
  if (!result.ok && (result.failure.kind === 'offline' || result.failure.kind === 'signed_out')) return
  waiting.delete(id)
  remember()
  if (result.ok || result.failure.kind === 'missing') {
    if (commentId === undefined) dropEverywhere(momentId)
    else forgetComment(momentId, commentId)
    return
  }
  showCard(id)
  notify('error', momentRefusal(i18n, result.failure))
}

/** Takes a card off the screen; its data stays where it is. */
export function hideCard(id: Removal): void {
  useRemovals.setState(({ hidden }) => ({ hidden: new Set([...hidden, id]) }))
}

export function showCard(id: Removal): void {
  useRemovals.setState(({ hidden }) => ({ hidden: new Set([...hidden].filter((other) => other !== id)) }))
}

const memory = () => `moment-removals.${useAuthStore.getState().uid ?? ''}`

function remember(): void {
  keep(memory(), waiting.size > 0 ? [...waiting.keys()].join(' ') : null)
}

function recallRemovals(): string[] {
  return recall(memory())?.split(' ').filter(Boolean) ?? []
}
