import type { Capabilities } from '#contract/identity/identity.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Config } from '#server/config.ts'
import type { PictureSource } from '#server/features/media/art.picture.ts'
import type { BarsDeps } from '#server/features/media/bars.service.ts'
import type { SizesDeps } from '#server/features/media/directories/sizes.service.ts'
import type { VideoReaders } from '#server/features/media/channel-videos.service.ts'
import type { SongSearches } from '#server/features/media/link-search.ts'
import type { MatchThread } from '#server/features/matching/index/index-engine.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { SourceProviders } from '#server/features/sources/sources.types.ts'
import type { Files } from '#server/features/uploads/uploads.files.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createDomainEvents } from '#server/platform/domain-events.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Logs } from '#server/platform/observability/log.ts'
import { createOutbox, type MailRoute } from '#server/platform/mail/outbox.ts'
import { createSmtp } from '#server/platform/mail/smtp.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import type { BatchTrace } from '#server/platform/observability/batch-trace.ts'
import type { LinkSites } from '#server/providers/link-sites/link-sites.types.ts'
import type { SignIn } from './sign-in.ts'

/** The services that an app needs. `main.ts` opens them, and tests create their own. */
export type AppDependencies = {
  config: Config
  /** Called with each message's seconds from arrival to acknowledgement. */
  onMessageStored?: (seconds: number) => void
  batchTrace?: BatchTrace | undefined
  database: Database
  /** The file store for pictures. */
  files: Files
  bus: Bus
  hub: LocalHub
  jobs: Jobs
  clock: Clock
  logs: Logs
  secret: string
  /** The public origin, without a trailing slash. */
  origin: string
  /** Further addresses of this same server. */
  alsoTrusted: readonly string[]
  /** The services that people can connect here: real ones, or their fake services. */
  providers: SourceProviders
  /** Where public videos and artwork are read: at the platforms, or at their fake services. */
  readers: VideoReaders
  pictures: PictureSource
  /** Reads the metadata of links to the five platforms. */
  linkSites: LinkSites
  /** The services that find a song on the other platform. */
  songs: SongSearches
  signIn: SignIn
  /** The directories of artists' genres. */
  tagDirectories: BarsDeps['directories']
  /** The directories of artists' listeners. */
  sizeDirectories: SizesDeps['directories']
  matchThread: Pick<MatchThread, 'engine' | 'onReplaced'>
  capabilities: Pick<Capabilities, 'sources' | 'players' | 'preview'>
  /** Two users whose match signed-out visitors may see; null without the demo world. */
  example: readonly [leftUserName: string, rightUserName: string] | null
}

export type CoreServices = ReturnType<typeof createCoreServices>

/** The services that all features use. */
export function createCoreServices(dependencies: AppDependencies) {
  const { config, clock, database, jobs, logs, secret } = dependencies
  const { db } = database
  const newId = () => newUuidv7(clock.now().getTime())
  return {
    ...dependencies,
    db,
    newId,
    secrets: createSecrets({ secret, previous: config.previousSecrets }),
    events: createDomainEvents({ log: logs('events'), trace: dependencies.batchTrace }),
    outbox: createOutbox({ db, jobs, clock, newId, log: logs('mail'), route: mailRoute(config) }),
  }
}

/** The mail server, or without one the dev inbox, which only this machine can reach. A public server without a mail server sends nothing. */
function mailRoute({ mail, publicOrigin }: Config): MailRoute {
  if (mail) return { kind: 'smtp', transport: createSmtp(mail) }
  return publicOrigin ? { kind: 'none' } : { kind: 'dev-inbox' }
}
