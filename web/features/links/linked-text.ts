/* Finds web addresses in what people write. Only http and https become links; everything else stays text. */

export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const address = /https?:\/\/[^\s<>"']+/gi

/** The text in parts, in order. Joined again, the parts are the text itself. */
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

/** The address as a link may carry it, or null when it is none that is safe to follow (another scheme, a name in front of the host). */
export function safeHref(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url.href : null
}

/** An address as people read it: without scheme and `www.`, and without the slash at its end. */
export function readableAddress(href: string): string {
  return href.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}

/** A sentence's own marks after an address. A bracket stays when the address opened it, as in an encyclopedia's pages. */
function withoutClosingMarks(found: string): string {
  // Brackets that are open at `end`, below 0 when more close than open. Counted once, so that time grows with the length only.
  let open = 0
  for (const letter of found) open += letter === '(' ? 1 : letter === ')' ? -1 : 0
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
