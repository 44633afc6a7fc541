import type { Moment } from '#contract/moments.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Source } from '#contract/taste/taste.ts'

export type StepName = 'connect' | 'about' | 'buddy' | 'moment'
export type FirstStep = { name: StepName; isDone: boolean }

/** The first steps and whether each is done. */
export function firstStepsOf(me: Profile, sources: readonly Source[], moments: readonly Moment[]): FirstStep[] {
  return [
    {
      name: 'connect',
      isDone: sources.some(({ source, status }) => source !== 'picks' && (status === 'connected' || status === 'syncing')),
    },
    { name: 'about', isDone: me.avatar_url !== null || me.bio !== '' },
    { name: 'buddy', isDone: me.buddies_count !== null && me.buddies_count > 0 },
    { name: 'moment', isDone: moments.some(({ mine }) => mine) },
  ]
}
