import type { LinkFacts } from './link-sites.types.ts'

const MAX_TEXT = 1_000

/** The Open Graph facts of a page, or of its beginning; all null when it has none. Takes time in proportion to its length. */
export function openGraph(html: string): LinkFacts & { url: string | null } {
  const found = new Map<string, string>()
  for (let at = html.indexOf('<meta'); at >= 0; at = html.indexOf('<meta', at + 5)) {
    const end = html.indexOf('>', at)
    if (end < 0) break
    const attributes = attributesOf(html.slice(at + 5, Math.min(end, at + 4_000)))
    const name = attributes.get('property') ?? attributes.get('name')
    const content = attributes.get('content')
    if (name?.startsWith('og:') && content && !found.has(name)) found.set(name, content)
  }
  const text = (name: string) => found.get(name)?.trim().slice(0, MAX_TEXT).toWellFormed() || null
  return { title: text('og:title'), author: null, thumbnail: text('og:image'), url: text('og:url') }
}

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(
    /([a-z:-]{1,30})=(?:"([^"]{0,3000})"|'([^']{0,3000})'|([^\s"'>]{1,300}))/gi,
  )) {
    found.set(name.toLowerCase(), unescaped(double ?? single ?? bare ?? ''))
  }
  return found
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text behind the character references of HTML that such pages use. */
export function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return named[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
