import { type AppLanguage, directionOf } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export type HeadPicture = { url: string; width: number; height: number; alt: string }

/** What the head of a page tells whoever does not run it: previews of shared links, search engines. Plain text, from people too. */
export type PageHead = {
  language: AppLanguage
  title: string
  description: string
  /** What those read whose browser runs no script. */
  needsScript: string
  /** The one address of this page, as a path; null keeps it out of search engines and has none. */
  canonical: string | null
  kind: 'website' | 'profile' | 'article'
  /** Where it stands: a path, or an address. */
  picture: HeadPicture
}

/**
 * The page with that head. Every value is escaped, and nothing of it is looked at again: write the nonce before.
 * @param origin where people reach us; what links carry must be whole addresses
 */
export function withHead(page: string, head: PageHead, origin: string): string {
  const { picture } = head
  const whole = (path: string) => new URL(path, origin).href
  const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}" />`
  const tags = [
    head.canonical === null
      ? '<meta name="robots" content="noindex" />'
      : `<link rel="canonical" href="${escaped(whole(head.canonical))}" />`,
    property('og:site_name', PRODUCT_NAME),
    property('og:type', head.kind),
    property('og:title', head.title),
    property('og:description', head.description),
    ...(head.canonical === null ? [] : [property('og:url', whole(head.canonical))]),
    property('og:image', whole(picture.url)),
    property('og:image:width', String(picture.width)),
    property('og:image:height', String(picture.height)),
    property('og:image:alt', picture.alt),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
  const title = head.title === PRODUCT_NAME ? PRODUCT_NAME : `${head.title} · ${PRODUCT_NAME}`
  // Functions as replacements: `$&` in somebody's name would otherwise be an instruction.
  return page
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${head.language}" dir="${directionOf(head.language)}"`)
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${escaped(head.needsScript)}</noscript>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<meta name="description" content="[^"]*" ?\/?>/, () => `<meta name="description" content="${escaped(head.description)}" />`)
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
