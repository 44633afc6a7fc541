import { join } from 'node:path'
import { createBlendPlaylists } from '#server/features/blends/blend-playlists.ts'
import { createImports } from '#server/features/imports/imports.service.ts'
import { createImportsStore } from '#server/features/imports/imports.store.ts'
import { createRetention } from '#server/features/sources/retention.service.ts'
import { createSources } from '#server/features/sources/sources.service.ts'
import { listFolders } from '#server/features/uploads/uploads.files.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { removeOldDailyRateLimits } from '#server/platform/rate-limit/daily-rate-limit.store.ts'
import { assertRoom } from '#server/platform/writable-folder.ts'
import type { MediaFeatures } from './media.ts'
import type { CoreServices } from './core-services.ts'
import type { HigherFeatures, PeopleFeatures } from './people.ts'
import type { TasteFeatures } from './taste.ts'

/** Playlists that one user may save; at YouTube, one costs hundreds of units of the day's quota. */
const PLAYLISTS_AN_HOUR = 10

export type SourceFeatures = ReturnType<typeof wireSources>

/** Sources of taste: connected accounts, imported files, and the retention of their data. */
export function wireSources(
  core: CoreServices,
  { uploads, media, live, blends }: Pick<PeopleFeatures, 'uploads'> & MediaFeatures & TasteFeatures,
  higher: Pick<HigherFeatures, 'timeZoneOf'>,
) {
  const { config, db, clock, newId, jobs, hub, events, providers, logs } = core
  const onTasteChanged = live.publishChange
  const sources = createSources({
    db,
    clock,
    newId,
    secrets: core.secrets,
    providers,
    origin: () => core.origin,
    jobs,
    hub,
    events,
    media,
    onTasteChanged,
    deleteImportRecords: createImportsStore(db).deleteBySource,
    log: logs('taste.sync'),
  })
  const imports = createImports({
    db,
    clock,
    newId,
    jobs,
    hub,
    media,
    files: {
      put: (path, bytes) => core.files.put(path, bytes),
      getStream: (path) => core.files.getStream(path),
      listFolders: (path) => listFolders(core.files, path),
      deleteFolder: uploads.deletions.deleteFolder,
      queueFolder: uploads.deletions.queueFolder,
    },
    tempDir: join(config.dataDir, 'imports'),
    maxBytes: config.importMaxBytes,
    assertRoom: (bytes) => assertRoom(config.dataDir, bytes),
    localCopies: config.bucket ? 1 : 2,
    announceSource: sources.announce,
    onTasteChanged,
    timeZoneOf: higher.timeZoneOf,
    // The embedded database is locked by its one server.
    isOnlyServer: core.database.engine === 'embedded',
    log: logs('taste.import'),
  })
  const retention = createRetention({
    db,
    clock,
    jobs,
    providers,
    start: sources.start,
    announce: sources.announce,
    onTasteChanged,
    events,
    otherTasks: [imports.cleanUp, () => removeOldDailyRateLimits(db, clock)],
    log: logs('taste.sync'),
  })
  const blendPlaylists = createBlendPlaylists({
    blends,
    createPlaylist: sources.createPlaylist,
    hub,
    limit: createRateLimit({ clock, limit: PLAYLISTS_AN_HOUR, windowMs: 3_600_000, shared: { bus: core.bus, name: 'playlists' } }).assert,
  })
  return { sources, imports, retention, blendPlaylists }
}
