import type { LinkCardData } from '#contract/link-cards.ts'
import type { LinkRecord } from '#contract/links.ts'
import { thumbnailUrl } from './cards.thumbnail.ts'
import type { CatalogueFacts, StoredCard } from './cards.types.ts'

/**
 * A card of which something is known, or of which nobody could tell anything: then it is drawn from the link alone.
 * @param target where the link leads: the asker's own record, or what stands behind their short link
 */
export function presentCard(
  link: string,
  target: LinkRecord,
  { id, state, title, author, thumbnail, elsewhere }: StoredCard,
  facts?: CatalogueFacts,
): LinkCardData {
  const otherSide = facts?.otherSide ?? (elsewhere && { target: elsewhere, isGuess: true })
  return {
    link,
    target,
    title,
    author: author ?? facts?.author ?? null,
    thumbnail_url: thumbnailUrl(thumbnail, id),
    state: state === 'gone' ? 'gone' : 'ready',
    other_side: otherSide && { target: otherSide.target, is_guess: otherSide.isGuess },
  }
}

/** A card before anything is known; `ready` where there is nobody to ask. */
export function presentBare(link: string, target: LinkRecord, state: 'ready' | 'waiting'): LinkCardData {
  return { link, target, title: null, author: null, thumbnail_url: null, state, other_side: null }
}
