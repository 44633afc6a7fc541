import { limits } from '#contract/limits.ts'
import { audience as audienceSchema, type Audience } from '#contract/people.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import type { Uid } from '#contract/base/ids.ts'
import { visibleText } from '#contract/base/text.ts'

export type Draft = { text: string; audience: Audience }

/** This user's unposted text, stored in this browser separately for each user. */
export function recallDraft(uid: Uid): Draft {
  const [first = '', ...text] = (recall(memoryOf(uid)) ?? '').split('\n')
  const known = audienceSchema.safeParse(first)
  return { text: text.join('\n'), audience: known.success ? known.data : 'everyone' }
}

/** Stores a draft. The audience is stored separately, because users mostly reuse it. */
export function keepDraft(uid: Uid, { text, audience }: Draft): void {
  keep(memoryOf(uid), text === '' && audience === 'everyone' ? null : `${audience}\n${text}`)
}

const memoryOf = (uid: Uid) => `moment-draft.${uid}`

/** The remaining characters are shown below this number. */
const TELL_FROM = 200

export type DraftState = {
  /** Negative beyond the limit. */
  left: number
  isNearEnd: boolean
  canPost: boolean
}

/**
 * Whether a draft can be posted, and how many characters are left.
 * @param hasPictures then text is optional
 */
export function stateOfDraft(text: string, hasPictures = false, max: number = limits.moment.max): DraftState {
  const length = visibleText(text).length
  const left = max - length
  return { left, isNearEnd: left <= TELL_FROM, canPost: (length > 0 || hasPictures) && left >= 0 }
}
