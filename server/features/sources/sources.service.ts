import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import {
  sourceName,
  syncedSource,
  tasteFrames,
  type ConnectableSource,
  type FileSource,
  type Source,
  type SourceName,
  type SyncedSource,
} from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { AfterErased } from '#server/platform/personal-data.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { NameProvider } from '#server/providers/provider.ts'
import { createOauth, mustOffer } from './oauth.service.ts'
import type { Secrets } from '#server/platform/crypto/sealed-secrets.ts'
import { createAccess } from './sources.access.ts'
import { createConnecting } from './sources.connect.ts'
import { presentSource } from './sources.present.ts'
import { resealTokens } from './sources.reseal.ts'
import { createSourcesStore } from './sources.store.ts'
import { createTokensStore } from './sources.tokens.store.ts'
import {
  isByName,
  isConnectable,
  isFile,
  isSynced,
  sharingRule,
  type ItemResolver,
  type SourceProviders,
  type SourceRow,
  type TasteChanged,
} from './sources.types.ts'
import { createDoors } from './source-readers.ts'
import { createSync } from './sync.service.ts'

export type SourcesDeps = {
  db: Db
  clock: Clock
  newId: () => string
  secrets: Secrets
  providers: SourceProviders
  /** The product's own origin as browsers reach it. */
  origin: () => string
  jobs: Pick<Jobs, 'add' | 'register'>
  hub: Pick<SocketHub, 'send'>
  media: ItemResolver
  onTasteChanged: TasteChanged
  /** Forgets the files that were imported into a source, so that they can be imported again. */
  forgetImports: (uid: Uid, source: FileSource) => Promise<void>
  log: Log
  /** See `AccessDeps.pause`. */
  pause?: (ms: number) => Promise<unknown>
}

