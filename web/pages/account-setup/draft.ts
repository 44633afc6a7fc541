import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import type { Pick } from '#web/features/sources/picks.ts'

/** The entered values. They survive a reload of the tab. */
export type Draft = {
  userName: string
  name: string
  picture: { id: string; url: string } | null
  languages: string[]
  birthYear: string
  picks: Pick[]
}
export type Step = 'you' | 'about' | 'taste'
export const STEPS: readonly Step[] = ['you', 'about', 'taste']

const NAME = 'setup'

/** The draft of this user in this tab, or an empty one. */
export function loadDraft(subject: string, browserLanguages: string[]): { step: Step; draft: Draft } {
  const empty: Draft = { userName: '', name: '', picture: null, languages: browserLanguages, birthYear: '', picks: [] }
  try {
    const stored: unknown = JSON.parse(readStored(NAME, 'tab') ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('subject' in stored) || stored.subject !== subject)
      return { step: 'you', draft: empty }
    // Written by `saveDraft` of the same version: a new version starts with a full load, and a draft is only read for the same subject.
    // Missing fields come from the empty draft.
    const { step, draft } = stored as unknown as { step: Step; draft: Draft }
    return { step: STEPS.includes(step) ? step : 'you', draft: { ...empty, ...draft } }
  } catch {
    // Unreadable stored data: start empty.
    return { step: 'you', draft: empty }
  }
}

export function saveDraft(subject: string, step: Step, draft: Draft): void {
  writeStored(NAME, JSON.stringify({ subject, step, draft }), 'tab')
}

export function clearDraft(): void {
  writeStored(NAME, null, 'tab')
}
