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
import { type Notifications, createNotifications } from './notifications.service.ts'
import { notificationRoutes } from './notifications.routes.ts'
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

/**
 * Which facts are news, and to whom. Messages are: a stranger's first always, others while the receiver is on no device of
 * theirs; whoever is here sees them in the chat itself. What concerns one person is worked off in the order it was told, so
 * that a message that is read at once leaves nothing behind.
 */
function listenToFacts({
  facts,
  notifications,
  isOnline,
}: {
  facts: Pick<Facts, 'on'>
  notifications: Pick<Notifications, 'add' | 'remove'>
  isOnline: (uid: Uid) => boolean
}): void {
  const { inTurn, afterAll } = createTurns()

  facts.on('request.asked', ({ by, to }) => inTurn(to, () => notifications.add({ uid: to, kind: 'request_asked', subject: by, actor: by })))
  facts.on('request.accepted', async ({ by, to }) => {
    await inTurn(by, () => notifications.remove({ uid: by, kinds: ['request_asked'], actor: to }))
    await inTurn(to, () => notifications.add({ uid: to, kind: 'request_accepted', subject: by, actor: by }))
  })
  facts.on('connection.ended', async ({ by, to }) => {
    const kinds = ['request_asked', 'request_accepted'] as const
    await inTurn(to, () => notifications.remove({ uid: to, kinds, actor: by }))
    await inTurn(by, () => notifications.remove({ uid: by, kinds, actor: to }))
  })
  facts.on('moment.liked', ({ by, author, momentId }) =>
    inTurn(author, () => notifications.add({ uid: author, kind: 'moment_liked', subject: momentId, actor: by })),
  )
  facts.on('moment.unliked', ({ by, author, momentId }) =>
    inTurn(author, () => notifications.remove({ uid: author, kinds: ['moment_liked'], subject: momentId, actor: by })),
  )
  facts.on('moment.commented', ({ by, author, momentId, commentId }) =>
    inTurn(author, () => notifications.add({ uid: author, kind: 'moment_commented', subject: momentId, actor: by, item: commentId })),
  )
  facts.on('message.stored', ({ from, to, chatId, messageId, isRequest, isQuiet }) => {
    // Nearly all messages are no news, and take no turn.
    if (isQuiet || (!isRequest && isOnline(to))) return undefined
    const kind = isRequest ? 'message_request' : 'message'
    return inTurn(to, () => notifications.add({ uid: to, kind, subject: chatId, actor: from, item: messageId }))
  })
  facts.on('chat.read', ({ by, chatId }) =>
    inTurn(by, () => notifications.remove({ uid: by, kinds: ['message', 'message_request'], subject: chatId })),
  )
  facts.on('moderation.told', ({ to, about, reportId }) =>
    inTurn(to, () => notifications.add({ uid: to, kind: 'moderation', subject: about, actor: null, item: reportId })),
  )
  // Whose news it was does not matter here, so what is being told of it right now comes first.
  facts.on('content.removed', ({ of, id }) =>
    afterAll(() => {
      if (of === 'moment') return notifications.remove({ kinds: ['moment_liked', 'moment_commented'], subject: id })
      return notifications.remove({ kinds: of === 'comment' ? ['moment_commented'] : ['message', 'message_request'], item: id })
    }),
  )
}

/** One thing after the other for each person; a failing one does not hold up the next. */
function createTurns() {
  const last = new Map<Uid, Promise<void>>()
  return {
    inTurn(uid: Uid, run: () => Promise<void>): Promise<void> {
      const before = last.get(uid) ?? Promise.resolve()
      // Whoever told the one before has heard of its failure.
      const mine = before.then(run, run)
      last.set(uid, mine)
      const leave = () => void (last.get(uid) === mine && last.delete(uid))
      mine.then(leave, leave)
      return mine
    },
    /** Runs when everything is done that has its turn now, whoever it concerns. */
    async afterAll(run: () => Promise<void>): Promise<void> {
      await Promise.allSettled(last.values())
      await run()
    },
  }
}
