import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import { type NotificationKind, notificationKinds, type NotificationSettings } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { EmailSection, Email } from '#server/platform/mail/email.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import { createScheduledTasks, type IsTimeUp } from '#server/features/media/scheduled-tasks.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { createPreferenceStore, type DueDigest } from './preferences.store.ts'
import type { Preferences } from './preferences.service.ts'
import { createNotificationStore } from './notifications.store.ts'
import { keyOf, type NotificationMutes, type StoredNotification } from './notifications.types.ts'
import { type NotificationSummary, translateNotification, summaryText } from './notifications.messages.ts'
import { isQuiet, nextDigest } from './quiet-hours.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export const DIGEST_JOB = 'notifications.digest'
const EVERY_MS = 5 * 60_000
/** How many users one query finds. */
const BATCH_SIZE = 500
/** The page, and the target of one-click requests from mail programs. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'
const CODE_CONTEXT = 'digest unsubscribe'

export type DigestDeps = {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'add' | 'register'>
  mailer: Pick<Mailer, 'send' | 'isAvailable'>
  /** The confirmed email address, or null. */
  addressOf: (uid: Uid) => Promise<string | null>
  /** The user's language, or null if unknown. */
  languageOf: (uid: Uid) => Promise<AppLanguage | null>
  profiles: Pick<Profiles, 'cards'>
  loadSilenced: (uid: Uid) => Promise<NotificationMutes>
  preferences: Preferences
  secrets: { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
  /** The recap of a week that became ready since then, for the email; null if there is none or the week was quiet. */
  recapOf: (uid: Uid, since: Date, language: AppLanguage) => Promise<EmailSection | null>
  origin: string
  log: Log
}

/** Sends digests by email: the recap of the last week, and unread notifications. They never contain text that users wrote. */
export function createDigest(deps: DigestDeps) {
  const { db, clock, jobs, mailer, preferences, secrets, origin, log } = deps
  const store = createPreferenceStore(db)
  const notes = createNotificationStore(db)

  const schedule = createScheduledTasks({ jobs, clock, schedule: { name: DIGEST_JOB, everyMs: EVERY_MS }, tasks: [sendDue] })

  /** Digests that don't fit into the time stay due. */
  async function sendDue(isTimeUp: IsTimeUp): Promise<void> {
    if (!mailer.isAvailable) return
    const now = clock.now()
    // Each user comes once in a run, so that those whose digest fails don't block the others.
    for (let after: DueDigest | null = null; ;) {
      const due = await store.listDueDigests(now, { after, limit: BATCH_SIZE })
      const last = due.at(-1)
      if (last === undefined) return
      for (const { uid, since } of due) {
        if (isTimeUp()) return
        await sendDigest(uid, since).catch((error: unknown) => log.error({ err: error, uid }, 'sending a digest failed'))
      }
      after = last
    }
  }

  async function sendDigest(uid: Uid, since: Date): Promise<void> {
    const settings = await preferences.of(uid)
    if (settings.digest === 'off') return
    // A later run sends it after the quiet hours. Until then the user is behind the others in the list of those who are due.
    if (isQuiet(settings, clock.now())) return store.postpone(uid, new Date(clock.now().getTime() + EVERY_MS))
    const [to, storedLanguage] = await Promise.all([deps.addressOf(uid), deps.languageOf(uid)])
    const language = storedLanguage ?? DEFAULT_LANGUAGE
    const recap = to !== null && settings.kinds.recap_ready.mail ? await deps.recapOf(uid, since, language) : null
    // After the recap, so that the next period begins after the recap's week became ready.
    const now = clock.now()
    const dueAt = nextDigest(now, settings.digest, settings.time_zone)
    // Only one server can claim it.
    if (!(await store.claimDigest(uid, { now, dueAt, since: now }))) return
    const all = await linesFor(uid, { since, until: now }, settings)
    const lines = recap ? all.filter(({ kind }) => kind !== 'recap_ready') : all
    if ((lines.length === 0 && !recap) || to === null) return
    const unsubscribeUrl = `${origin}${UNSUBSCRIBE_PATH}?code=${encodeURIComponent(secrets.seal(uid, CODE_CONTEXT))}`
    await mailer.send({
      ...digestEmail({ language, lines, recap, origin, digest: settings.digest }),
      to,
      unsubscribeUrl,
    })
  }

  /** The unread notifications of the period in groups, for kinds with email. */
  async function linesFor(uid: Uid, span: { since: Date; until: Date }, { kinds }: NotificationSettings): Promise<NotificationSummary[]> {
    const emailKinds = notificationKinds.filter((kind) => kinds[kind].mail)
    const unread = await notes.unreadSince(uid, span, { kinds: emailKinds, silenced: await deps.loadSilenced(uid) })
    const cards = await deps.profiles.cards([...new Set(unread.flatMap((note) => note.actor ?? []))])
    return [...grouped(unread).values()].map(({ kind, actors, count }) => {
      const last = [...actors].at(-1)
      return { kind, name: (last && cards.get(last)?.name) ?? '', others: Math.max(0, actors.size - 1), count }
    })
  }

  return {
    /** Call once the jobs run. */
    async scheduleNext(): Promise<void> {
      if (mailer.isAvailable) await schedule.scheduleNext()
    },

    /** Stops the digest of the receiver of the link. @throws AppError 'link_invalid' */
    async end(code: string): Promise<void> {
      const uid = secrets.open(code, CODE_CONTEXT)
      if (uid === null) throw new AppError('link_invalid', { purpose: 'digest' })
      await preferences.change(uid, { digest: 'off' })
    },
  }
}

type Unread = Pick<StoredNotification, 'kind' | 'actor' | 'subject'>

function grouped(unread: readonly Unread[]): Map<string, { kind: NotificationKind; actors: Set<Uid>; count: number }> {
  const groups = new Map<string, { kind: NotificationKind; actors: Set<Uid>; count: number }>()
  for (const note of unread) {
    const group = groups.get(keyOf(note)) ?? { kind: note.kind, actors: new Set<Uid>(), count: 0 }
    group.count++
    if (note.actor) {
      // Keeps the latest actor last.
      group.actors.delete(note.actor)
      group.actors.add(note.actor)
    }
    groups.set(keyOf(note), group)
  }
  return groups
}

/** The maximum number of lines in the email; the page shows the rest. */
const MAX_LINES = 12

type DigestEmail = {
  language: AppLanguage
  lines: readonly NotificationSummary[]
  /** The recap of a week that became ready; null if there is none. */
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
