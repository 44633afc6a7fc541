import { setTimeout as wait } from 'node:timers/promises'
import type { Uid } from '#contract/base/ids.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type AfterErasure, type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Tombstones } from './tombstones.ts'
import { AppError } from '#contract/errors.ts'
import { timings } from '#contract/limits.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { writeZip } from '#server/platform/archive/zip-writer.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Identity } from '../identity.service.ts'

const JOB_NAME = 'identity.erase'
/** The job finishes a deletion that failed or crashed. */
const JOB_DELAY_SECONDS = 60
const WAIT_MS = 3_000

export type AccountDataDeps = AccountExportDeps & {
  /** How many files of a deleted account are still in the file store. */
  filesPending: (uid: Uid) => Promise<number>
  tombstones: Tombstones
  /** Returns what to call after the deletion, to inform the open pages that show the user. Neither throws. */
  beforeDeletion: (uid: Uid) => Promise<() => Promise<void>>
  jobs: Pick<Jobs, 'add' | 'register'>
  log: Log
  /** How long a deletion waits for its steps outside the database. */
  waitMs?: number
}

export type AccountData = ReturnType<typeof createAccountData>

/** Exports or deletes all data of a user. Each feature contributes its own as a `PersonalData`. */
export function createAccountData(deps: AccountDataDeps) {
  const { identity, features, filesPending, tombstones, beforeDeletion, jobs, log, waitMs = WAIT_MS } = deps
  const { deletion } = identity
  jobs.register<object>({ name: JOB_NAME, retries: 50, expireSeconds: 600, run: () => finishAll() })

  async function finishAll(afterMs = waitMs): Promise<void> {
    for (const uid of await deletion.pending()) await finish(uid, afterMs)
  }

  /** @param afterMs how long to wait for the steps outside the database */
  async function finish(uid: Uid, afterMs = waitMs): Promise<void> {
    // The tombstone comes first: from now on a restored backup can't bring the account back.
    await tombstones.add(uid)
    const informPages = await beforeDeletion(uid)
    for (const feature of features) await feature.erase?.(uid)
    const after = await deletion.remove(uid, features)
    log.info({ features: features.length }, 'account deleted')
    void informPages()
    await runAfterDeletion(after, afterMs)
  }

  /** Runs the steps outside the database concurrently. A file store or service that does not answer blocks nobody. */
  async function runAfterDeletion(after: readonly AfterErasure[], afterMs: number): Promise<void> {
    const done = after.map((step) => step().catch((err: unknown) => log.warn({ err }, 'step after an account deletion failed')))
    await Promise.race([Promise.all(done), wait(afterMs, undefined, { ref: false })])
  }

  /** Locks the user out at once, then deletes their data. The job retries what fails. */
  async function erase(uid: Uid): Promise<{ filesPending: number }> {
    await deletion.lockOut(uid)
    await jobs.add(JOB_NAME, {}, { only: JOB_NAME, afterSeconds: JOB_DELAY_SECONDS })
    await finish(uid).catch((err: unknown) => log.error({ err }, 'account deletion incomplete'))
    return { filesPending: await filesPending(uid) }
  }

  return {
    ...createAccountExport(deps),

    /**
     * Deletes the viewer's account and its data. When it resolves, the sign-ins and pictures no longer work.
     * @returns how many files are still to be deleted from the file store
     * @throws AppError 'recent_sign_in_required' when the sign-in is older than 5 minutes
     */
    async delete(viewer: Viewer): Promise<{ filesPending: number }> {
      identity.assertRecent(viewer)
      return erase(viewer.uid)
    },

    /** Deletes an account without its user's request (an operator's command). */
    erase,

    /**
     * Deletes accounts again that came back with a database backup, and continues interrupted deletions.
     * Call it before the first request is served, which waits for no file store or service. `resume` retries what fails.
     */
    async reapply(): Promise<void> {
      const hashes = await tombstones.read()
      for (const uid of hashes.length ? await deletion.uidsByHash(hashes) : []) await deletion.lockOut(uid)
      await finishAll(0).catch((err: unknown) => log.error({ err }, 'pending account deletions incomplete'))
    },

    /** Queues the job for pending deletions. Call it once the jobs run. */
    async resume(): Promise<void> {
      if ((await deletion.pending()).length) await jobs.add(JOB_NAME, {}, { only: JOB_NAME })
    },
  }
}

/** Each export reads all data of a user, so more at once would slow down all other requests. */
const MAX_CONCURRENT_EXPORTS = 2
/** Enough for a gigabyte at 15 Mbit/s. */
export const EXPORT_SLOT_MS = 10 * 60_000

export type AccountExportDeps = {
  identity: Pick<Identity, 'assertRecent' | 'deletion' | 'exportCodes'>
  /** The personal data of each feature, from the highest to the lowest. */
  features: readonly PersonalData[]
  /** The users with a block between them and this user, in either direction. */
  hiddenFrom: (uid: Uid) => Promise<ReadonlySet<Uid>>
  clock: Clock
}

