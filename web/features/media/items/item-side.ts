import type { ItemKind } from '#contract/media.ts'

/** The two sides of the product: what one hears and what one watches. They are the colours of chips and bars, too. */
export type Side = 'music' | 'video'

export function sideOf(kind: ItemKind): Side {
  return kind === 'artist' || kind === 'track' ? 'music' : 'video'
}
