import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { PushSubscriptionData, NotificationKind } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { PushClient, PushKeys } from '#server/providers/push/push.client.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Choices } from './choices.service.ts'
import { createNotificationStore } from './notifications.store.ts'
import type { Note } from './notifications.types.ts'
import { createPushStore } from './push.store.ts'
import { sentenceOfNews } from './notifications.words.ts'
import { isQuiet } from './quiet.ts'

const JOB = 'notifications.push'
const KEY_CONTEXT = 'push key'
const EXPIRE_SECONDS = 60
/** A push service that is away for longer than these attempts has lost the message; the app shows it all the same. */
const RETRIES = 5
/** A message of 4,000 letters has no place on a locked screen. */
const TEXT_LENGTH = 120

export type PushDeps = {
  db: Db
  clock: Clock
  client: PushClient
  jobs: Pick<Jobs, 'add' | 'register'>
  secrets: { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
  profiles: Pick<Profiles, 'cards'>
  connections: Pick<Connections, 'relations' | 'mutedBy'>
  choices: Pick<Choices, 'of'>
  isOnline: (uid: Uid) => boolean
  /** What that person reads; null while that is not known. */
  languageOf: (uid: Uid) => Promise<AppLanguage | null>
  /** The newest words of a chat as that person may read them; null when there are none. */
  textOf: (reader: Uid, chatId: string) => Promise<string | null>
  log: Log
}

export type Push = ReturnType<typeof createPush>

/** Push to people's browsers while they are away. What a browser gets is decided when it is sent, not when it happened. */
export function createPush(deps: PushDeps) {
  const { db, clock, client, jobs, secrets, log } = deps
  const store = createPushStore(db)
  const notes = createNotificationStore(db)
  let keys: Promise<PushKeys> | null = null

  /** Names a browser in a job: whoever reads the queue must not be able to push to it. */
  const nameOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url').slice(0, 22)

  jobs.register<{ uid: Uid; note: string; browser: string }>({ name: JOB, retries: RETRIES, expireSeconds: EXPIRE_SECONDS, run: send })

  async function loadKeys(): Promise<PushKeys> {
    const kept = await store.keys()
    const privateKey = kept && secrets.open(kept.sealed, KEY_CONTEXT)
    if (kept && privateKey) return { publicKey: kept.publicKey, privateKey }
    if (kept) {
      log.warn('the key for push was sealed under a secret that is gone: a new one is made, and browsers must subscribe again')
      await store.forgetKeys()
    }
    const made = client.makeKeys()
    const { publicKey, sealed } = await store.keepKeys(
      { publicKey: made.publicKey, sealed: secrets.seal(made.privateKey, KEY_CONTEXT) },
      clock.now(),
    )
    const opened = secrets.open(sealed, KEY_CONTEXT)
    if (opened === null) throw new Error('the key for push can’t be read: servers of one installation need one secret')
    return { publicKey, privateKey: opened }
  }

  const ownKeys = (): Promise<PushKeys> =>
    (keys ??= loadKeys().catch((error: unknown) => {
      keys = null
      throw error
    }))

  async function send({ note: id, browser }: { note: string; browser: string }): Promise<void> {
    const note = await notes.unreadNote(id)
    if (!note || !(await isStillWanted(note))) return
    const target = (await store.of(note.uid)).find(({ endpoint }) => nameOf(endpoint) === browser)
    const auth = target && secrets.open(target.auth_sealed, target.endpoint)
    if (!target || !auth) return
    const payload = JSON.stringify(await payloadOf(note))
    const result = await client.send(await ownKeys(), { endpoint: target.endpoint, p256dh: target.p256dh, auth }, payload)
    if (result === 'gone') await store.remove(target.endpoint)
    if (result !== 'sent') log.info({ result, uid: note.uid, host: URL.parse(target.endpoint)?.host }, 'a push was not taken')
  }

  /** Time has passed: they may be back, have changed their mind, or want to hear nothing of that person any more. */
  async function isStillWanted({ uid, kind, actor }: Note): Promise<boolean> {
    if (deps.isOnline(uid)) return false
    const settings = await deps.choices.of(uid)
    if (!settings.kinds[kind].push || isQuiet(settings, clock.now())) return false
    if (actor === null) return true
    const [relations, muted] = await Promise.all([deps.connections.relations(uid, [actor]), deps.connections.mutedBy(uid)])
    return relations.has(actor) && relations.get(actor) !== 'blocked' && !muted.has(actor)
  }

  async function payloadOf(note: Note): Promise<PushPayload> {
    const [cards, settings, language] = await Promise.all([
      deps.profiles.cards(note.actor ? [note.actor] : []),
      deps.choices.of(note.uid),
      deps.languageOf(note.uid),
    ])
    const name = (note.actor && cards.get(note.actor)?.name) ?? ''
    const text = settings.push_shows_text && note.kind === 'message' ? await deps.textOf(note.uid, note.subject) : null
    return {
      kind: note.kind,
      name,
      title: sentenceOfNews(language ?? DEFAULT_LANGUAGE, { kind: note.kind, name, others: 0, count: 1 }),
      body: text?.slice(0, TEXT_LENGTH) ?? '',
      path: pathOf(note),
      tag: `${note.kind}:${note.subject}`,
    }
  }

  return {
    /** Makes or reads the installation's key; call once at start. */
    prepare: async (): Promise<void> => void (await ownKeys()),

    publicKey: async (): Promise<string> => (await ownKeys()).publicKey,

    /** Sends push to this browser until its sign-in ends. @throws AppError 'invalid_input' for an address of no push service we know */
    async subscribe(viewer: Viewer, { endpoint, keys: { p256dh, auth } }: PushSubscriptionData): Promise<void> {
      if (!client.accepts(endpoint))
        throw new AppError('invalid_input', { host: URL.parse(endpoint)?.host }, [
          { field: 'endpoint', message: 'This is no push service we know.' },
        ])
      await store.add({
        endpoint,
        uid: viewer.uid,
        p256dh,
        auth_sealed: secrets.seal(auth, endpoint),
        auth_time: new Date(viewer.token.authTimeMs),
        created_at: clock.now(),
      })
    },

    unsubscribe: async (viewer: Viewer, endpoint: string): Promise<void> => store.remove(storable(endpoint, 'endpoint'), viewer.uid),

    /** A sign-in has ended, or with null all of a person: their browsers hear nothing more. */
    end: (uid: Uid, authTimeMs: number | null): Promise<void> => store.end(uid, authTimeMs === null ? null : new Date(authTimeMs)),

    /** Tells the person's browsers of a note, unless they are here. */
    async tell(note: Note): Promise<void> {
      if (deps.isOnline(note.uid)) return
      for (const { endpoint } of await store.of(note.uid)) {
        const browser = nameOf(endpoint)
        await jobs.add(JOB, { uid: note.uid, note: note.id, browser }, { only: `${note.id} ${browser}` })
      }
    },
  }
}

/** What a browser gets. The service worker says it in that browser's language where it knows the words, else `title`. */
type PushPayload = { kind: NotificationKind; name: string; title: string; body: string; path: string; tag: string }

/** The page that a note leads to. */
function pathOf({ kind, subject, actor }: Pick<Note, 'kind' | 'subject' | 'actor'>): string {
  switch (kind) {
    case 'request_asked':
    case 'request_accepted':
      return `/view-connection/${actor ?? ''}`
    case 'moment_liked':
    case 'moment_commented':
      return `/moments?post=${subject}`
    case 'message_request':
    case 'message':
      return `/chat/${subject}`
    case 'moderation':
      return '/notifications'
  }
}
