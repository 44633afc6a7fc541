import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import { keep, recall } from '#web/platform/local-memory.ts'

const MOST = 5
const choice = z.object({ to: z.string().check(z.startsWith('/')), name: z.string(), about: z.string() })
/** A page chosen in the palette, with its label. */
export type Choice = z.output<typeof choice>

const memoryOf = (uid: Uid) => `palette.${uid}`

/** The user's recent choices in this browser, newest first. */
export function recentChoices(uid: Uid): Choice[] {
  try {
    const kept = z.array(choice).safeParse(JSON.parse(recall(memoryOf(uid)) ?? '[]'))
    return kept.success ? kept.data : []
  } catch {
    // Invalid stored data counts as empty.
    return []
  }
}

/** Saves a choice as the newest. */
export function rememberChoice(uid: Uid, chosen: Choice): void {
  const others = recentChoices(uid).filter(({ to }) => to !== chosen.to)
  keep(memoryOf(uid), JSON.stringify([chosen, ...others].slice(0, MOST)))
}
