/* Finds web addresses in user text. Only http and https become links; everything else stays text. */

export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const address = /https?:\/\/[^\s<>"']+/gi

/** The text in parts, in order. The joined parts equal the text. */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = withoutClosingMarks(found)
    const href = safeHref(link)
    if (href === null) continue
    if (index > done) parts.push({ kind: 'text', text: text.slice(done, index) })
    parts.push({ kind: 'link', text: link, href })
    done = index + link.length
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) })
  return parts
}

/** The normalized address, or null when it is not safe to follow (another scheme, or user info before the host). */
export function safeHref(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url.href : null
}

/** A readable address: without scheme, `www.` and trailing slash. */
export function readableAddress(href: string): string {
  return href.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}

/** Removes punctuation after an address. A bracket stays when the address contains its opening one, as in Wikipedia's addresses. */
function withoutClosingMarks(found: string): string {
  // Open brackets at `end`, negative when more close than open. Counted once, so that the time is linear.
  let open = 0
  for (const character of found) open += character === '(' ? 1 : character === ')' ? -1 : 0
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    if (last === ')') {
      if (open >= 0) break
      open++
    } else if (!'.,;:!?]}'.includes(last)) break
  }
  return found.slice(0, end)
}
