import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import { subjectPath } from '#contract/notification-paths.ts'
import type { PushSubscriptionData, NotificationKind } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SealedColumn } from '#server/platform/crypto/sealed-columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { PushClient, PushKeys } from '#server/providers/push/push.client.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Preferences } from './preferences.service.ts'
import { createNotificationStore } from './notifications.store.ts'
import type { StoredNotification } from './notifications.types.ts'
import { createPushStore } from './push.store.ts'
import { messageText, type NewestMessage, summaryText } from './notifications.messages.ts'
import { isQuiet } from './quiet-hours.ts'

const JOB_NAME = 'notifications.push'
const KEY_CONTEXT = 'push key'
const EXPIRE_SECONDS = 60
/** After these attempts the push is dropped; the app still shows the notification. */
const RETRIES = 5
/** A push mostly waits for the push service. */
const PUSHES_AT_ONCE = 8
/** A user who was connected a moment ago may only have switched pages, and reads it within these seconds. */
const CONNECTED_DELAY_SECONDS = 20
/** Message text on a locked screen, in characters. */
const TEXT_LENGTH = 120

export type PushDeps = {
  db: Db
  clock: Clock
  client: PushClient
  jobs: Pick<Jobs, 'add' | 'register'>
  secrets: { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
  profiles: Pick<Profiles, 'cards'>
  connections: Pick<Connections, 'relations' | 'mutedBy'>
  preferences: Pick<Preferences, 'of'>
  /** Whether the user is connected with any device, or was a moment ago. */
  isOnline: (uid: Uid) => boolean
  hasVisiblePage: (uid: Uid) => boolean
  /** The user's language, or null if unknown. */
  languageOf: (uid: Uid) => Promise<AppLanguage | null>
  /** The newest message of a chat that the reader may see, or null. */
  messageOf: (reader: Uid, chatId: string) => Promise<NewestMessage | null>
  log: Log
}

export type Push = ReturnType<typeof createPush>

/** Sends push to browsers of users who have no visible page. Settings and content are read when a push is sent, not when it is queued. */
export function createPush(deps: PushDeps) {
  const { db, clock, client, jobs, secrets, log } = deps
  const store = createPushStore(db)
  const notes = createNotificationStore(db)
  const loadKeys = createKeyLoader(store, deps)

  jobs.register<{ uid: Uid; note: string; browser: string }>({
    name: JOB_NAME,
    retries: RETRIES,
    expireSeconds: EXPIRE_SECONDS,
    concurrency: PUSHES_AT_ONCE,
    run: send,
  })

  async function send({ note: id, browser }: { note: string; browser: string }): Promise<void> {
    const note = await notes.unreadNote(id)
    if (!note || !(await shouldSend(note))) return
    const target = (await store.of(note.uid)).find(({ endpoint }) => browserId(endpoint) === browser)
    const auth = target && secrets.open(target.auth_sealed, target.endpoint)
    if (!target || !auth) return
    const payload = JSON.stringify(await payloadOf(note))
    const result = await client.send(await loadKeys(), { endpoint: target.endpoint, p256dh: target.p256dh, auth }, payload)
    if (result === 'gone') await store.remove(target.endpoint)
    if (result !== 'sent') log.info({ result, uid: note.uid, host: URL.parse(target.endpoint)?.host }, 'push was not accepted')
  }

  /** Since the push was queued, the user may have opened the app, changed settings, or muted or blocked the actor. */
  async function shouldSend({ uid, kind, actor }: StoredNotification): Promise<boolean> {
    if (deps.hasVisiblePage(uid)) return false
    const settings = await deps.preferences.of(uid)
    if (!settings.kinds[kind].push || isQuiet(settings, clock.now())) return false
    if (actor === null) return true
    const [relations, muted] = await Promise.all([deps.connections.relations(uid, [actor]), deps.connections.mutedBy(uid)])
    return relations.has(actor) && relations.get(actor) !== 'blocked' && !muted.has(actor)
  }

  async function payloadOf(note: StoredNotification): Promise<PushPayload> {
    const [cards, settings, language] = await Promise.all([
      deps.profiles.cards(note.actor ? [note.actor] : []),
      deps.preferences.of(note.uid),
      deps.languageOf(note.uid),
    ])
    const name = (note.actor && cards.get(note.actor)?.name) ?? ''
    const message = settings.push_shows_text && note.kind === 'message' ? await deps.messageOf(note.uid, note.subject) : null
    return {
      kind: note.kind,
      name,
      title: summaryText(language ?? DEFAULT_LANGUAGE, { kind: note.kind, name, others: 0, count: 1 }),
      body: message ? messageText(language ?? DEFAULT_LANGUAGE, message).slice(0, TEXT_LENGTH) : '',
      path: pathOf(note),
      tag: `${note.kind}:${note.subject}`,
    }
  }

  return {
    /** Creates or loads the key of the installation; call once at start. */
    prepare: async (): Promise<void> => void (await loadKeys()),

    publicKey: async (): Promise<string> => (await loadKeys()).publicKey,

    /** Subscribes a browser until its sign-in ends. @throws AppError 'invalid_input' for an unknown push service */
    async subscribe(viewer: Viewer, { endpoint, keys: { p256dh, auth } }: PushSubscriptionData): Promise<void> {
      if (!client.accepts(endpoint))
        throw new AppError('invalid_input', { host: URL.parse(endpoint)?.host }, [
          { field: 'endpoint', message: 'This push service is unknown.' },
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

    /** Deletes the subscriptions of an ended sign-in; with null, all of the user's. */
    end: (uid: Uid, authTimeMs: number | null): Promise<void> => store.end(uid, authTimeMs === null ? null : new Date(authTimeMs)),

    /** Queues a push to each browser of a user without a visible page, with a delay while a page is connected. */
    async notify(note: StoredNotification): Promise<void> {
      if (deps.hasVisiblePage(note.uid)) return
      const afterSeconds = deps.isOnline(note.uid) ? CONNECTED_DELAY_SECONDS : 0
      for (const { endpoint } of await store.of(note.uid)) {
        const browser = browserId(endpoint)
        await jobs.add(JOB_NAME, { uid: note.uid, note: note.id, browser }, { only: `${note.id} ${browser}`, afterSeconds })
      }
    },
  }
}

export const sealedPushKey: SealedColumn<'id'> = {
  table: 'push_keys',
  column: 'private_key_sealed',
  key: ['id'],
  contextOf: () => KEY_CONTEXT,
}

export const sealedSubscriptions: SealedColumn<'endpoint'> = {
  table: 'push_subscriptions',
  column: 'auth_sealed',
  key: ['endpoint'],
  contextOf: ({ endpoint }) => endpoint,
}

/** Returns a function that loads the key of the installation once, and creates it if there is none. */
function createKeyLoader(store: ReturnType<typeof createPushStore>, { client, secrets, clock, log }: PushDeps): () => Promise<PushKeys> {
  let keys: Promise<PushKeys> | null = null

  async function load(): Promise<PushKeys> {
    const stored = await store.keys()
    const storedKey = stored && secrets.open(stored.sealed, KEY_CONTEXT)
    if (stored && storedKey) return { publicKey: stored.publicKey, privateKey: storedKey }
    if (stored) {
      log.warn('push key was encrypted with a lost secret: created a new key, and browsers must subscribe again')
      await store.deleteKeys()
    }
    const created = await client.makeKeys()
    const sealedKey = secrets.seal(created.privateKey, KEY_CONTEXT)
    const { publicKey, sealed } = await store.insertKeys({ publicKey: created.publicKey, sealed: sealedKey }, clock.now())
    const privateKey = secrets.open(sealed, KEY_CONTEXT)
    if (privateKey === null) throw new Error('the push key can’t be decrypted: all servers of one installation need the same secret')
    return { publicKey, privateKey }
  }

  return () =>
    (keys ??= load().catch((error: unknown) => {
      keys = null
      throw error
    }))
}

/** Identifies a browser in a job without its endpoint, which is a secret. */
const browserId = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url').slice(0, 22)

/** The payload of a push. The service worker shows its own translation, or `title` if it has none. */
type PushPayload = { kind: NotificationKind; name: string; title: string; body: string; path: string; tag: string }

/** The page that the notification opens. */
const pathOf = ({ kind, subject }: Pick<StoredNotification, 'kind' | 'subject'>): string =>
  kind === 'moderation' ? '/notifications' : subjectPath(kind, subject)
