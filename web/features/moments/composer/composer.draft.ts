import { limits } from '#contract/limits.ts'
import { type Audience, audiences } from '#contract/people.ts'
import { readStored, writeText } from '#web/platform/storage/browser-storage.ts'
import type { Uid } from '#contract/base/ids.ts'
import { visibleText } from '#contract/base/text.ts'

export type Draft = { text: string; audience: Audience }

/** This user's unposted text, stored in this browser separately for each user. */
export function loadDraft(uid: Uid): Draft {
  const [first = '', ...text] = (readStored(draftKey(uid)) ?? '').split('\n')
  return { text: text.join('\n'), audience: audiences.find((audience) => audience === first) ?? 'everyone' }
}

/** Stores a draft. The audience is stored separately, because users mostly reuse it. */
export function saveDraft(uid: Uid, { text, audience }: Draft): void {
  const isDefault = text === '' && audience === 'everyone'
  writeText(draftKey(uid), isDefault ? null : `${audience}\n${text}`, 'local', visibleText(text) !== '')
}

/** The storage key of the user's draft. */
export const draftKey = (uid: Uid) => `moment-draft.${uid}`

/** The remaining characters are shown below this number. */
const SHOW_REMAINING_BELOW = 200

export type DraftState = {
  /** Negative beyond the limit. */
  left: number
  isNearEnd: boolean
  canPost: boolean
}

/** Whether a draft can be posted, and how many characters are left. @param hasPictures then text is optional */
export function draftState(text: string, hasPictures = false, max: number = limits.moment.max): DraftState {
  const length = visibleText(text).length
  const left = max - length
  return { left, isNearEnd: left <= SHOW_REMAINING_BELOW, canPost: (length > 0 || hasPictures) && left >= 0 }
}
