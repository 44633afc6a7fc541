import type { Recap } from '#contract/taste/recaps.ts'

export type StoryCard = 'played' | 'fresh' | 'closer' | 'brought'

/** The cards of the story in their order; those without data are left out. */
export function storyOf({ played, fresh, closer, brought }: Pick<Recap, StoryCard>): StoryCard[] {
  return [
    ...(played ? (['played'] as const) : []),
    ...(fresh.length > 0 ? (['fresh'] as const) : []),
    ...(closer.length > 0 ? (['closer'] as const) : []),
    ...(brought.length > 0 ? (['brought'] as const) : []),
  ]
}
