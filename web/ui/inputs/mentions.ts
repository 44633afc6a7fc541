import type { PersonCard } from '#contract/people.ts'
import { plainText } from '../text/plain-text.ts'

const beforeCursor = /(?:^|\s)@([\p{L}\p{M}\p{N}_.]{0,24})$/u
const restOfName = /^[\p{L}\p{M}\p{N}_.]*/u

/** A name being written: `typed` is the part between "@" and the cursor in lower case. It covers the text from `start` to `end`. */
export type TypedMention = { typed: string; start: number; end: number }

/** The mention being written at the cursor; null if there is none. */
export function mentionAt(text: string, cursor: number): TypedMention | null {
  const written = beforeCursor.exec(text.slice(0, cursor))?.[1]
  if (written === undefined) return null
  const rest = restOfName.exec(text.slice(cursor))?.[0] ?? ''
  return { typed: written.toLowerCase(), start: cursor - written.length - 1, end: cursor + rest.length }
}

/** The text with the mention completed, and the cursor behind it. */
export function withMention(text: string, { start, end }: TypedMention, userName: string): { text: string; cursor: number } {
  const before = `${text.slice(0, start)}@${userName}`
  const after = text.slice(end)
  const hasSpace = /^[^\S\n]/.test(after)
  return { text: hasSpace ? before + after : `${before} ${after}`, cursor: before.length + 1 }
}

/** Whether the typed text starts the user name or a word of the name. Accents don't matter. */
export function matchesMention({ name, user_name: userName }: PersonCard, typed: string): boolean {
  return [userName, ...name.split(/\s+/u)].some((word) => plainText(word).startsWith(plainText(typed)))
}
