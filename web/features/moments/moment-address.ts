import type { Moment } from '#contract/moments.ts'

/** The parameter that marks one moment in a feed. */
export const MOMENT_PARAM = 'post'

/** Where a moment is found: among those of its author. */
export function momentAddress({ id, author }: Pick<Moment, 'id' | 'author'>): string {
  return `/moments/${author.uid}?${MOMENT_PARAM}=${id}`
}
