/* Notes of requests that failed: the dialog shows them again. Kept while this tab is open. */
import type { Uid } from '#contract/base/ids.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'

const notes = new Map<Uid, string>()

onUserLeft(() => notes.clear())

export const unsentNote = (uid: Uid): string => notes.get(uid) ?? ''

/** Keeps a note until its request has arrived. */
export async function keepUntilSent(uid: Uid, note: string, sending: Promise<boolean>): Promise<void> {
  notes.set(uid, note)
  if (await sending) notes.delete(uid)
}
