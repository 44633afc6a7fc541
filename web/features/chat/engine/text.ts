import type { MessageType } from '#contract/chat.ts'
import { findLink, isBareLink, recognizeLink, textWithoutCardLink, type LinkRecord } from '#contract/links.ts'

/** What kind of message a text is, and what it is about: a link alone is one; a link to something that plays here says so. */
export function typeOf(text: string): { type: MessageType; referenceItem: string[] } {
  if (!isBareLink(text)) return { type: 'text', referenceItem: [] }
  const link = recognizeLink(text)
  if (link?.platform !== 'spotify' || link.id === null) return { type: 'link', referenceItem: [] }
  if (link.kind === 'artist') return { type: 'spotify artist', referenceItem: [link.id] }
  return link.kind === 'track' ? { type: 'spotify track', referenceItem: [link.id] } : { type: 'link', referenceItem: [] }
}

/** What of a message decides about its card. */
type CardSource = { type: MessageType; content: string; referenceItem: readonly string[] }

/** The link that gets a card. Things that were sent from a panel are their ids; the text beside them is what was said about them. */
export function linkOfMessage({ type, content, referenceItem }: CardSource): LinkRecord | null {
  const id = referenceItem.find((item) => !item.includes(':'))
  if (id === undefined) return findLink(content)
  if (type === 'youtube video') return recognizeLink(`https://www.youtube.com/watch?v=${encodeURIComponent(id)}`)
  if (type === 'spotify artist') return recognizeLink(`https://open.spotify.com/artist/${encodeURIComponent(id)}`)
  if (type === 'spotify track') return recognizeLink(`https://open.spotify.com/track/${encodeURIComponent(id)}`)
  return findLink(content)
}

/** What is said beside the card, without the address that the card stands for; nothing where the card says it all. */
export function wordsOfMessage(message: CardSource): string {
  return textWithoutCardLink(message.content, linkOfMessage(message))
}

const MAX_LARGE = 3
const graphemes = new Intl.Segmenter()

/**
 * Whether a text is nothing but up to three emoji, which are then drawn large.
 * Sign by sign: the one pattern that knows every emoji takes a browser seconds to prepare.
 */
export function isOnlyEmoji(text: string): boolean {
  const signs = text.replace(/\s/g, '')
  if (signs === '' || signs.length > 100) return false
  const parts = Array.from(graphemes.segment(signs), ({ segment }) => segment)
  return parts.length <= MAX_LARGE && parts.every((part) => /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})/u.test(part))
}

/** A piece of a message: plain text, or an address that may be opened. */
export type TextPart = { text: string; href: string | null }

const MAX_ADDRESS = 2_048
/** What usually ends the sentence and not the address. */
const sentenceEnd = /[.,;:!?'"…)\]}]+$/

/**
 * Cuts a text at its addresses. Only http and https can be opened; everything else, whatever it looks like, stays text.
 * Joined again, the parts are the text.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(/https?:\/\/[^\s<>]+/gi)) {
    const address = withoutSentenceEnd(found[0])
    const href = openable(address)
    if (href === null) continue
    if (found.index > end) parts.push({ text: text.slice(end, found.index), href: null })
    parts.push({ text: address, href })
    end = found.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** A closing bracket belongs to the address when it was opened there, as in `/wiki/Wave_(music)`. */
function withoutSentenceEnd(address: string): string {
  const trimmed = address.replace(sentenceEnd, '')
  return trimmed.includes('(') && address[trimmed.length] === ')' ? `${trimmed})` : trimmed
}

function openable(address: string): string | null {
  if (address.length > MAX_ADDRESS || !URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // `https://bank.example@evil.example` is made to be misread.
  return isWeb && !url.username && !url.password ? url.href : null
}

const BEFORE_FOUND = 40

/** A text cut at the words that were searched for; what stands long before the first is left out. */
export function splitFound(text: string, words: string): { text: string; isFound: boolean }[] {
  const wanted = words
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (wanted.length === 0) return [{ text, isFound: false }]
  const pattern = new RegExp(`(${wanted.join('|')})`, 'giu')
  const first = text.search(pattern)
  const shown = first > BEFORE_FOUND ? `…${text.slice(first - BEFORE_FOUND).toWellFormed()}` : text
  return shown
    .split(pattern)
    .filter(Boolean)
    .map((part) => ({ text: part, isFound: part.search(pattern) === 0 }))
}
