import type { Uid } from '#contract/base/ids.ts'
import { fieldsOf, isText } from '#web/platform/fields.ts'
import { writeStored, readStored } from '#web/platform/browser-storage.ts'

const MAX_CHOICES = 5
/** A page chosen in the palette, with its label. */
export type Choice = { to: string; name: string; about: string }

const storageKey = (uid: Uid) => `palette.${uid}`

/** The user's recent choices in this browser, newest first. */
export function recentChoices(uid: Uid): Choice[] {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(uid)) ?? '[]')
    return Array.isArray(stored) && stored.every(isChoice) ? stored : []
  } catch {
    // Invalid stored data counts as empty.
    return []
  }
}

function isChoice(value: unknown): value is Choice {
  const { to, name, about } = fieldsOf(value)
  return isText(to) && to.startsWith('/') && isText(name) && isText(about)
}

/** Saves a choice as the newest. */
export function saveChoice(uid: Uid, chosen: Choice): void {
  const others = recentChoices(uid).filter(({ to }) => to !== chosen.to)
  writeStored(storageKey(uid), JSON.stringify([chosen, ...others].slice(0, MAX_CHOICES)))
}
