import { type AppLanguage, directionOf } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export type HeadPicture = { url: string; width: number; height: number; alt: string }

/** The head of a page for clients that don't run it: link previews and search engines. Plain text, partly from users. */
export type PageHead = {
  language: AppLanguage
  title: string
  description: string
  /** Shown when JavaScript is off. */
  noScriptText: string
  /** The canonical path of the page; null for pages that search engines must not index. */
  canonical: string | null
  kind: 'website' | 'profile' | 'article'
  /** A path or a URL. */
  picture: HeadPicture
}

/**
 * Inserts the head into a page. Every value is escaped and not processed again: insert the nonce before.
 * @param origin the public origin, because links must be absolute
 */
export function insertHead(page: string, head: PageHead, origin: string): string {
  const { picture } = head
  const absoluteUrl = (path: string) => new URL(path, origin).href
  const metaProperty = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}" />`
  const tags = [
    head.canonical === null
      ? '<meta name="robots" content="noindex" />'
      : `<link rel="canonical" href="${escapeHtml(absoluteUrl(head.canonical))}" />`,
    metaProperty('og:site_name', PRODUCT_NAME),
    metaProperty('og:type', head.kind),
    metaProperty('og:title', head.title),
    metaProperty('og:description', head.description),
    ...(head.canonical === null ? [] : [metaProperty('og:url', absoluteUrl(head.canonical))]),
    metaProperty('og:image', absoluteUrl(picture.url)),
    metaProperty('og:image:width', String(picture.width)),
    metaProperty('og:image:height', String(picture.height)),
    metaProperty('og:image:alt', picture.alt),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
  const title = head.title === PRODUCT_NAME ? PRODUCT_NAME : `${head.title} · ${PRODUCT_NAME}`
  // Functions as replacements: otherwise `$&` in a user's name would be a pattern.
  return page
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${head.language}" dir="${directionOf(head.language)}"`)
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${escapeHtml(head.noScriptText)}</noscript>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /<meta name="description" content="[^"]*" ?\/?>/,
      () => `<meta name="description" content="${escapeHtml(head.description)}" />`,
    )
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
