import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import {
  filterOfKind,
  type Notification,
  type NotificationFilterName,
  notificationFrames,
  type NotificationKind,
  notificationKinds,
} from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/platform/page-cursor.ts'
import type { Preferences } from './preferences.service.ts'
import { type PageEnd, keyOf, type StoredNotification, type NotificationGroup, type NotificationMutes } from './notifications.types.ts'
import { ABOUT_TEXTS, createNotificationStore, type NotificationFilter } from './notifications.store.ts'
import { isQuiet } from './quiet-hours.ts'
import type { SilencedDeps } from './silenced.ts'
import { presentGroup } from './notifications.present.ts'

export type NotificationDeps = {
  db: Db
  clock: Clock
  newId: () => string
  hub: Pick<SocketHub, 'send'>
  profiles: Pick<Profiles, 'cards'>
  loadSilenced: (uid: Uid) => Promise<NotificationMutes>
  mutedAmong: SilencedDeps['mutedAmong']
  preferences: Pick<Preferences, 'of'>
  /** By subject: the beginnings of the user's own moments that still exist, and the titles of their blends. */
  excerpts: (owner: Uid, about: { moments: readonly string[]; blends: readonly string[] }) => Promise<ReadonlyMap<string, string>>
  /** Sends push to the user's browsers while they have no visible page. Never throws. */
  push: (note: StoredNotification) => Promise<void>
}

export type Notifications = ReturnType<typeof createNotifications>

/** An event for `uid`; the service decides whether it causes a notification. */
export type NewNotification = { uid: Uid; kind: NotificationKind; subject: string; actor: Uid | null; item?: string }

type ListQuery = { cursor?: string | undefined; limit?: number | undefined; filter?: NotificationFilterName | undefined }

/** Undefined for all kinds. */
const kindsOf = (filter: NotificationFilterName | undefined): NotificationKind[] | undefined =>
  filter === undefined || filter === 'unread' ? undefined : notificationKinds.filter((kind) => filterOfKind[kind] === filter)

/** Kinds with a toast. The others only change the bell's count, or have their own toast. */
const SHOWN_AS_TOAST: readonly NotificationKind[] = [
  'moment_commented',
  'moment_mentioned',
  'moment_posted',
  'comment_replied',
  'message_request',
  'group_invited',
  'group_asked',
  'group_admitted',
  'moderation',
]
const ABOUT_MOMENTS: readonly NotificationKind[] = ['moment_liked', 'moment_commented']
export const ABOUT_BLENDS: readonly NotificationKind[] = ['blend_invited', 'blend_mixed']

/**
 * In-app notifications: stored, grouped, and marked as read on all devices. Users get none about muted people, muted content, or blocked users.
 */
