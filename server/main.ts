import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { type App, createApp } from './app.ts'
import type { AppParts } from './app/parts.ts'
import type { Config } from './config.ts'
import { registerFederationRoutes } from './features/identity/identity.federation.mount.ts'
import type { GoogleAddresses } from './features/identity/identity.firebase.ts'
import { registerExportRoute } from './features/identity/identity.account-data.routes.ts'
import { registerIdentityRoutes } from './features/identity/identity.mount.ts'
import { registerArtRoutes } from './features/media/art.mount.ts'
import { openFiles } from './features/uploads/uploads.files.ts'
import { createMatchThread } from './features/taste/match.thread.ts'
import { registerFileRoutes } from './features/uploads/uploads.mount.ts'
import { openBus } from './platform/bus/open-bus.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { acquireLock } from './platform/db/lock.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { offeredLinkSites } from './offered-links.ts'
import { offeredMedia } from './offered-media.ts'
import { offeredTags } from './offered-tags.ts'
import { offeredSongs } from './offered-songs.ts'
import { offeredProviders, type StandInOrigins } from './offered-providers.ts'
import type { HeadOf } from './platform/http/pages.ts'
import { registerAppLinks, registerSiteFiles } from './platform/http/site-files.ts'
import { registerPreviewRoutes } from './page-heads.mount.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { addOperations } from './platform/http/operations.ts'
import { createJobs } from './platform/pg-boss-jobs.ts'
import { createLogs } from './platform/log.ts'
import { registerMailbox } from './platform/mail/mailbox.ts'
import { MAILBOX_PATH } from './platform/mail/mailbox-pages.ts'
import { createMetrics } from './platform/metrics.ts'
import { openTelemetry } from './platform/telemetry/telemetry.ts'
import { createQuota } from './platform/quota.store.ts'
import { installationSecret } from './platform/secret.ts'
import { YOUTUBE_SEARCHES_A_DAY } from './providers/youtube/youtube.search.ts'
import { unitsOf } from './providers/youtube/youtube.units.ts'
import { createSocketHub } from './platform/socket/socket-hub.ts'
import { createSocketServer } from './platform/socket/socket-server.ts'
import { type IssuerStandIn, signInProviders } from './sign-in.ts'

export type ServerOptions = {
  config: Config
  /** The port to listen on; chosen before, because stand-ins and sign-in must know it. */
  port: number
  /** The origin of a balancer on this machine that several servers stand behind; left out, people come to `port`. */
  reachedAt?: string
  /** Origins of the real services, or of their stand-ins. */
  standIns: StandInOrigins | null
  /** The issuer of OpenID Connect that the demo brings. */
  issuerStandIn?: IssuerStandIn | null
  /** Where Google answers, when not at its own addresses. */
  google?: GoogleAddresses
  development: boolean
  /** Adds the pages: the built web, or the bundler while developing. */
  addPages: (app: FastifyInstance, headOf: HeadOf) => Promise<void>
  /** Fills the data before the server reads it; gets what the app is made of. */
  fill?: (parts: AppParts, isNew: boolean) => Promise<void>
  /** See `AppParts.example`. */
  example: AppParts['example']
}

export type Server = {
  origin: string
  /** Where mails are shown for want of a mail server; null when they leave, or are off. */
  mailbox: string | null
  app: App
  stop(): Promise<void>
}

const DRAIN_MS = 3_000
const HTTP_GRACE_MS = 3_000
const JOBS_GRACE_MS = 3_000
/** Where YouTube's day begins and its units are given anew. */
const YOUTUBE_TIME_ZONE = 'America/Los_Angeles'
/** Reading accounts leaves this share of the day's units to people who open a channel. */
const UNITS_LEFT_TO_PEOPLE = 0.2
const READY_WITHIN_MS = 2_000
/**
 * Connections that may wait to be taken in, when everybody comes back at once. Beyond it the system lets them try again after
 * 1, 3, 7 and 15 s. Linux allows no more than `net.core.somaxconn`, which is 4,096 unless it was changed.
 */
