import type { Uid } from '#contract/base/ids.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { Email } from '#server/platform/mail/email.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { translateModeration } from './moderation.messages.ts'

export type SuspensionEmailDeps = {
  mailer: Pick<Mailer, 'send' | 'isAvailable'>
  /** The confirmed email address, or null. */
  addressOf: (uid: Uid) => Promise<string | null>
  /** The user's language, or null if unknown. */
  languageOf: (uid: Uid) => Promise<AppLanguage | null>
  origin: string
  log: Log
}

export type SuspensionEmails = ReturnType<typeof createSuspensionEmails>

/**
 * Emails a user about their suspension, at the confirmed address. A suspended user sees no notifications. A failed email is only logged,
 * because the decision has already been made.
 */
export function createSuspensionEmails({ mailer, addressOf, languageOf, origin, log }: SuspensionEmailDeps) {
  async function send(uid: Uid, write: (language: AppLanguage) => Email): Promise<void> {
    if (!mailer.isAvailable) return
    try {
      const [to, language] = await Promise.all([addressOf(uid), languageOf(uid)])
      if (to !== null) await mailer.send({ ...write(language ?? DEFAULT_LANGUAGE), to })
    } catch (error) {
      log.error({ err: error, uid }, 'sending an email about a suspension failed')
    }
  }

  return {
    suspended: (uid: Uid, reason: string) =>
      send(uid, (language) => suspensionEmail(language, { kind: 'suspended', text: reason, origin })),
    /** `answer` is empty when the moderators changed their decision without an appeal. */
    lifted: (uid: Uid, answer: string) => send(uid, (language) => suspensionEmail(language, { kind: 'lifted', text: answer, origin })),
    upheld: (uid: Uid, answer: string) => send(uid, (language) => suspensionEmail(language, { kind: 'upheld', text: answer, origin })),
  }
}

/** The email about a suspension or about the answer to its appeal. `text` is what the moderators wrote, and may be empty. */
export function suspensionEmail(
  language: AppLanguage,
  { kind, text, origin }: { kind: 'suspended' | 'lifted' | 'upheld'; text: string; origin: string },
): Email {
  const translate = (id: Parameters<typeof translateModeration>[1]) => translateModeration(language, id, { product: PRODUCT_NAME })
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '')
  const written = lines.length === 0 ? [] : [translate(kind === 'suspended' ? 'reason' : 'answer'), ...lines]
  const ending = kind === 'suspended' ? [translate('suspended.2')] : kind === 'upheld' ? [translate('upheld.2')] : []
  return {
    language,
    subject: translate(kind),
    paragraphs: [translate(`${kind}.1`), ...written, ...ending],
    action: { label: translate('log_in'), url: `${origin}/login` },
  }
}