export function createNotifications(deps: NotificationDeps) {
  const { db, clock, newId, hub, profiles, loadSilenced, preferences } = deps
  const store = createNotificationStore(db)

  /** Whether the moment or comment that it is about shows something the user has muted. */
  async function isMuted({ uid, kind, subject, item }: NewNotification): Promise<boolean> {
    if (!ABOUT_TEXTS.includes(kind)) return false
    return (await deps.mutedAmong(uid, async () => (item === undefined ? [subject] : [subject, item]))).size > 0
  }

  async function present(uid: Uid, groups: readonly NotificationGroup[]): Promise<Notification[]> {
    const subjects = (kinds: readonly NotificationKind[]) => [
      ...new Set(groups.filter((group) => kinds.includes(group.kind)).map((group) => group.subject)),
    ]
    const about = { moments: subjects(ABOUT_MOMENTS), blends: subjects(ABOUT_BLENDS) }
    const [cards, excerpts] = await Promise.all([
      profiles.cards([...new Set(groups.flatMap((group) => group.actors))]),
      deps.excerpts(uid, about),
    ])
    return groups.map((group) => presentGroup(group, cards, excerpts.get(group.subject) ?? ''))
  }

  /** Sends the unread count to all devices of a user; `latest` is the group to show a toast for. */
  async function sendCount(uid: Uid, latest: string | null = null, silenced?: NotificationMutes): Promise<number> {
    const unread = await store.unread(uid, silenced ?? (await loadSilenced(uid)))
    hub.send([uid], notificationFrames.notifications_changed, { unread, latest })
    return unread
  }

  return {
    /** Stores a notification and sends it to devices and browsers according to the settings. Repeats are ignored. */
    async add(input: NewNotification): Promise<void> {
      const { uid, kind, subject, actor, item } = input
      if (actor === uid) return
      const [silenced, settings] = await Promise.all([loadSilenced(uid), preferences.of(uid)])
      if (actor !== null && silenced.people.includes(actor)) return
      const { in_app: inApp, push, mail } = settings.kinds[kind]
      if (!inApp && !push && !mail) return
      if (await isMuted(input)) return
      const note: StoredNotification = { id: newId(), uid, kind, subject, actor, item: item ?? null, at: clock.now(), inApp }
      // False for a repeat, and if one of the two was deleted.
      if (!(await store.add(note))) return
      const isQuietNow = isQuiet(settings, note.at)
      if (inApp) await sendCount(uid, SHOWN_AS_TOAST.includes(kind) && !isQuietNow ? keyOf(note) : null, silenced)
      if (push && !isQuietNow) await deps.push(note)
    },

    /** Removes outdated notifications from every device. */
    async remove(filter: NotificationFilter): Promise<void> {
      for (const uid of await store.remove(filter)) await sendCount(uid)
    },

    /** The viewer's notifications in groups, the latest first. @throws AppError 'invalid_input' for an invalid cursor. */
    async list(viewer: Uid, { cursor, limit = limits.pageSize.default, filter }: ListQuery) {
      const before = decodePageEnd(cursor)
      const silenced = await loadSilenced(viewer)
      const [found, unread] = await Promise.all([
        store.groups(viewer, { silenced, before, limit: limit + 1, kinds: kindsOf(filter), isUnread: filter === 'unread' }),
        store.unread(viewer, silenced),
      ])
      const { shown, next } = pageOf(found, limit, (last) => encodePageEnd({ at: last.at, key: keyOf(last) }))
      return { notifications: await present(viewer, shown), next, unread }
    },

    /** The number of unread groups, without connection requests. */
    unread: async (viewer: Uid): Promise<number> => store.unread(viewer, await loadSilenced(viewer)),

    /** Sends the unread count to all devices, after a change of the mutes. */
    refreshCount: async (viewer: Uid): Promise<void> => void (await sendCount(viewer)),

    /** Marks a group as read on all devices, or everything without `key`. @throws AppError 'invalid_input' for an invalid key. */
    async markRead(viewer: Uid, key?: string): Promise<{ unread: number }> {
      const [kind = '', subject = ''] = key?.split(/:(.*)/s) ?? []
      if (key !== undefined && !notificationKinds.some((known) => known === kind))
        throw new AppError('invalid_input', { key }, [{ field: 'key', message: 'There’s no such notification.' }])
      await store.markRead(viewer, clock.now(), key === undefined ? undefined : { kind, subject })
      return { unread: await sendCount(viewer) }
    },

    deleteOld: (): Promise<void> => store.deleteOld(clock.now()),
  }
}

const encodePageEnd = ({ at, key }: PageEnd): string => encodeCursor(`${at.getTime()} ${key}`)

/** Returns null for the first page. @throws AppError 'invalid_input' for text that `encodePageEnd` did not create. */
function decodePageEnd(cursor: string | undefined): PageEnd | null {
  if (cursor === undefined) return null
  const [ms, key = ''] = decodeCursor(cursor, /^(\d{1,15}) ([a-z_]+:[\w-]{0,64})$/)
  return { at: new Date(Number(ms)), key }
}
