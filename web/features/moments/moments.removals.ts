/* Pending deletions of moments and comments. A card disappears at once; the request is sent after a grace period for "Undo", or when
   the tab closes. Deletions are stored in this browser until the server confirms them, so none is lost. */
import { create } from 'zustand'
import { timings } from '#contract/limits.ts'
import { momentCalls } from '#contract/moments.ts'
import { useAuthStore, onUserLeft } from '#web/features/identity/auth.store.ts'
import { readApi } from '#web/platform/api-client.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { i18n } from '#web/platform/i18n.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { notify } from '#web/platform/notices.ts'
import { discardComment } from './comments/comments.cache.ts'
import { removeEverywhere } from './moments.cache.ts'
import { momentErrorMessage } from './moments.messages.ts'

/** Longer than the notice, whose timer pauses under the pointer. */
export const REMOVAL_GRACE_MS = 2 * timings.noticeMs

/** A moment's ID, or `moment/comment` for a comment. */
type Removal = string
export const commentRemoval = (momentId: string, commentId: string): Removal => `${momentId}/${commentId}`

/** IDs whose cards are hidden. */
export const useRemovals = create<{ hidden: ReadonlySet<string> }>()(() => ({ hidden: new Set() }))

/** Deletions in their grace period; without a timer they wait for the server. */
const waiting = new Map<Removal, ReturnType<typeof setTimeout> | null>()

// A later request would use another user's session. Stored deletions wait for their author.
onUserLeft(() => {
  for (const timer of waiting.values()) clearTimeout(timer ?? undefined)
  waiting.clear()
  useRemovals.setState({ hidden: new Set() })
})

/** Hides a moment and offers undo. */
export function removeMoment(id: string): void {
  remove(id, i18n._({ id: 'moments.removed', message: 'Moment deleted.' }))
}

/** Hides a comment and offers undo. */
export function removeComment(momentId: string, commentId: string): void {
  remove(commentRemoval(momentId, commentId), i18n._({ id: 'moments.comment.removed', message: 'The comment was deleted.' }))
}

function remove(id: Removal, sentence: string): void {
  hideCard(id)
  clearTimeout(waiting.get(id) ?? undefined)
  waiting.set(
    id,
    setTimeout(() => void sendDeletion(id), REMOVAL_GRACE_MS),
  )
  saveRemovals()
  notify('neutral', sentence, {
    action: { label: i18n._({ id: 'moments.removed.undo', message: 'Undo' }), run: () => undo(id) },
  })
}

/**
 * Sends the deletions of the last visit, and from now on pending ones when the tab closes or the server is back.
 * Returns a function that stops.
 */
export function watchRemovals(): () => void {
  for (const id of loadRemovals()) {
    if (waiting.has(id)) continue
    hideCard(id)
    waiting.set(id, null)
    void sendDeletion(id)
  }
  const stop = onServerBack(sendAllDeletions)
  addEventListener('pagehide', sendAllDeletions)
  return () => {
    stop()
    removeEventListener('pagehide', sendAllDeletions)
  }
}

function sendAllDeletions(): void {
  for (const id of Array.from(waiting.keys())) void sendDeletion(id)
}

function undo(id: Removal): void {
  const timer = waiting.get(id)
  if (!timer) {
    // The notice outlived the grace period, because the pointer rested on it.
    notify('neutral', i18n._({ id: 'moments.removed.late', message: 'It’s too late to undo this.' }))
    return
  }
  clearTimeout(timer)
  waiting.delete(id)
  saveRemovals()
  showCard(id)
}

async function sendDeletion(id: Removal): Promise<void> {
  clearTimeout(waiting.get(id) ?? undefined)
  waiting.set(id, null)
  const [momentId = '', commentId] = id.split('/')
  const result = await (commentId === undefined
    ? readApi(momentCalls.deleteMoment, { params: { id: momentId }, keepalive: true })
    : readApi(momentCalls.deleteComment, { params: { id: momentId, commentId }, keepalive: true }))
  if (!result.ok && (result.failure.kind === 'offline' || result.failure.kind === 'signed_out')) return
  waiting.delete(id)
  saveRemovals()
  if (result.ok || result.failure.kind === 'missing') {
    if (commentId === undefined) removeEverywhere(momentId)
    else discardComment(momentId, commentId)
    return
  }
  showCard(id)
  notify('error', momentErrorMessage(i18n, result.failure))
}

/** Hides a card; its data stays in the cache. */
export function hideCard(id: Removal): void {
  useRemovals.setState(({ hidden }) => ({ hidden: new Set([...hidden, id]) }))
}

export function showCard(id: Removal): void {
  useRemovals.setState(({ hidden }) => ({ hidden: new Set([...hidden].filter((other) => other !== id)) }))
}

const storageKey = () => `moment-removals.${useAuthStore.getState().uid ?? ''}`

function saveRemovals(): void {
  writeStored(storageKey(), waiting.size > 0 ? [...waiting.keys()].join(' ') : null)
}

function loadRemovals(): string[] {
  return readStored(storageKey())?.split(' ').filter(Boolean) ?? []
}
