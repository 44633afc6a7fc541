import type { AppLanguage } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Email, EmailSection } from '#server/platform/mail/email.ts'
import { type NotificationSummary, translateNotification, summaryText } from './notifications.messages.ts'

/** Lines in the email; the page shows the rest. */
const MAX_LINES = 12

type DigestEmail = {
  language: AppLanguage
  lines: readonly NotificationSummary[]
  /** The recap of a week that became ready; null without one. */
  recap?: EmailSection | null
  origin: string
  digest: 'daily' | 'weekly'
}

/** The email with the recap of the last week and a summary of unread notifications. */
export function digestEmail({ language, lines, recap = null, origin, digest }: DigestEmail): Email {
  const rest = lines.length - MAX_LINES
  const [first] = lines
  const product = PRODUCT_NAME
  return {
    language,
    subject: recap
      ? recap.title
      : lines.length === 1 && first
        ? summaryText(language, first)
        : translateNotification(language, 'digest.subject', { count: lines.length, product }),
    ...(recap ? { sections: [recap] } : {}),
    paragraphs: [
      ...lines.slice(0, MAX_LINES).map((line) => `• ${summaryText(language, line)}`),
      ...(rest > 0 ? [translateNotification(language, 'digest.more', { count: rest })] : []),
    ],
    action: { label: translateNotification(language, 'digest.open', { product }), url: `${origin}/notifications` },
    notes: [translateNotification(language, `digest.${digest}`)],
  }
}
