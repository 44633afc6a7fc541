import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { writeZip } from '#server/platform/archive/zip-writer.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type AfterErased, type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { createExportTurns } from './export-turns.ts'
import type { Identity } from '../identity.service.ts'
import type { Tombstones } from './tombstones.ts'

const JOB = 'identity.erase'
/** The job is the safety net of what is done at once: after a failure or a crash it takes over. */
const TAKE_OVER_AFTER_SECONDS = 60
const WAIT_MS = 3_000

export type AccountDataDeps = {
  identity: Pick<Identity, 'assertRecent' | 'leaving' | 'exportCodes'>
  /** What each feature holds, the highest first. */
  parts: readonly PersonalData[]
  /** How many files of a deleted account are still in the file store. */
  filesPending: (uid: Uid) => Promise<number>
  /** Everybody with a block between them and that person, in either direction. */
  hiddenFrom: (uid: Uid) => Promise<ReadonlySet<Uid>>
  tombstones: Tombstones
  jobs: Pick<Jobs, 'add' | 'register'>
  clock: Clock
  log: Log
  /** How long a deletion waits for what follows it outside of the database. */
  waitMs?: number
}

export type AccountData = ReturnType<typeof createAccountData>
export type OpenExport = { name: string; pieces: AsyncIterable<Buffer>; signal: AbortSignal; close: () => void }

/** Everything of a person, given to them or deleted, across the features: each brings what it holds as a `PersonalData`. */
export function createAccountData(deps: AccountDataDeps) {
  const { identity, parts, filesPending, hiddenFrom, tombstones, jobs, clock, log, waitMs = WAIT_MS } = deps
  const { leaving } = identity
  const turns = createExportTurns({ clock })
  jobs.register<object>({ name: JOB, retries: 50, expireSeconds: 600, run: finishAll })

  async function finishAll(): Promise<void> {
    for (const uid of await leaving.unfinished()) await finish(uid)
  }

  async function finish(uid: Uid): Promise<void> {
    // First of all: whatever comes back with a backup from now on goes again.
    await tombstones.add(uid)
    for (const part of parts) await part.erase?.(uid)
    const after = await leaving.remove(uid, parts)
    log.info({ parts: parts.length }, 'an account was deleted')
    await atOnce(after)
  }

  /** Does what follows a deletion, side by side. Nobody waits for a file store or another company that does not answer. */
  async function atOnce(after: readonly AfterErased[]): Promise<void> {
    const done = after.map((work) => work().catch((err: unknown) => log.warn({ err }, 'a step after an account deletion failed')))
    await Promise.race([Promise.all(done), wait(waitMs, undefined, { ref: false })])
  }

  /** Shuts the person out, which is all that can't wait, and deletes; what fails is done by the job. */
  async function erase(uid: Uid): Promise<{ filesPending: number }> {
    await leaving.lockOut(uid)
    await jobs.add(JOB, {}, { only: JOB, afterSeconds: TAKE_OVER_AFTER_SECONDS })
    await finish(uid).catch((err: unknown) => log.error({ err }, 'an account was not deleted in full yet'))
    return { filesPending: await filesPending(uid) }
  }

  async function* filesOf(uid: Uid): AsyncGenerator<ExportedFile> {
    yield { path: 'README.txt', bytes: () => Buffer.from(readme(clock.now())) }
    yield jsonFile('account.json', await leaving.describe(uid))
    const hidden = await hiddenFrom(uid)
    for (const part of parts.toReversed()) yield* part.collect(uid, hidden)
  }

  async function* readOneByOne(uid: Uid) {
    for await (const { path, bytes } of filesOf(uid)) yield { path, bytes: await bytes() }
  }

  return {
    /**
     * Deletes the viewer's account and everything of it. Once this resolves, nobody comes in as them, and nobody sees their files.
     * @returns how many files are still to be deleted from the file store
     * @throws AppError 'recent_sign_in_required' when the sign-in is older than 5 minutes
     */
    async delete(viewer: Viewer): Promise<{ filesPending: number }> {
      identity.assertRecent(viewer)
      return erase(viewer.uid)
    },

    /** Deletes somebody's account without their asking (an operator's command). */
    erase,

    /** An address that gives all of the viewer's data, once. @throws AppError 'recent_sign_in_required', 'rate_limited' */
    async offerExport(viewer: Viewer): Promise<{ url: string; expires_at: string }> {
      identity.assertRecent(viewer)
      const { code, expiresAt } = await identity.exportCodes.issue(viewer.uid, timings.exportLinkMs)
      return { url: `/export/${code}`, expires_at: expiresAt.toISOString() }
    },

    /**
     * The zip file behind such an address, piece by piece; the address is used up. Call `close` when it was read or given up,
     * and stop sending at `signal`: the turn is somebody else's then.
     * @throws AppError 'link_invalid'; 'unavailable' when others are being written, and then the address stays good
     */
    async openExport(code: string): Promise<OpenExport> {
      const uid = await identity.exportCodes.look(code)
      if (uid === null) throw new AppError('link_invalid')
      const { begin, signal, end } = turns.take(uid)
      try {
        // Of many who come with one address at the same time one gets it.
        if ((await identity.exportCodes.take(code)) === null) throw new AppError('link_invalid')
        begin()
        const modified = clock.now()
        const name = `${PRODUCT_NAME.toLowerCase()}-${modified.toISOString().slice(0, 10)}.zip`
        return { name, pieces: writeZip(readOneByOne(uid), { modified }), signal, close: end }
      } catch (error) {
        end()
        throw error
      }
    },

    /**
     * Takes those out again who came back with a backup of the database, and goes on with what a crash has interrupted.
     * Call before the first request is served; what fails is left to `resume`.
     */
    async reapply(): Promise<void> {
      const hashes = await tombstones.read()
      for (const uid of hashes.length ? await leaving.among(hashes) : []) await leaving.lockOut(uid)
      await finishAll().catch((err: unknown) => log.error({ err }, 'accounts are still to be deleted in full'))
    },

    /** Leaves what is still to be deleted to the job. Call once the jobs run. */
    async resume(): Promise<void> {
      if ((await leaving.unfinished()).length) await jobs.add(JOB, {}, { only: JOB })
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
chats               your conversations, one file each
pictures            the pictures you uploaded; pictures.json lists them

What others posted is theirs and is not in here. Where you have blocked somebody, or they you, your own words are in here and
what was written to you, without their name.

Passwords and the tokens of connected accounts are not in here: the first are kept as hashes, the second are encrypted.
`
}
