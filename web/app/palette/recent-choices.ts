import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import { keep, recall } from '#web/platform/local-memory.ts'

const MOST = 5
const choice = z.object({ to: z.string().check(z.startsWith('/')), name: z.string(), about: z.string() })
/** An address that was chosen in the palette, with the words it had. */
export type Choice = z.output<typeof choice>

const memoryOf = (uid: Uid) => `palette.${uid}`

/** What that person chose lately in this browser, newest first. */
export function recentChoices(uid: Uid): Choice[] {
  try {
    const kept = z.array(choice).safeParse(JSON.parse(recall(memoryOf(uid)) ?? '[]'))
    return kept.success ? kept.data : []
  } catch {
    // Written by hand or by another version: as good as nothing.
    return []
  }
}

/** Remembers a choice as the newest. */
export function rememberChoice(uid: Uid, chosen: Choice): void {
  const others = recentChoices(uid).filter(({ to }) => to !== chosen.to)
  keep(memoryOf(uid), JSON.stringify([chosen, ...others].slice(0, MOST)))
}
