import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Facts } from '#server/platform/domain-events.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { PushClient } from '#server/providers/push/push.client.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { createChoices } from './choices.service.ts'
import { digestRoutes } from './digest.routes.ts'
import { createDigest, type DigestDeps } from './digest.service.ts'
import { listenToFacts } from './notifications.facts.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { createNotifications } from './notifications.service.ts'
import { pushRoutes } from './push.routes.ts'
import { createPush, type PushDeps } from './push.service.ts'

export type NotifyingDeps = {
  db: Db
  clock: Clock
  newId: () => string
  hub: Pick<SocketHub, 'send'>
  jobs: Pick<Jobs, 'add' | 'register'>
  facts: Pick<Facts, 'on'>
  profiles: Pick<Profiles, 'cards'>
  connections: Pick<Connections, 'relations' | 'hiddenFrom' | 'mutedBy'>
  secrets: PushDeps['secrets']
  mailer: DigestDeps['mailer']
  addressOf: DigestDeps['addressOf']
  languageOf: DigestDeps['languageOf']
  origin: string
  pushClient: PushClient
  /** Whether that person is at the app on any device. */
  isOnline: (uid: Uid) => boolean
  excerptOf: (owner: Uid, momentId: string) => Promise<string | null>
  textOf: PushDeps['textOf']
  log: Log
}

/** Puts the parts of this feature together: what people hear of, and on which ways. */
export function createNotifying(deps: NotifyingDeps) {
  const choices = createChoices(deps)
  const push = createPush({ ...deps, client: deps.pushClient, choices })
  const notifications = createNotifications({ ...deps, choices, push: push.tell, excerpts })
  const digest = createDigest({ ...deps, choices })
  listenToFacts({ facts: deps.facts, notifications, isOnline: deps.isOnline })

  async function excerpts(owner: Uid, momentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(momentIds.map(async (id) => [id, (await deps.excerptOf(owner, id)) ?? ''] as const))
    return new Map(found.map(([id, text]) => [id, text.slice(0, EXCERPT_LENGTH)]))
  }

  const routes: Route[] = [...notificationRoutes({ notifications, choices }), ...pushRoutes(push), ...digestRoutes(digest)]
  return { routes, notifications, choices, push, digest }
}

const EXCERPT_LENGTH = 100
