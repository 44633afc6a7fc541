import type { MessageType } from '#contract/chat/chat.ts'
import { isBareLink, recognizeLink, textWithoutCardLink } from '#contract/links/links.ts'
import { linkOfMessage, type CardSource } from '#contract/chat/message-link.ts'

/** The message type of a text, and the id of a Spotify item it links to. Only a bare link is typed. */
export function messageTypeOf(text: string): { type: MessageType; referenceItem: string[] } {
  if (!isBareLink(text)) return { type: 'text', referenceItem: [] }
  const link = recognizeLink(text)
  if (link?.platform !== 'spotify' || link.id === null) return { type: 'link', referenceItem: [] }
  if (link.kind === 'artist') return { type: 'spotify artist', referenceItem: [link.id] }
  return link.kind === 'track' ? { type: 'spotify track', referenceItem: [link.id] } : { type: 'link', referenceItem: [] }
}

/** The text beside the card, without the card's own address; empty if there is nothing else. */
export function textBesideCard(message: CardSource): string {
  return textWithoutCardLink(message.content, linkOfMessage(message))
}

const MAX_LARGE = 3
const graphemes = new Intl.Segmenter()

/**
 * Whether a text is one to three emoji, which are displayed large. Checks each grapheme: one regular expression for all emoji takes
 * browsers seconds to compile.
 */
export function isOnlyEmoji(text: string): boolean {
  const characters = text.replace(/\s/g, '')
  if (characters === '' || characters.length > 100) return false
  const parts = Array.from(graphemes.segment(characters), ({ segment }) => segment)
  return parts.length <= MAX_LARGE && parts.every((part) => /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})/u.test(part))
}

/** A part of a message: plain text, or a link. */
export type TextPart = { text: string; href: string | null }

const MAX_ADDRESS = 2_048
/** Punctuation that usually ends the sentence and not the address. */
const sentenceEnd = /[.,;:!?'"…)\]}]+$/

/** Splits a text at its links. Only http and https become links. Joined, the parts equal the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(/https?:\/\/[^\s<>]+/gi)) {
    const address = withoutSentenceEnd(found[0])
    const href = safeHref(address)
    if (href === null) continue
    if (found.index > end) parts.push({ text: text.slice(end, found.index), href: null })
    parts.push({ text: address, href })
    end = found.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** A closing bracket belongs to an address with an opening one, as in `/wiki/Wave_(music)`. */
function withoutSentenceEnd(address: string): string {
  const trimmed = address.replace(sentenceEnd, '')
  return trimmed.includes('(') && address[trimmed.length] === ')' ? `${trimmed})` : trimmed
}

function safeHref(address: string): string | null {
  if (address.length > MAX_ADDRESS || !URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // `https://bank.example@evil.example` is a phishing trick.
  return isWeb && !url.username && !url.password ? url.href : null
}

const BEFORE_FOUND = 40

/** Splits a text at the search terms, and cuts text far before the first match. */
export function splitFound(text: string, words: string): { text: string; isFound: boolean }[] {
  const terms = words
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (terms.length === 0) return [{ text, isFound: false }]
  const pattern = new RegExp(`(${terms.join('|')})`, 'giu')
  const first = text.search(pattern)
  const shown = first > BEFORE_FOUND ? `…${text.slice(first - BEFORE_FOUND).toWellFormed()}` : text
  return shown
    .split(pattern)
    .filter(Boolean)
    .map((part) => ({ text: part, isFound: part.search(pattern) === 0 }))
}
