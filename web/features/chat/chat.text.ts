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
