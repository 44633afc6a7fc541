import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { notificationFrames } from '#contract/notification-count.ts'
import { type Notification, notificationKind, type NotificationKind } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Choices } from './choices.service.ts'
import { type GroupPlace, keyOf, type Note, type NoteGroup } from './notifications.types.ts'
import { presentGroup } from './notifications.present.ts'
import { createNotificationStore, type NoteFilter } from './notifications.store.ts'
import { isQuiet } from './quiet.ts'

export type NotificationDeps = {
  db: Db
  clock: Clock
  newId: () => string
  hub: Pick<SocketHub, 'send'>
  profiles: Pick<Profiles, 'cards'>
  connections: Pick<Connections, 'hiddenFrom' | 'mutedBy'>
  choices: Pick<Choices, 'of'>
  /** The first words of that person's own moments, as far as they are still there. */
  excerpts: (owner: Uid, momentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Tells the person's browsers of a note, if they are away. Never throws. */
  push: (note: Note) => Promise<void>
}

export type Notifications = ReturnType<typeof createNotifications>

/** Something that happened to `uid`; the service decides whether they hear of it. */
export type News = { uid: Uid; kind: NotificationKind; subject: string; actor: Uid | null; item?: string }

/** What is worth a notice in passing: the rest shows in the bell's count, or has a notice of its own. */
const NOTICED: readonly NotificationKind[] = ['moment_commented', 'message_request', 'moderation']
const ABOUT_MOMENTS: readonly NotificationKind[] = ['moment_liked', 'moment_commented']

/** What people are told of: kept, grouped, read on all devices. Nobody hears of somebody they have blocked or muted, or who has blocked them. */
export function createNotifications(deps: NotificationDeps) {
  const { db, clock, newId, hub, profiles, connections, choices } = deps
  const store = createNotificationStore(db)

  /** Whose doings that person is not told of. */
  async function silencedFor(uid: Uid): Promise<Uid[]> {
    const [hidden, muted] = await Promise.all([connections.hiddenFrom(uid), connections.mutedBy(uid)])
    return [...hidden, ...muted]
  }

  async function present(uid: Uid, groups: readonly NoteGroup[]): Promise<Notification[]> {
    const moments = groups.filter((group) => ABOUT_MOMENTS.includes(group.kind)).map((group) => group.subject)
    const [cards, excerpts] = await Promise.all([
      profiles.cards([...new Set(groups.flatMap((group) => group.actors))]),
      moments.length > 0 ? deps.excerpts(uid, [...new Set(moments)]) : new Map<string, string>(),
    ])
    return groups.map((group) => presentGroup(group, cards, excerpts.get(group.subject) ?? ''))
  }

  /** Tells all devices of a person how much is unread now, and which group is worth a notice. */
  async function tellDevices(uid: Uid, latest: string | null = null, silenced?: readonly Uid[]): Promise<number> {
    const unread = await store.unread(uid, silenced ?? (await silencedFor(uid)))
    hub.send([uid], notificationFrames.notifications_changed, { unread, latest })
    return unread
  }

  return {
    /** Keeps news and tells the person's devices and browsers, as they have chosen. What was told before is not told again. */
    async add({ uid, kind, subject, actor, item }: News): Promise<void> {
      if (actor === uid) return
      const [silenced, settings] = await Promise.all([silencedFor(uid), choices.of(uid)])
      if (actor !== null && silenced.includes(actor)) return
      const { in_app: inApp, push, mail } = settings.kinds[kind]
      if (!inApp && !push && !mail) return
      const note: Note = { id: newId(), uid, kind, subject, actor, item: item ?? null, at: clock.now(), inApp }
      // Refused where it was told before, and where one of the two is gone.
      if (!(await store.add(note))) return
      const isQuietNow = isQuiet(settings, note.at)
      if (inApp) await tellDevices(uid, NOTICED.includes(kind) && !isQuietNow ? keyOf(note) : null, silenced)
      if (push && !isQuietNow) await deps.push(note)
    },

    /** Takes back what is no news any more, from every device. */
    async remove(filter: NoteFilter): Promise<void> {
      for (const uid of await store.remove(filter)) await tellDevices(uid)
    },

    /** What happened to the viewer, in groups, the latest first. @throws AppError 'invalid_input' for a cursor that is none. */
    async list(viewer: Uid, { cursor, limit = limits.pageSize.default }: { cursor?: string | undefined; limit?: number | undefined }) {
      const before = readCursor(cursor)
      const hidden = await silencedFor(viewer)
      const [found, unread] = await Promise.all([store.groups(viewer, { hidden, before, limit: limit + 1 }), store.unread(viewer, hidden)])
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        notifications: await present(viewer, shown),
        next: last && found.length > limit ? writeCursor({ at: last.at, key: keyOf(last) }) : null,
        unread,
      }
    },

    /** How many groups the viewer has not looked at, without requests. */
    unread: async (viewer: Uid): Promise<number> => store.unread(viewer, await silencedFor(viewer)),

    /** Marks a group, or without `key` everything, as read on all devices. @throws AppError 'invalid_input' for a key that is none. */
    async markRead(viewer: Uid, key?: string): Promise<{ unread: number }> {
      const [kind = '', subject = ''] = key?.split(/:(.*)/s) ?? []
      if (key !== undefined && !notificationKind.safeParse(kind).success)
        throw new AppError('invalid_input', { key }, [{ field: 'key', message: 'This names nothing.' }])
      await store.markRead(viewer, clock.now(), key === undefined ? undefined : { kind, subject })
      return { unread: await tellDevices(viewer) }
    },

    /** Drops what is too old to be of interest. */
    sweep: (): Promise<void> => store.sweep(clock.now()),
  }
}

/** Where a page ended, as text that only the server reads. */
function writeCursor({ at, key }: GroupPlace): string {
  return Buffer.from(`${at.getTime()} ${key}`).toString('base64url')
}

/** Where the next page begins; null for the first. @throws AppError 'invalid_input' for anything that `writeCursor` did not write. */
function readCursor(cursor: string | undefined): GroupPlace | null {
  if (cursor === undefined) return null
  const [, ms, key] = /^(\d{1,15}) ([a-z_]+:[\w-]{0,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!ms || !key) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { at: new Date(Number(ms)), key }
}
