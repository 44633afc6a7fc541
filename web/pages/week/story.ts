import type { Recap } from '#contract/taste/recaps.ts'

export type StoryCard = 'played' | 'tops' | 'bars' | 'fresh' | 'closer' | 'brought' | 'both'
type Sections = Pick<Recap, 'played' | 'fresh' | 'closer' | 'brought'>

const MIN_TOPS = 3

/** The cards of the story in their order, at most six; those without data are left out. The print has its own card only without the items played most. */
export function storyOf({ played, fresh, closer, brought, gave, together }: Sections & Pick<Recap, 'gave' | 'together'>): StoryCard[] {
  const tops = played ? played.artists.length + played.tracks.length + played.channels.length : 0
  return [
    ...(played ? (['played'] as const) : []),
    ...(tops >= MIN_TOPS ? (['tops'] as const) : played?.bars.some((count) => count > 0) ? (['bars'] as const) : []),
    ...(fresh.length > 0 ? (['fresh'] as const) : []),
    ...(closer.length > 0 ? (['closer'] as const) : []),
    ...(brought.length > 0 ? (['brought'] as const) : []),
    ...(gave.length + together.length > 0 ? (['both'] as const) : []),
  ]
}

/** A week with fewer than two sections, or a longer period without plays. */
export function isQuiet({ kind, played, fresh, closer, brought }: Sections & Pick<Recap, 'kind'>): boolean {
  const sections = [played !== null, fresh.length > 0, closer.length > 0, brought.length > 0].filter(Boolean).length
  return sections < 2 && (kind === 'week' || played === null)
}
