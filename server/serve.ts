import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addressesOf } from '#server/app/addresses.ts'
import { type App, createApp } from './app.ts'
import type { AppDependencies } from '#server/app/core-services.ts'
import type { Config } from './config.ts'
import type { Engines } from '#server/app/engines.ts'
import type { GoogleAddresses } from '#server/features/identity/federation/firebase.ts'
import type { MatchThread } from '#server/features/matching/index/index-engine.ts'
import { openFiles } from '#server/features/uploads/uploads.files.ts'
import { closeHttp, isDevInboxOpen, openHttp } from './http.ts'
import { createExternalServices } from '#server/app/external/external-services.ts'
import type { FakeServiceOrigins } from '#server/app/external/providers.ts'
import { systemClock } from '#server/platform/clock.ts'
import { collectWhenIdle } from '#server/platform/heap.ts'
import { explainListen } from '#server/platform/http/listen-failure.ts'
import type { GetPageHead } from '#server/platform/http/pages.ts'
import type { Logs } from '#server/platform/observability/log.ts'
import { DEV_INBOX_PATH } from '#server/platform/mail/dev-inbox.ts'
import { createSocketServer } from '#server/platform/socket/socket-server.ts'
import { type FakeIssuer, signInProviders } from '#server/app/sign-in.ts'

/** The dependencies of an installation's app, whether it serves or is only filled. */
export type AppOptions = {
  config: Config
  /** The port to listen on; chosen before, because fake services and sign-in must know it. */
  port: number
  /** The origin of a load balancer on this machine, if any. */
  reachedAt?: string
  /** Origins of the real services, or of their fakes. */
  fakeServices: FakeServiceOrigins | null
  /** The demo's OpenID Connect issuer. */
  fakeIssuer?: FakeIssuer | null
  /** The address of Google's services; null for the real one. */
  google?: GoogleAddresses
  /** How long the bucket's service may take to answer one request; null for the default. */
  bucketTimeoutMs?: number
  development: boolean
  /** See `AppDependencies.example`. */
  example: AppDependencies['example']
}

export type ServerOptions = AppOptions & {
  /** Adds the pages: the built web, or the bundler while developing. */
  addPages: (app: FastifyInstance, headOf: GetPageHead) => Promise<void>
  /** Fills the database before the app starts. */
  fill?: (parts: AppDependencies) => Promise<void>
}

export type Server = {
  origin: string
  /** The address of the dev inbox; null with a mail server, and when email is off. */
  devInbox: string | null
  app: App
  stop(): Promise<void>
}

const DRAIN_MS = 3_000
const JOBS_GRACE_MS = 3_000
/**
 * The queue of new connections, for the moment when all clients reconnect. Beyond it, clients retry after 1, 3, 7, and 15 s.
 * Linux limits it to `net.core.somaxconn`, 4,096 by default.
 */
const CONNECTION_BACKLOG = 4_096

/** The resources that a server has opened during its start. */
export type Opened = { engines: Engines; matchThread: MatchThread; logs: Logs }

/** Creates the app with the opened resources, and listens. */
export async function serve(options: ServerOptions, opened: Opened): Promise<Server> {
  const { config, port, development, addPages } = options
  const { engines, matchThread, logs } = opened
  const { bus, jobs, database } = engines
  const log = logs('app')
  const { parts, addresses, frameOrigins, youtubeLimit } = await createDependencies(options, opened)
  await options.fill?.(parts)
  const app = createApp(parts)

  let stopping = false
  const isStopping = () => stopping
  const [http] = await Promise.all([
    openHttp({
      app,
      config,
      engines,
      addresses,
      signIn: parts.signIn,
      frameOrigins,
      spotifyPlayer: parts.capabilities.players?.spotify ?? null,
      development,
      addPages,
      isStopping,
      logs,
    }),
    app.prepare(),
  ])
  const sockets = createSocketServer({
    server: http.server,
    hub: engines.hub,
    routes: engines.telemetry.frames(app.socketRoutes),
    authenticate: app.identity.authenticate,
    bus,
    isOwnHost: addresses.isOwnHost,
    isOwnOrigin: (origin) => [addresses.origin, ...addresses.alsoTrusted].includes(origin),
    trustedProxies: config.trustedProxies,
    log: logs('socket'),
    clock: systemClock,
  })
  engines.metrics.observe({
    sockets: sockets.connections,
    people: () => engines.hub.connectedUsers().length,
    busIsUp: bus.isUp,
    pool: () => database.load?.() ?? null,
    jobs: jobs.waiting,
    filesToDelete: app.uploads.deletions.status,
    quotas: { youtube: { used: youtubeLimit.countUsed, limit: config.youtubeUnitsPerDay } },
  })
  engines.telemetry.exportMetrics(engines.metrics.registry)

  await jobs.start()
  await app.resume()
  const stopSignIn = parts.signIn.start()
  await http.listen({ host: config.host, port, backlog: CONNECTION_BACKLOG }).catch((error: unknown) => {
    throw explainListen(error, config.host, port)
  })
  const stopCollecting = collectWhenIdle()
  log.info({ origin: addresses.origin, database: database.engine, data: config.dataDir }, 'ready')

  return {
    origin: addresses.origin,
    devInbox: isDevInboxOpen(config) ? `${addresses.origin}${DEV_INBOX_PATH}` : null,
    app,
    async stop() {
      log.info('stopping')
      stopping = true
      stopCollecting()
      // Until a load balancer notices `/readyz`, it sends requests here. A closed port would fail them.
      await wait(config.stopDelayMs)
      stopSignIn()
      await sockets.drain(DRAIN_MS)
      await closeHttp(http)
      await app.settle()
      await jobs.stop(JOBS_GRACE_MS)
      await matchThread.close()
      await engines.close()
      log.info('stopped')
    },
  }
}

/** Runs `work` with the opened resources, and closes them. */
export async function fill(options: AppOptions, opened: Opened, work: (parts: AppDependencies) => Promise<void>): Promise<void> {
  const { parts } = await createDependencies(options, opened)
  await work(parts)
  await opened.matchThread.close()
  await opened.engines.close()
}

/** Creates the app's dependencies from the settings. */
async function createDependencies(options: AppOptions, { engines, matchThread, logs }: Opened) {
  const { config, port, fakeServices, development } = options
  const { database, bus, hub, jobs, secret } = engines
  const addresses = addressesOf(config, port, options.reachedAt)
  const external = createExternalServices({
    config,
    fakeServices,
    clock: systemClock,
    db: database.db,
    isPreview: config.publicOrigin === null && (fakeServices !== null || development || Boolean(config.firebase?.emulatorHost)),
  })
  const signIn = signInProviders({
    config,
    fakeIssuer: options.fakeIssuer ?? null,
    clock: systemClock,
    log: logs('identity'),
    ...(options.google ? { google: options.google } : {}),
  })
  const parts = {
    ...external.parts,
    config,
    onMessageStored: engines.metrics.messageStored,
    batchTrace: engines.telemetry.batches,
    database,
    bus,
    hub,
    jobs,
    clock: systemClock,
    logs,
    secret,
    origin: addresses.origin,
    alsoTrusted: addresses.alsoTrusted,
    signIn,
    matchThread,
    files: await openFiles({
      dataDir: config.dataDir,
      bucket: config.bucket,
      log: logs('uploads'),
      ...(options.bucketTimeoutMs ? { timeoutMs: options.bucketTimeoutMs } : {}),
    }),
    example: options.example,
  } satisfies AppDependencies
  return { parts, addresses, frameOrigins: external.frameOrigins, youtubeLimit: external.youtubeLimit }
}
