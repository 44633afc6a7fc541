import { findLink, recognizeLink } from '#contract/links/links.ts'

/** The text with a link as its last word. */
export const joinLink = (text: string, link: string): string => (text === '' ? link : `${text} ${link}`)

/** The recognized link that is the last word of a text, and the text before it; null if there is none. */
export function trailingLink(text: string): { word: string; before: string } | null {
  const word = text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1)
  return recognizeLink(word) === null ? null : { word, before: text.slice(0, Math.max(0, text.length - word.length - 1)) }
}

const MAX_WORDS_A_SIDE = 8

/** The query of a text that reads “artist - title”; null for other texts. */
export function artistTitleQuery(text: string): string | null {
  const line = text.trim()
  if (line.includes('\n') || findLink(line)) return null
  const sides = line.split(/\s[-–—]\s/u)
  const isName = (side: string) => side.trim() !== '' && side.trim().split(/\s+/u).length <= MAX_WORDS_A_SIDE
  return sides.length === 2 && sides.every(isName) ? line : null
}

/** Whether “play:” was just typed at the start of a text: it opens the search, and stays in the text until an item is chosen. */
export const isPlayOpener = (before: string, next: string): boolean => next.length > before.length && next.toLowerCase() === 'play:'

/** Whether this first character of a text opens the search. */
export const isOpener = (before: string, next: string): boolean => before === '' && (next === '/' || next === '+')
