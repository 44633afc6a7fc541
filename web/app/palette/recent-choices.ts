import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import { writeStored, readStored } from '#web/platform/browser-storage.ts'

const MAX_CHOICES = 5
const choice = z.object({ to: z.string().check(z.startsWith('/')), name: z.string(), about: z.string() })
/** A page chosen in the palette, with its label. */
export type Choice = z.output<typeof choice>

const storageKey = (uid: Uid) => `palette.${uid}`

/** The user's recent choices in this browser, newest first. */
export function recentChoices(uid: Uid): Choice[] {
  try {
    const stored = z.array(choice).safeParse(JSON.parse(readStored(storageKey(uid)) ?? '[]'))
    return stored.success ? stored.data : []
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
