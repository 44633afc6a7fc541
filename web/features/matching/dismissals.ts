/* Dismissed people, who are never suggested again. */
import { create } from 'zustand'
import { tasteCalls } from '#contract/taste/taste.ts'
import type { PersonCard } from '#contract/people.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { callApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'
import { createUndoable, type Hidden } from '#web/platform/undoable.ts'

/** The uids of users whose cards are hidden. */
export const useDismissals = create<Hidden>()(() => ({ hidden: new Set() }))

const dismissals = createUndoable({ store: useDismissals, keyOf: ({ uid }: PersonCard) => uid, send: sendDismissal })
onUserLeft(dismissals.clear)

/** Hides a person's card and offers undo. */
export function dismiss(person: PersonCard): void {
  const { name } = person
  dismissals.start(person, i18n._({ id: 'match.dismissed', message: '{name} won’t be suggested again.', values: { name } }))
}

/** Undoes a dismissal that the server has stored. */
export async function restorePerson(person: PersonCard): Promise<void> {
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
  dismissals.show(person)
  await Promise.all([refreshCall(tasteCalls.getDismissed), refreshCall(tasteCalls.getMatches)])
}

async function sendDismissal({ uid, name }: PersonCard): Promise<boolean> {
  try {
    // Completes even if the tab is closed; other requests would be cancelled.
    await callApi(tasteCalls.dismissMatch, { params: { uid }, keepalive: true })
    void refreshCall(tasteCalls.getDismissed)
    return true
  } catch {
    // Logged by the client. The person is shown again, so the user can retry.
    const message = i18n._({
      id: 'match.dismissed.failed',
      message: 'Couldn’t save that about {name}. Please try again.',
      values: { name },
    })
    notify('error', message)
    return false
  }
}
