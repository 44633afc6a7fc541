/* People the viewer is not interested in. The card goes at once; the server is told after a grace in which "Undo" is free,
   because it never suggests them again. */
import { create } from 'zustand'
import { timings } from '#contract/limits.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { tasteCalls } from '#contract/taste.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { callApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'

/** Longer than the notice, whose clock stands still while the pointer is over it. */
const GRACE_MS = 2 * timings.noticeMs

/** Those whose cards are hidden. */
export const useDismissals = create<{ hidden: ReadonlySet<Uid> }>()(() => ({ hidden: new Set() }))

const waiting = new Map<Uid, { person: PersonCard; timer: ReturnType<typeof setTimeout> }>()

// Told later, it would be told in the name of whoever is there by then.
onUserLeft(() => {
  for (const { timer } of waiting.values()) clearTimeout(timer)
  waiting.clear()
  useDismissals.setState({ hidden: new Set() })
})

/** Hides that person's card and offers to undo it. */
export function dismiss(person: PersonCard): void {
  const { uid, name } = person
  setHidden(uid, true)
  clearTimeout(waiting.get(uid)?.timer)
  waiting.set(uid, { person, timer: setTimeout(() => void tell(person), GRACE_MS) })
  notify('neutral', i18n._({ id: 'match.dismissed', message: '{name} won’t be suggested again.', values: { name } }), {
    action: { label: i18n._({ id: 'match.dismissed.undo', message: 'Undo' }), run: () => undo(uid) },
  })
}

/** Tells the server at once what still waits when the tab goes away. Returns a function that stops watching. */
export function flushDismissalsOnLeave(): () => void {
  addEventListener('pagehide', flush)
  return () => removeEventListener('pagehide', flush)
}

function flush(): void {
  for (const { person } of waiting.values()) void tell(person)
}

function undo(uid: Uid): void {
  clearTimeout(waiting.get(uid)?.timer)
  waiting.delete(uid)
  setHidden(uid, false)
}

/** Takes a dismissal back that the server knows already. */
export async function bringBack(person: PersonCard): Promise<void> {
  try {
    await callApi(tasteCalls.undismissMatch, { params: { uid: person.uid } })
  } catch {
    // Logged by the client; the person stays in the list, so that pressing again is possible.
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

async function tell(person: PersonCard): Promise<void> {
  clearTimeout(waiting.get(person.uid)?.timer)
  waiting.delete(person.uid)
  try {
    // It goes on while the tab goes away; another request would be given up with its page.
    await callApi(tasteCalls.dismissMatch, { params: { uid: person.uid }, keepalive: true })
    void refreshCall(tasteCalls.getDismissed)
  } catch {
    // Logged by the client. The person stays in view, so that pressing again is possible.
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
