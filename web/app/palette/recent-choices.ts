import type { Uid } from '#contract/base/ids.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'

const MAX_CHOICES = 5
/** A page chosen in the palette, with its label. */
export type Choice = { to: string; name: string; about: string }

const storageKey = (uid: Uid) => `palette.${uid}`

/** The user's recent choices in this browser, newest first. */
export function recentChoices(uid: Uid): Choice[] {
  try {
    const stored = JSON.parse(readStored(storageKey(uid)) ?? '[]') as Choice[]
    return stored.filter(({ to }) => to.startsWith('/'))
  } catch {
    // Invalid stored data counts as empty.
    return []
  }
}

/** Saves a choice as the newest. */
export function saveChoice(uid: Uid, chosen: Choice): void {
  const others = recentChoices(uid).filter(({ to }) => to !== chosen.to)
  writeStored(storageKey(uid), JSON.stringify([chosen, ...others].slice(0, MAX_CHOICES)))
}
