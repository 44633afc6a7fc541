import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import {
  tasteFrames,
  type ConnectableSource,
  type FileSource,
  type Source,
  type SourceName,
  type SyncedSource,
  syncedSources,
  sourceNames,
} from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { AfterErasure } from '#server/platform/personal-data.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { CreatedPlaylist, NewPlaylist } from '#server/providers/provider.ts'
import { codeOf, createOauth, requireProvider, type OauthDeps } from './oauth.service.ts'
import { createAccess, type Access } from './sources.access.ts'
import { createConnector } from './sources.connect.ts'
import { createSourcesStore, createTokensStore } from './sources.store.ts'
import { isConnectable, isFile, isSynced, sharingRule, type SourceRow } from './sources.types.ts'
import { createRecentPlays } from './recent-plays.ts'
import { createSourceReaders } from './source-reader.ts'
import { createSync, type SyncDeps } from './sync.service.ts'
import { presentSource } from './sources.present.ts'

export type SourcesDeps = Omit<SyncDeps, 'findReader' | 'announce'> &
  Pick<OauthDeps, 'secrets' | 'providers' | 'origin'> & {
    jobs: Pick<Jobs, 'add' | 'register'>
    hub: Pick<SocketHub, 'send'>
    /** Deletes the records of files imported into a source, so that they can be imported again. */
    deleteImportRecords: (uid: Uid, source: FileSource) => Promise<void>
    /** See `AccessDeps.pause`. */
    pause?: (ms: number) => Promise<unknown>
  }

/** Users' taste sources: connect, sync, consent and disconnect. Registers the sync job. */
export function createSources(deps: SourcesDeps) {
  const { db, clock, providers, secrets, hub, events, onTasteChanged, log, pause } = deps
  const store = createSourcesStore(db)
  const tokens = createTokensStore(db)
  const access = createAccess({ store: tokens, secrets, clock, ...(pause ? { pause } : {}) })
  const present = (name: SourceName, row: SourceRow | null) => presentSource(providers, name, row, clock.now())
  const announce = (row: SourceRow) => hub.send([row.uid], tasteFrames.source_changed, { source: present(row.source, row) })
  const findReader = createSourceReaders({ providers, access })
  const sync = createSync({ ...deps, findReader, announce })
  const connector = createConnector({ ...deps, access, start: sync.startNow, present, afterDisconnect })
  const oauth = createOauth({ ...deps, connect: connector.connect, linkProven: connector.linkProven })
  deps.jobs.register(sync.job)

  async function afterDisconnect(removed: SourceRow): Promise<Source> {
    const { uid, source } = removed
    const disconnected = present(source, null)
    await onTasteChanged(uid)
    hub.send([uid], tasteFrames.source_changed, { source: disconnected })
    events.publish({ kind: 'source.resumed', by: uid, source })
    await revoke(deps, access, removed)
    log.info({ uid, source }, 'source disconnected')
    return disconnected
  }

  return {
    begin: oauth.begin,
    finish: oauth.finish,
    link: connector.link,
    present,
    announce,
    ...consentCommands(deps, store, { present, announce }),

    /** Lists every source that is enabled here or that the user has, in the order of the contract. */
    async list(uid: Uid): Promise<Source[]> {
      const rows = new Map((await store.listByUser(uid)).map((row) => [row.source, row]))
      return sourceNames
        .filter((name) => name === 'picks' || (isSynced(name) && providers[name]) || rows.has(name))
        .map((name) => present(name, rows.get(name) ?? null))
    },

    /**
     * Starts a sync in the background.
     * @throws AppError 'not_found' for a source that is not enabled, 'wrong_state' when it is not connected
     */
    async sync(uid: Uid, source: SyncedSource): Promise<Source> {
      requireProvider(providers, source)
      const started = await sync.startNow(uid, source)
      if (!started) throw new AppError('wrong_state', { uid, source })
      return present(source, started)
    },

    /**
     * Creates a private playlist in a connected account. Without the permission for that, returns the URL that asks for it.
     * @throws AppError 'wrong_state' when the source is not connected, 'account_not_allowed' when the provider rejects writes of this
     * application, 'provider_unavailable'
     */
    async createPlaylist(
      uid: Uid,
      source: ConnectableSource,
      list: NewPlaylist,
      returnTo: string,
    ): Promise<CreatedPlaylist | { authorizeUrl: string }> {
      const { provider } = requireProvider(providers, source)
      if (!(await store.find({ uid, source }))) throw new AppError('wrong_state', { uid, source })
      try {
        return await access.withToken(provider, uid, (token) => provider.createPlaylist(token, list))
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (error.kind !== 'reconnect')
          throw new AppError(codeOf(error.kind), { uid, source, kind: error.kind, reason: error.message, ...error.logFields })
        const { authorize_url: authorizeUrl } = await oauth.begin(uid, source, returnTo, {}, { canWrite: true })
        return { authorizeUrl }
      }
    },

    /** Deletes the data and tokens of a source at once, then revokes the authorization if the provider is reachable. */
    async disconnect(uid: Uid, source: SourceName): Promise<Source> {
      const removed = await store.remove({ uid, source })
      if (isFile(source)) await deps.deleteImportRecords(uid, source)
      return removed ? afterDisconnect(removed) : present(source, null)
    },

    /** Deletes a user's sources within `tx`. The returned function updates matching and revokes tokens after the commit. */
    async eraseRows(tx: Db, uid: Uid): Promise<AfterErasure> {
      const removed = await createSourcesStore(tx).removeAll(uid)
      return async () => {
        if (removed.length > 0) await onTasteChanged(uid)
        for (const source of removed) await revoke(deps, access, source)
      }
    },

    /** Reads the plays of accounts since the last sync. */
    readRecentPlays: createRecentPlays({ ...deps, findReader, start: sync.start }),

    start: sync.start,
    resume: sync.resume,
  }
}

