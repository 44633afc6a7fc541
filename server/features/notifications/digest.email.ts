import type { AppLanguage } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Email } from '#server/platform/mail/email.ts'
import { type NotificationSummary, translateNotification, summaryText } from './notifications.messages.ts'

/** Lines in the email; the page shows the rest. */
const MAX_LINES = 12

type DigestEmail = { language: AppLanguage; lines: readonly NotificationSummary[]; origin: string; digest: 'daily' | 'weekly' }

/** The email with a summary of unread notifications. */
export function digestEmail({ language, lines, origin, digest }: DigestEmail): Email {
  const rest = lines.length - MAX_LINES
  const [first] = lines
  const product = PRODUCT_NAME
  return {
    language,
    subject:
      lines.length === 1 && first
        ? summaryText(language, first)
        : translateNotification(language, 'digest.subject', { count: lines.length, product }),
    paragraphs: [
      ...lines.slice(0, MAX_LINES).map((line) => `• ${summaryText(language, line)}`),
      ...(rest > 0 ? [translateNotification(language, 'digest.more', { count: rest })] : []),
    ],
    action: { label: translateNotification(language, 'digest.open', { product }), url: `${origin}/notifications` },
    notes: [translateNotification(language, `digest.${digest}`)],
  }
}
