import { limits } from '#contract/limits.ts'
import { audience as audienceSchema, type Audience } from '#contract/people.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import type { Uid } from '#contract/base/ids.ts'
import { visibleText } from '#contract/base/text.ts'

export type Draft = { text: string; audience: Audience }

/** What that person has written and not posted; kept in this browser, apart from other people's who use it. */
export function recallDraft(uid: Uid): Draft {
  const [first = '', ...text] = (recall(memoryOf(uid)) ?? '').split('\n')
  const known = audienceSchema.safeParse(first)
  return { text: text.join('\n'), audience: known.success ? known.data : 'everyone' }
}

/** Keeps a draft. The audience is kept on its own, too: who posts to buddies mostly does so again. */
export function keepDraft(uid: Uid, { text, audience }: Draft): void {
  keep(memoryOf(uid), text === '' && audience === 'everyone' ? null : `${audience}\n${text}`)
}

const memoryOf = (uid: Uid) => `moment-draft.${uid}`

/** From how few characters on it is told how many are left. */
const TELL_FROM = 200

export type DraftState = {
  /** Characters beyond the limit are below 0. */
  left: number
  isNearEnd: boolean
  canPost: boolean
}

/**
 * What a draft is worth: whether it can be posted, and how much room is left.
 * @param hasPictures then it needs no words
 */
export function stateOfDraft(text: string, hasPictures = false, max: number = limits.moment.max): DraftState {
  const length = visibleText(text).length
  const left = max - length
  return { left, isNearEnd: left <= TELL_FROM, canPost: (length > 0 || hasPictures) && left >= 0 }
}