type Presenting = { present: (name: SourceName, row: SourceRow | null) => Source; announce: (row: SourceRow) => void }

/** Who sees a source, and whether it counts. */
function consentCommands(
  { providers, onTasteChanged, log }: SourcesDeps,
  store: ReturnType<typeof createSourcesStore>,
  { present, announce }: Presenting,
) {
  const mayShare = sharingRule(providers)
  return {
    /**
     * Sets who may see a source and whether it counts for matching. A source that the operator does not allow to share
     * stays private; the returned source has the values that apply.
     * @throws AppError 'wrong_state' when the source is not connected
     */
    async setConsent(uid: Uid, source: SourceName, { shownTo, countsForMatching, countsSilently }: ConsentChange): Promise<Source> {
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

    /** Makes existing rows private when the operator no longer allows sharing their source. Call at start. */
    async applyOperatorSettings(): Promise<void> {
      for (const source of syncedSources) {
        if (!providers[source] || mayShare(source)) continue
        log.info({ source }, 'source is private: the operator has not allowed sharing')
        for (const uid of await store.makePrivate(source)) await onTasteChanged(uid)
      }
    },
  }
}

/** The source is disconnected already: an unreachable provider only causes a warning. */
async function revoke({ providers, log }: SourcesDeps, access: Access, { uid, source, tokens: sealed }: SourceRow): Promise<void> {
  if (!isConnectable(source) || !sealed) return
  const token = access.revocable(uid, source, sealed)
  try {
    if (token) await providers[source]?.provider.revoke(token)
  } catch (error) {
    log.warn({ uid, source, reason: error instanceof Error ? error.message : 'unknown' }, 'authorization could not be revoked')
  }
}

/** An omitted `countsSilently` is unchanged. */
type ConsentChange = { shownTo: Audience; countsForMatching: boolean; countsSilently?: boolean | undefined }

export type Sources = ReturnType<typeof createSources>
