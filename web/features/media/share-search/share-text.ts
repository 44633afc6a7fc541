import { findLink } from '#contract/links.ts'

/** The text with a link at its end. */
export function withLink(text: string, link: string): string {
  const before = text.trimEnd()
  return before === '' ? link : `${before} ${link}`
}

const MAX_WORDS_A_SIDE = 8

/** The query of a text that reads “artist - title”; null for other texts. */
export function namedItem(text: string): string | null {
  const line = text.trim()
  if (line.includes('\n') || findLink(line)) return null
  const sides = line.split(/\s[-–—]\s/u)
  const isName = (side: string) => side.trim() !== '' && side.trim().split(/\s+/u).length <= MAX_WORDS_A_SIDE
  return sides.length === 2 && sides.every(isName) ? line : null
}

/** Whether this first character of a text opens the search. */
export const isOpener = (before: string, next: string): boolean => before === '' && (next === '/' || next === '+')