const WAITING_CONNECTIONS = 4_096

/**
 * Starts one server on its data and listens.
 * @throws DataFolderInUse, SecretMissing, or AppError 'unavailable' when the database can't be reached
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, port, standIns, development, addPages, fill, example } = options
  const logs = createLogs(config.log)
  const log = logs('app')
  const isNew = !existsSync(join(config.dataDir, 'lock.db'))
  const lock = acquireLock(config.dataDir)
  const secret = installationSecret({ dataDir: config.dataDir, configured: config.secret, isNew })
  const telemetry = await openTelemetry(config.telemetryEndpoint)
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, log: logs('db'), lock, onStatement: telemetry.onStatement })
  await migrate(database, logs('db'))

  const metrics = createMetrics()
  const bus = await openBus({ redisUrl: config.redisUrl, log: logs('bus'), onDelivered: metrics.delivered })
  const hub = createSocketHub(bus)
  const jobs = telemetry.jobs(createJobs({ database, log: logs('jobs') }))
  const address = addresses(config, port, options.reachedAt)
  const youtubeQuota = createQuota({
    db: database.db,
    clock: systemClock,
    name: 'youtube',
    unitsPerDay: config.youtubeUnitsPerDay,
    timeZone: YOUTUBE_TIME_ZONE,
  })
  const searchQuota = createQuota({
    db: database.db,
    clock: systemClock,
    name: 'youtube.search',
    unitsPerDay: YOUTUBE_SEARCHES_A_DAY,
    timeZone: YOUTUBE_TIME_ZONE,
  })
  const unitsOfSyncs = unitsOf(youtubeQuota, config.youtubeUnitsPerDay * UNITS_LEFT_TO_PEOPLE)
  const { providers, sources } = offeredProviders({ config, standIns, clock: systemClock, youtubeUnits: unitsOfSyncs })
  const { players, frameOrigins, readers, pictures } = offeredMedia({ config, standIns, youtubeUnits: unitsOf(youtubeQuota) })
  const offer = { sources, players, preview: standIns !== null || development }
  const signIn = signInProviders({
    config,
    standIn: options.issuerStandIn ?? null,
    clock: systemClock,
    log: logs('identity'),
    ...(options.google ? { google: options.google } : {}),
  })
  const files = await openFiles({ dataDir: config.dataDir, bucket: config.bucket })
  const matchThread = createMatchThread({ log: logs('taste.match') })
  const parts: AppParts = {
    config,
    onMessageStored: metrics.messageStored,
    batchTrace: telemetry.batches,
    database,
    bus,
    hub,
    jobs,
    clock: systemClock,
    logs,
    secret,
    ...address,
    providers,
    readers,
    pictures,
    linkSites: offeredLinkSites(config, standIns),
    songs: offeredSongs({ config, standIns, clock: systemClock, searches: unitsOf(searchQuota) }),
    signIn,
    matchThread,
    tagDirectories: offeredTags({ config, standIns }),
    offer,
    files,
    example,
  }
  await fill?.(parts, isNew)
  const app = createApp(parts)

  const http = await createHttpServer({
    routes: telemetry.routes(app.routes),
    authenticate: app.identity.authenticate,
    log: logs('http'),
    isOwnHost: address.isOwnHost,
    trustedProxies: config.trustedProxies,
    secure: config.publicOrigin !== null,
    extraFrameOrigins: frameOrigins,
    outside: signIn.outside,
    development,
    onRequestDone: metrics.requestDone,
  })
  registerIdentityRoutes(http, {
    identity: app.identity,
    log: logs('identity'),
    origin: address.origin,
    alsoTrusted: address.alsoTrusted,
  })
  registerFederationRoutes(http, { identity: app.identity, origin: address.origin })
  if (isMailboxOpen(config)) registerMailbox(http, { outbox: app.outbox })
  registerExportRoute(http, { accountData: app.accountData })
  registerFileRoutes(http, { uploads: app.uploads, viewerOfFileCookie: app.identity.viewerOfFileCookie })
  registerArtRoutes(http, { art: app.art, viewerOfFileCookie: app.identity.viewerOfFileCookie })
  await addOperations(http, {
    calls,
    registry: metrics.registry,
    readiness: () => database.ping(READY_WITHIN_MS),
    adminToken: config.adminToken,
    isPublic: config.publicOrigin !== null,
  })
  registerPreviewRoutes(http, { pictureOf: app.heads.pictureOf })
  registerSiteFiles(http, address.origin)
  registerAppLinks(http, config.appLinks)
  await addPages(http, app.heads.of)
  const sockets = createSocketServer({
    server: http.server,
    hub,
    routes: telemetry.frames(app.socketRoutes),
    authenticate: app.identity.authenticate,
    isIsolated: () => !bus.isUp(),
    isOwnHost: address.isOwnHost,
    isOwnOrigin: (origin) => [address.origin, ...address.alsoTrusted].includes(origin),
    log: logs('socket'),
    clock: systemClock,
  })
  metrics.watch({
    sockets: sockets.connections,
    people: () => hub.people().length,
    busIsUp: bus.isUp,
    pool: () => database.load?.() ?? null,
    jobs: jobs.waiting,
    quotas: { youtube: { spent: youtubeQuota.spent, most: config.youtubeUnitsPerDay } },
  })
  telemetry.exportMetrics(metrics.registry)

  await app.prepare()
  await jobs.start()
  await app.resume()
  const stopSignIn = signIn.start()
  await http.listen({ host: config.host, port, backlog: WAITING_CONNECTIONS })
  log.info({ origin: address.origin, database: database.engine, data: config.dataDir }, 'ready')

  return {
    origin: address.origin,
    mailbox: isMailboxOpen(config) ? `${address.origin}${MAILBOX_PATH}` : null,
    app,
    async stop() {
      log.info('stopping')
      stopSignIn()
      await sockets.drain(DRAIN_MS)
      await closeHttp(http)
      await app.settle()
      await jobs.stop(JOBS_GRACE_MS)
      await matchThread.close()
      await telemetry.stop()
      await closeStores(bus, database)
      lock.release()
      log.info('stopped')
    },
  }
}

/** Mails hold links that sign people in: the page that shows them is for this machine alone. */
const isMailboxOpen = (config: Config) => config.publicOrigin === null && config.mail === null

/**
 * Lets answers that are under way leave. A connection that was busy when this began would then be kept alive by its client for
 * more than a minute, so idle ones are closed again and again, and all of them in the end.
 */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const all = setTimeout(() => http.server.closeAllConnections(), HTTP_GRACE_MS)
  try {
    await http.close()
  } finally {
    clearInterval(idle)
    clearTimeout(all)
  }
}

async function closeStores(bus: { close(): Promise<void> }, database: Database): Promise<void> {
  await bus.close()
  await database.close()
}

/** The origin people use, and the other names of this machine that mean the same server. */
function addresses(config: Config, port: number, reachedAt: string | undefined) {
  if (config.publicOrigin) {
    const { host } = new URL(config.publicOrigin)
    const own = new Set([host, `127.0.0.1:${port}`, `localhost:${port}`])
    return { origin: config.publicOrigin, alsoTrusted: [], isOwnHost: (name: string) => own.has(name) }
  }
  const behind = reachedAt === undefined ? [] : [new URL(reachedAt).host]
  const hosts = [...behind, `127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
  return {
    origin: `http://${hosts[0]}`,
    alsoTrusted: hosts.slice(1).map((host) => `http://${host}`),
    isOwnHost: (name: string) => hosts.includes(name),
  }
}
