import type { AppLanguage } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import { type NewsGroup, sayNews, sentenceOfNews } from './notifications.words.ts'

/** Lines in a mail; the page has the rest. */
const MOST_LINES = 12

type DigestLetter = { language: AppLanguage; lines: readonly NewsGroup[]; origin: string; digest: 'daily' | 'weekly' }

/** The summary of what somebody has not seen. */
export function digestLetter({ language, lines, origin, digest }: DigestLetter): Letter {
  const rest = lines.length - MOST_LINES
  const [first] = lines
  const product = PRODUCT_NAME
  return {
    language,
    subject:
      lines.length === 1 && first ? sentenceOfNews(language, first) : sayNews(language, 'digest.subject', { count: lines.length, product }),
    paragraphs: [
      ...lines.slice(0, MOST_LINES).map((line) => `• ${sentenceOfNews(language, line)}`),
      ...(rest > 0 ? [sayNews(language, 'digest.more', { count: rest })] : []),
    ],
    action: { label: sayNews(language, 'digest.open', { product }), url: `${origin}/notifications` },
    notes: [sayNews(language, `digest.${digest}`)],
  }
}