/** The response stops at `signal`: the slot then belongs to another export. Call `close` when it was read or aborted. */
export type OpenExport = { name: string; chunks: AsyncIterable<Buffer>; signal: AbortSignal; close: () => void }

/** Gives users a zip file with all their data, collected from every feature. */
export function createAccountExport({ identity, features, hiddenFrom, clock }: AccountExportDeps) {
  const slots = createExportSlots({ clock })

  async function* filesOf(uid: Uid): AsyncGenerator<ExportedFile> {
    yield { path: 'README.txt', bytes: () => Buffer.from(readme(clock.now())) }
    yield jsonFile('account.json', await identity.deletion.describe(uid))
    const hidden = await hiddenFrom(uid)
    for (const feature of features.toReversed()) yield* feature.collect(uid, hidden)
  }

  async function* readOneByOne(uid: Uid) {
    for await (const { path, bytes } of filesOf(uid)) yield { path, bytes: await bytes() }
  }

  return {
    /** Creates a link to the viewer's export, valid once. @throws AppError 'recent_sign_in_required', 'rate_limited' */
    async createExportLink(viewer: Viewer): Promise<{ url: string; expires_at: string }> {
      identity.assertRecent(viewer)
      const { code, expiresAt } = await identity.exportCodes.issue(viewer.uid, timings.exportLinkMs)
      return { url: `/export/${code}`, expires_at: expiresAt.toISOString() }
    },

    /**
     * Consumes an export link and returns its zip file in chunks.
     * @throws AppError 'link_invalid'; 'unavailable' while other exports run, and then the link stays valid
     */
    async openExport(code: string): Promise<OpenExport> {
      const uid = await identity.exportCodes.find(code)
      if (uid === null) throw new AppError('link_invalid')
      const { begin, signal, end } = slots.acquire(uid)
      try {
        // Only one of several concurrent requests for a link gets the file.
        if ((await identity.exportCodes.consume(code)) === null) throw new AppError('link_invalid')
        begin()
        const modified = clock.now()
        const name = `${PRODUCT_NAME.toLowerCase()}-${modified.toISOString().slice(0, 10)}.zip`
        return { name, chunks: writeZip(readOneByOne(uid), { modified }), signal, close: end }
      } catch (error) {
        end()
        throw error
      }
    },
  }
}

type ExportSlot = {
  /** Ends the user's earlier export: each user has at most one. Call it once this export is certain to be written. */
  begin(): void
  /** Aborted when another export needs the slot. */
  signal: AbortSignal
  /** Call when the export was read or aborted. Repeating it is harmless. */
  end(): void
}

/** Limits concurrent exports. A slow reader keeps its slot for `EXPORT_SLOT_MS`, and longer while no other export needs it. */
function createExportSlots({ clock }: { clock: Clock }) {
  type Slot = { uid: Uid; endsAt: number; ending: AbortController }
  const used = new Set<Slot>()

  function stop(slot: Slot): void {
    used.delete(slot)
    slot.ending.abort()
  }

  return {
    /** @throws AppError 'unavailable' when all slots are used and none has expired */
    acquire(uid: Uid): ExportSlot {
      const now = clock.now().getTime()
      const others = [...used].filter((slot) => slot.uid !== uid)
      if (others.length >= MAX_CONCURRENT_EXPORTS) {
        const expired = others.find((slot) => slot.endsAt <= now)
        if (!expired) throw new AppError('unavailable', { exporting: others.length })
        stop(expired)
      }
      const mine: Slot = { uid, endsAt: now + EXPORT_SLOT_MS, ending: new AbortController() }
      used.add(mine)
      return {
        begin: () => [...used].filter((slot) => slot.uid === uid && slot !== mine).forEach(stop),
        signal: mine.ending.signal,
        end: () => void used.delete(mine),
      }
    },
  }
}

function readme(now: Date): string {
  return `This is everything that ${PRODUCT_NAME} keeps of you, written on ${now.toISOString()}.

account.json        how you sign in, and where you are signed in
profile.json        what you say about yourself
connections.json    your buddies, requests and blocks
taste-sources.json  where your taste comes from, and who may see it
taste.json          the artists, tracks, channels and videos that make it up
moments.json        what you posted; likes.json what you liked
chats               your conversations, 5,000 messages in a file; "... 2.json" continues the file without a number
groups              your groups, with your own messages, in such files
pictures            the pictures you uploaded; pictures.json lists them

Posts of other people are not in here. If you blocked someone, or they blocked you, your messages and the messages to you are in
here, without their name.

Passwords and the tokens of connected accounts are not in here: the first are kept as hashes, the second are encrypted.
`
}