/** Where people's taste comes from: connecting, reading, consent and taking it back. Registers the job that reads accounts. */
export function createSources(deps: SourcesDeps) {
  const { db, clock, providers, secrets, hub, onTasteChanged, log, pause } = deps
  const store = createSourcesStore(db)
  const tokens = createTokensStore(db)
  const access = createAccess({ store: tokens, secrets, clock, ...(pause ? { pause } : {}) })
  const mayShare = sharingRule(providers)
  const present = (name: SourceName, row: SourceRow | null) => presentSource(name, row, factsOf(name))
  const announce = (row: SourceRow) => hub.send([row.uid], tasteFrames.source_changed, { source: present(row.source, row) })
  const sync = createSync({ ...deps, doorOf: createDoors({ providers, access }), announce })
  const connecting = createConnecting({ db, clock, providers, access, log, start: sync.start, present, disconnected })
  const oauth = createOauth({ ...deps, connect: connecting.connect, linkProven: connecting.linkProven })
  deps.jobs.register(sync.job)

  function factsOf(name: SourceName) {
    const offered = isSynced(name) ? providers[name] : undefined
    const may = mayShare(name)
    return {
      mayShare: may,
      isSharedFromStart: may && (offered?.isSharedFromStart ?? true),
      isFake: offered?.isFake ?? false,
      proof: isByName(name) ? proofOf(providers[name]?.provider) : null,
    }
  }

  /** What follows when a source is gone. */
  async function disconnected(removed: SourceRow): Promise<Source> {
    const { uid, source } = removed
    const answer = present(source, null)
    await onTasteChanged(uid)
    hub.send([uid], tasteFrames.source_changed, { source: answer })
    if (isConnectable(source) && removed.tokens) await revoke(uid, source, removed.tokens)
    log.info({ uid, source }, 'a source was disconnected')
    return answer
  }

  return {
    /** See oauth.service.ts. */
    begin: oauth.begin,
    finish: oauth.finish,
    /** See sources.connect.ts. */
    link: connecting.link,
    /** A source as its owner sees it. */
    present,
    announce,

    /** Every source that this installation offers or that the person has, in the order of the contract. */
    async list(uid: Uid): Promise<Source[]> {
      const rows = new Map((await store.ofPerson(uid)).map((row) => [row.source, row]))
      return sourceName.options
        .filter((name) => name === 'picks' || (isSynced(name) && providers[name]) || rows.has(name))
        .map((name) => present(name, rows.get(name) ?? null))
    },

    /**
     * Reads the account again, in the background.
     * @throws AppError 'not_found' for a source that is not offered, 'wrong_state' when it is not connected
     */
    async sync(uid: Uid, source: SyncedSource): Promise<Source> {
      mustOffer(providers, source)
      const begun = await sync.start(uid, source)
      if (!begun) throw new AppError('wrong_state', { uid, source })
      return present(source, begun)
    },

    /**
     * Who may see a source, and whether it counts for matching, also for those it is not shown to. Rows that the operator does not let be shared stay private
     * whatever is asked: the answer says what holds.
     * @throws AppError 'wrong_state' when the source is not connected
     */
    async setConsent(uid: Uid, source: SourceName, { shownTo, countsForMatching, countsSilently }: GivenConsent): Promise<Source> {
      const isFree = mayShare(source)
      const silently = countsSilently === undefined ? {} : { countsSilently: isFree && countsSilently }
      await store.setConsent(
        { uid, source },
        { shownTo: isFree ? shownTo : 'only_me', countsForMatching: isFree && countsForMatching, ...silently },
      )
      const row = await store.find({ uid, source })
      if (!row) throw new AppError('wrong_state', { uid, source })
      await onTasteChanged(uid)
      announce(row)
      return present(source, row)
    },

    /** Deletes everything that came from a source, and its tokens, at once; then ends the authorisation at the provider if it can be reached. */
    async disconnect(uid: Uid, source: SourceName): Promise<Source> {
      const removed = await store.remove({ uid, source })
      if (isFile(source)) await deps.forgetImports(uid, source)
      return removed ? disconnected(removed) : present(source, null)
    },

    /** Removes every source of somebody whose account is being deleted, within `tx`. What it returns takes them out of others' matches and revokes tokens. */
    async eraseRows(tx: Db, uid: Uid): Promise<AfterErased> {
      const removed = await createSourcesStore(tx).removeAll(uid)
      return async () => {
        if (removed.length > 0) await onTasteChanged(uid)
        for (const { source, tokens: sealed } of removed) if (isConnectable(source) && sealed) await revoke(uid, source, sealed)
      }
    },

    /** Keeps rows of sources that the operator does not let be shared to their owners, also those of before the setting changed. Call at start. */
    async applyOperatorSettings(): Promise<void> {
      for (const source of syncedSource.options) {
        if (!providers[source] || mayShare(source)) continue
        log.info({ source }, 'what this API tells is kept to its owners: the operator has not said that it may be shown or count')
        for (const uid of await store.keepPrivate(source)) await onTasteChanged(uid)
      }
    },

    /** After a change of the secret: seals all tokens anew. Costs one small query when there is nothing to do. */
    reseal: () => resealTokens({ store: tokens, access, secrets, log }),

    /** Begins a reading, if the source is connected. */
    start: sync.start,

    /** Goes on with syncs whose job was lost in a crash. Call once after the jobs have started. */
    resume: () => sync.resume(),
  }

  /** What the person asked for is done already; a provider that is away must not make it look otherwise. */
  async function revoke(uid: Uid, source: ConnectableSource, sealed: string): Promise<void> {
    const token = access.revocable(uid, source, sealed)
    try {
      if (token) await providers[source]?.provider.revoke(token)
    } catch (error) {
      log.warn({ uid, source, reason: error instanceof Error ? error.message : 'unknown' }, 'an authorisation could not be revoked')
    }
  }
}

/** Left out: whether it counts silently stays as it was. */
type GivenConsent = { shownTo: Audience; countsForMatching: boolean; countsSilently?: boolean | undefined }

function proofOf(provider: NameProvider | undefined): Source['proof'] {
  if (provider?.ownerOf) return 'token'
  return provider?.web ? 'web' : null
}

export type Sources = ReturnType<typeof createSources>
