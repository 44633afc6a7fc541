import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import { type NotificationKind, notificationKinds, type NotificationSettings } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { createChoiceStore } from './choices.store.ts'
import type { Choices } from './choices.service.ts'
import { digestLetter } from './digest.letter.ts'
import { createNotificationStore } from './notifications.store.ts'
import { keyOf, type Note } from './notifications.types.ts'
import type { NewsGroup } from './notifications.words.ts'
import { isQuiet, nextDigest } from './quiet.ts'

export const DIGEST_JOB = 'notifications.digest'
const EVERY_MS = 15 * 60_000
/** Digests of one round; the rest goes with the next. */
const MOST = 500
/** The page, and the target of one-click POST requests by mail programs. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'
const CODE_CONTEXT = 'digest unsubscribe'

export type DigestDeps = {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'add' | 'register'>
  mailer: Pick<Mailer, 'send' | 'isOffered'>
  /** Where mails to that person go; null when none is known or nobody has confirmed it. */
  addressOf: (uid: Uid) => Promise<string | null>
  /** What that person reads; null while that is not known. */
  languageOf: (uid: Uid) => Promise<AppLanguage | null>
  profiles: Pick<Profiles, 'cards'>
  connections: Pick<Connections, 'hiddenFrom' | 'mutedBy'>
  choices: Choices
  secrets: { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
  origin: string
  log: Log
}

/** The summary by mail of what somebody has not seen, for those who want it. It never holds what anybody wrote. */
export function createDigest(deps: DigestDeps) {
  const { db, clock, jobs, mailer, choices, secrets, origin, log } = deps
  const store = createChoiceStore(db)
  const notes = createNotificationStore(db)

  jobs.register({ name: DIGEST_JOB, retries: 2, expireSeconds: 600, run: round })

  /** Each round has a name of its own and adds the next, so that however many servers start however often, there is one. */
  async function plan(): Promise<void> {
    if (!mailer.isOffered) return
    const nowMs = clock.now().getTime()
    const next = Math.floor(nowMs / EVERY_MS) + 1
    await jobs.add(DIGEST_JOB, {}, { only: `round ${next}`, afterSeconds: Math.ceil((next * EVERY_MS - nowMs) / 1_000) })
  }

  async function round(): Promise<void> {
    // First the next round: a failing one must not be the last.
    await plan()
    for (const { uid, since } of await store.due(clock.now(), MOST))
      await tell(uid, since).catch((error: unknown) => log.error({ err: error, uid }, 'a digest could not be written'))
  }

  async function tell(uid: Uid, since: Date): Promise<void> {
    const now = clock.now()
    const settings = await choices.of(uid)
    // It waits for the end of the quiet hours, and comes with the round after.
    if (settings.digest === 'off' || isQuiet(settings, now)) return
    const dueAt = nextDigest(now, settings.digest, settings.time_zone)
    // Whoever moves it on sends it: no two servers do.
    if (!(await store.movedOn(uid, { now, dueAt, since: now }))) return
    const [lines, to, language] = await Promise.all([
      linesFor(uid, { since, until: now }, settings),
      deps.addressOf(uid),
      deps.languageOf(uid),
    ])
    if (lines.length === 0 || to === null) return
    const unsubscribeUrl = `${origin}${UNSUBSCRIBE_PATH}?code=${encodeURIComponent(secrets.seal(uid, CODE_CONTEXT))}`
    await mailer.send({
      ...digestLetter({ language: language ?? DEFAULT_LANGUAGE, lines, origin, digest: settings.digest }),
      to,
      unsubscribeUrl,
    })
  }

  /** What happened in that time and was not seen, in groups, as far as it may come by mail. */
  async function linesFor(uid: Uid, span: { since: Date; until: Date }, { kinds }: NotificationSettings): Promise<NewsGroup[]> {
    const wanted = notificationKinds.filter((kind) => kinds[kind].mail)
    const [hidden, muted] = await Promise.all([deps.connections.hiddenFrom(uid), deps.connections.mutedBy(uid)])
    const unread = await notes.unreadSince(uid, span, { kinds: wanted, hidden: [...hidden, ...muted] })
    const cards = await deps.profiles.cards([...new Set(unread.flatMap((note) => note.actor ?? []))])
    return [...grouped(unread).values()].map(({ kind, actors, count }) => {
      const last = [...actors].at(-1)
      return { kind, name: (last && cards.get(last)?.name) ?? '', others: Math.max(0, actors.size - 1), count }
    })
  }

  return {
    /** Plans the next round; call once the jobs run. */
    plan,

    /** Ends the digest of whoever the link was sent to. @throws AppError 'link_invalid' */
    async end(code: string): Promise<void> {
      const uid = secrets.open(code, CODE_CONTEXT)
      if (uid === null) throw new AppError('link_invalid', { purpose: 'digest' })
      await choices.change(uid, { digest: 'off' })
    },
  }
}

type Unread = Pick<Note, 'kind' | 'actor' | 'subject'>

function grouped(unread: readonly Unread[]): Map<string, { kind: NotificationKind; actors: Set<Uid>; count: number }> {
  const groups = new Map<string, { kind: NotificationKind; actors: Set<Uid>; count: number }>()
  for (const note of unread) {
    const group = groups.get(keyOf(note)) ?? { kind: note.kind, actors: new Set<Uid>(), count: 0 }
    group.count++
    if (note.actor) {
      // The latest last.
      group.actors.delete(note.actor)
      group.actors.add(note.actor)
    }
    groups.set(keyOf(note), group)
  }
  return groups
}
