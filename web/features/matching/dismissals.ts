/* Dismissed people. The card disappears at once; the server receives it after a grace period for "Undo", because it never suggests
   them again. */
import { create } from 'zustand'
import { timings } from '#contract/limits.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { callApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'

/** Longer than the notice, whose timer pauses under the pointer. */
const GRACE_MS = 2 * timings.noticeMs

/** Users whose cards are hidden. */
export const useDismissals = create<{ hidden: ReadonlySet<Uid> }>()(() => ({ hidden: new Set() }))

const pending = new Map<Uid, { person: PersonCard; timer: ReturnType<typeof setTimeout> }>()

// A later request would use another user's session.
onUserLeft(() => {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending.clear()
  useDismissals.setState({ hidden: new Set() })
})

/** Hides a person's card and offers undo. */
export function dismiss(person: PersonCard): void {
  const { uid, name } = person
  setHidden(uid, true)
  clearTimeout(pending.get(uid)?.timer)
  pending.set(uid, { person, timer: setTimeout(() => void sendDismissal(person), GRACE_MS) })
  notify('neutral', i18n._({ id: 'match.dismissed', message: '{name} won’t be suggested again.', values: { name } }), {
    action: { label: i18n._({ id: 'match.dismissed.undo', message: 'Undo' }), run: () => undo(uid) },
  })
}

/** Sends pending dismissals when the tab is closed. Returns a function that stops. */
export function flushDismissalsOnLeave(): () => void {
  addEventListener('pagehide', flush)
  return () => removeEventListener('pagehide', flush)
}

function flush(): void {
  for (const { person } of pending.values()) void sendDismissal(person)
}

function undo(uid: Uid): void {
  clearTimeout(pending.get(uid)?.timer)
  pending.delete(uid)
  setHidden(uid, false)
}

/** Undoes a dismissal that the server has stored. */
export async function bringBack(person: PersonCard): Promise<void> {
  try {
    await callApi(tasteCalls.undismissMatch, { params: { uid: person.uid } })
  } catch {
    // Logged by the client; the person stays in the list, so the user can retry.
    notify(
      'error',
      i18n._({
        id: 'match.bring-back.failed',
        message: 'Couldn’t bring {name} back. Please try again.',
        values: { name: person.name },
      }),
    )
    return
  }
  setHidden(person.uid, false)
  await Promise.all([refreshCall(tasteCalls.getDismissed), refreshCall(tasteCalls.getMatches)])
}

async function sendDismissal(person: PersonCard): Promise<void> {
  clearTimeout(pending.get(person.uid)?.timer)
  pending.delete(person.uid)
  try {
    // Completes even if the tab is closed; other requests would be cancelled.
    await callApi(tasteCalls.dismissMatch, { params: { uid: person.uid }, keepalive: true })
    void refreshCall(tasteCalls.getDismissed)
  } catch {
    // Logged by the client. The person stays visible, so the user can retry.
    setHidden(person.uid, false)
    notify(
      'error',
      i18n._({
        id: 'match.dismissed.failed',
        message: 'Couldn’t save that about {name}. Please try again.',
        values: { name: person.name },
      }),
    )
  }
}

function setHidden(uid: Uid, isHidden: boolean): void {
  const hidden = new Set(useDismissals.getState().hidden)
  if (isHidden) hidden.add(uid)
  else hidden.delete(uid)
  useDismissals.setState({ hidden })
}
