import type { MessageType } from './chat.ts'
import { findLink, recognizeLink, type LinkRecord } from '../links/links.ts'

/** The fields that decide which card a message gets. */
export type CardSource = { type: MessageType; content: string; referenceItem: readonly string[] }

/** The link that gets a card. Items sent from a panel are identified by id; their text is the user's comment. */
export function linkOfMessage({ type, content, referenceItem }: CardSource): LinkRecord | null {
  const id = referenceItem.find((item) => !item.includes(':'))
  if (id === undefined) return findLink(content)
  if (type === 'youtube video') return recognizeLink(`https://www.youtube.com/watch?v=${encodeURIComponent(id)}`)
  if (type === 'spotify artist') return recognizeLink(`https://open.spotify.com/artist/${encodeURIComponent(id)}`)
  if (type === 'spotify track') return recognizeLink(`https://open.spotify.com/track/${encodeURIComponent(id)}`)
  return findLink(content)
}

/** Marks a message that was sent before in another conversation. With a colon, so that no client takes it for a public id. */
export const FORWARDED_REFERENCE = 'forwarded:yes'

const MOMENT_PREFIX = 'moment:'

export function momentOfMessage({ referenceItem }: Pick<CardSource, 'referenceItem'>): string | null {
  return referenceItem.find((item) => item.startsWith(MOMENT_PREFIX))?.slice(MOMENT_PREFIX.length) ?? null
}
