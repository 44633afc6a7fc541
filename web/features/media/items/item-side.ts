import type { ItemKind } from '#contract/media.ts'

/** The two sides of the product: listening and watching. They also determine the colors of chips and bars. */
export type Side = 'music' | 'video'

export function sideOf(kind: ItemKind): Side {
  return kind === 'artist' || kind === 'track' ? 'music' : 'video'
}
