import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Suspension } from '#contract/moderation.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AfterCommit, Db } from '#server/platform/db/database.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { presentSuspension } from './moderation.present.ts'
import type { StoredSuspension } from './moderation.types.ts'
import type { SuspensionEmails } from './suspension-emails.ts'
import { createSuspensionStore } from './suspensions.store.ts'

const TOPIC = 'moderation.suspended'
/** How long a suspension on another server may go unnoticed while the bus is down. */
const REFRESH_MS = 30_000

export type SuspensionDeps = {
  db: Db
  clock: Clock
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onReconnected'>
  events: Pick<DomainEvents, 'publish'>
  /** Closes every socket of a person, on all servers. */
  closeSockets: (uid: Uid) => void
  emails: SuspensionEmails
  log: Log
}

export type Suspensions = ReturnType<typeof createSuspensions>

/** Suspended users. Each request checks them, so they are in memory, and servers announce changes. */
export function createSuspensions({ db, clock, bus, events, closeSockets, emails, log }: SuspensionDeps) {
  const store = createSuspensionStore(db)
  let suspended = new Set<Uid>()

  bus.onAnnouncement(TOPIC, () => void catchUp())
  bus.onReconnected(() => void catchUp())

  async function read(): Promise<void> {
    try {
      suspended = new Set(await store.all())
    } catch (error) {
      // The previous list stays in use until the next refresh.
      log.warn({ err: error }, 'reading suspensions failed')
    }
  }

  /** Finds suspensions that were not announced here: the bus was down, or the other server ended right after the commit. */
  async function catchUp(): Promise<void> {
    const current = suspended
    await read()
    for (const uid of suspended) if (!current.has(uid)) closeSockets(uid)
  }

  const refresh = setInterval(() => void catchUp(), REFRESH_MS)
  refresh.unref()

  return {
    /** Reads the list. Call once before the first request. */
    async start(): Promise<void> {
      suspended = new Set(await store.all())
    },
    stop: (): void => clearInterval(refresh),

    isSuspended: (uid: Uid): boolean => suspended.has(uid),
    suspended: (): ReadonlySet<Uid> => suspended,

    /** Suspends in `tx`; after the commit at once on all servers, with an email to the user. Repeating it is harmless. */
    async suspend(tx: Db, uid: Uid, reason: string): Promise<AfterCommit> {
      const isNew = await createSuspensionStore(tx).add({ uid, reason, since: clock.now() })
      return async () => {
        suspended.add(uid)
        bus.announce(TOPIC, uid)
        closeSockets(uid)
        events.publish({ kind: 'person.suspended', by: uid })
        if (isNew) await emails.suspended(uid, reason)
      }
    },

    /**
     * Lifts a suspension in `tx`; after the commit the user gets an email with the answer to their appeal.
     * @throws AppError 'wrong_state' when there is nothing to lift; with an answer, without an open appeal
     */
    async lift(tx: Db, uid: Uid, answer?: string): Promise<AfterCommit> {
      if (!(await createSuspensionStore(tx).lift(uid, { appealed: answer !== undefined }))) throw new AppError('wrong_state', { uid })
      return async () => {
        suspended.delete(uid)
        bus.announce(TOPIC, uid)
        await emails.lifted(uid, answer ?? '')
      }
    },

    /**
     * Upholds a suspension after an appeal in `tx`; after the commit the user gets an email with the answer.
     * @throws AppError 'wrong_state' without an open appeal
     */
    async uphold(tx: Db, uid: Uid, text: string): Promise<AfterCommit> {
      if (!(await createSuspensionStore(tx).uphold(uid, text, clock.now()))) throw new AppError('wrong_state', { uid })
      return () => emails.upheld(uid, text)
    },

    appeals: (): Promise<StoredSuspension[]> => store.appeals(),

    /** Why the viewer is suspended; null when they are not. */
    async get(viewer: Uid): Promise<Suspension | null> {
      const found = await store.find(viewer)
      return found && presentSuspension(found)
    },

    /** @throws AppError 'not_found' for a user who is not suspended, 'wrong_state' after the first appeal */
    async appeal(viewer: Uid, text: string): Promise<Suspension> {
      const isNew = await store.appeal(viewer, storable(text, 'text'), clock.now())
      const found = await store.find(viewer)
      if (!found) throw new AppError('not_found', { viewer })
      if (!isNew) throw new AppError('wrong_state', { viewer })
      return presentSuspension(found)
    },
  }
}
