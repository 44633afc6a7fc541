/* Quotes in the query cache. */
import type { Moment, QuotedMoment } from '#contract/moments.ts'

/** The moment that a quote of this moment shows: of a repost, its original. Null for moments that only the author sees, and missing originals. */
export function quotedOf({ id, author, text, link, pictures, posted_at, audience, quoted }: Moment): QuotedMoment | null {
  if (quoted !== undefined && text === '' && pictures.length === 0) return quoted
  return audience === 'only_me' ? null : { id, author, text, link, pictures, posted_at }
}

/** The moment after that one was deleted. */
export function withoutQuoted(moment: Moment, id: string): Moment {
  return moment.quoted?.id === id ? { ...moment, quoted: null } : moment
}
