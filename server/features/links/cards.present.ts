import type { LinkCardData } from '#contract/links/link-cards.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import { thumbnailUrl } from './cards.thumbnail.ts'
import type { CatalogData, StoredCard } from './cards.types.ts'

/** @param target the viewer's own link, or the target of their short link */
export function presentCard(
  link: string,
  target: LinkRecord,
  { id, state, title, author, thumbnail, elsewhere }: StoredCard,
  details?: CatalogData,
): LinkCardData {
  const otherSide = details?.otherSide ?? (elsewhere && { target: elsewhere, isGuess: true })
  return {
    link,
    target,
    title,
    author: author ?? details?.author ?? null,
    thumbnail_url: thumbnailUrl(thumbnail, id),
    state: state === 'gone' ? 'gone' : 'ready',
    other_side: otherSide && { target: otherSide.target, is_guess: otherSide.isGuess },
  }
}

/** A card without data; `ready` if it will not be loaded. */
export function presentPlainLink(link: string, target: LinkRecord, state: 'ready' | 'waiting'): LinkCardData {
  return { link, target, title: null, author: null, thumbnail_url: null, state, other_side: null }
}
