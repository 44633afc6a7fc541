import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { itemPath } from '#contract/taste/item-path.ts'
import { AppError } from '#contract/errors.ts'
import { createFirstResponses } from '#server/app/first-responses.ts'
import type { Addresses } from '#server/app/addresses.ts'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import type { Engines } from '#server/app/engines.ts'
import { registerExportRoute } from '#server/features/identity/account/account-data.routes.ts'
import { registerFederationRoutes } from '#server/features/identity/federation/federation.mount.ts'
import { registerIdentityRoutes } from '#server/features/identity/http/mount.ts'
import { registerOneClickUnsubscribe } from '#server/features/notifications/digest.mount.ts'
import { registerArtRoutes } from '#server/features/media/art.mount.ts'
import { registerSpotifyFrame } from '#server/features/media/spotify-frame.ts'
import { registerFileRoutes } from '#server/features/uploads/uploads.mount.ts'
import { registerPreviewRoutes } from '#server/features/link-previews/link-previews.mount.ts'
import { createHttpServer } from '#server/platform/http/http-server.ts'
import { addOperations, answersAnyHost } from '#server/platform/http/operations.ts'
import type { GetPageHead } from '#server/platform/http/pages.ts'
import { STOPPING } from '#server/platform/http/problem.ts'
import { registerAppLinks, registerSiteFiles } from '#server/platform/http/site-files.ts'
import type { Logs } from '#server/platform/observability/log.ts'
import { registerDevInbox } from '#server/platform/mail/dev-inbox.ts'
import { createWriteTest } from '#server/platform/writable-folder.ts'
import type { SignIn } from '#server/app/sign-in.ts'

export type HttpOptions = {
  app: App
  config: Config
  engines: Pick<Engines, 'telemetry' | 'database' | 'metrics' | 'bus'>
  addresses: Addresses
  signIn: SignIn
  /** Origins of fake players, for the content policy. */
  frameOrigins: readonly string[]
  /** The origin of a fake Spotify player; null for the real one. */
  spotifyPlayer: string | null
  development: boolean
  addPages: (http: FastifyInstance, headOf: GetPageHead) => Promise<void>
  /** Whether this server is stopping. `/readyz` then fails, and other requests work until it closes. */
  isStopping: () => boolean
  logs: Logs
}

const READY_WITHIN_MS = 2_000
const HTTP_GRACE_MS = 3_000
/** Items of each kind; a sitemap has at most 50,000 addresses. */
const SITEMAP_ITEMS = 10_000

/** Opens the HTTP server with all routes. */
export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { app, config, engines, addresses, signIn, logs } = options
  const { origin, alsoTrusted, isOwnHost } = addresses
  const writeTest = createWriteTest(config.dataDir)
  const { identity, uploads, accountData, art, heads, outbox } = app
  const http = await createHttpServer({
    routes: engines.telemetry.routes(app.routes),
    authenticate: identity.authenticate,
    log: logs('http'),
    isOwnHost,
    answersAnyHost: answersAnyHost(config),
    incrementSharedCounter: engines.bus.incrementSharedCounter,
    trustedProxies: config.trustedProxies,
    secure: config.publicOrigin !== null,
    extraFrameOrigins: options.frameOrigins,
    externalSources: signIn.outside,
    development: options.development,
    onRequestDone: engines.metrics.requestDone,
  })
  registerIdentityRoutes(http, { identity, log: logs('identity'), origin, alsoTrusted, firstResponses: createFirstResponses(http) })
  registerFederationRoutes(http, { identity, origin })
  if (isDevInboxOpen(config)) registerDevInbox(http, { outbox })
  registerExportRoute(http, { accountData })
  registerOneClickUnsubscribe(http, app.notifying.digest)
  registerFileRoutes(http, { uploads, viewerOfFileCookie: identity.viewerOfFileCookie })
  registerSpotifyFrame(http, { spotify: options.spotifyPlayer ?? 'https://open.spotify.com' })
  registerArtRoutes(http, { art, viewerOfFileCookie: identity.viewerOfFileCookie })
  await addOperations(http, {
    origin,
    calls,
    registry: engines.metrics.registry,
    readiness: async () => {
      if (options.isStopping()) throw new AppError('unavailable', { reason: STOPPING })
      await Promise.all([engines.database.ping(READY_WITHIN_MS), writeTest()])
    },
    adminToken: config.adminToken,
    isPublic: config.publicOrigin !== null,
  })
  registerPreviewRoutes(http, heads)
  registerSiteFiles(http, origin, async () => (await app.media.bestKnown(SITEMAP_ITEMS)).map(itemPath))
  registerAppLinks(http, config.appLinks)
  await options.addPages(http, heads.getPageHead)
  return http
}

/** The dev inbox shows sign-in links, so it is open on this machine only. */
export const isDevInboxOpen = (config: Config) => config.publicOrigin === null && config.mail === null

/**
 * Finishes open requests. Keep-alive connections would stay open for more than a minute, so idle ones are closed repeatedly
 * and all of them after the grace period.
 */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const all = setTimeout(() => http.server.closeAllConnections(), HTTP_GRACE_MS)
  try {
    await http.close()
  } finally {
    clearInterval(idle)
    clearTimeout(all)
  }
}
