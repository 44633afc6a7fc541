import type { Uid } from '#contract/base/ids.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { PushClient } from '#server/providers/push/push.client.ts'
import { createPreferences } from './preferences.service.ts'
import { createDigest, type DigestDeps } from './digest.service.ts'
import { ABOUT_BLENDS, type NotificationDeps, type Notifications, createNotifications } from './notifications.service.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { createPush, type PushDeps } from './push.service.ts'
import { createSilenced, type SilencedDeps } from './silenced.ts'

export type NotificationFeatureDeps = Omit<NotificationDeps, 'loadSilenced' | 'preferences' | 'excerpts' | 'push'> &
  SilencedDeps &
  Omit<PushDeps, 'client' | 'preferences'> &
  Omit<DigestDeps, 'loadSilenced' | 'preferences'> & {
    events: Pick<DomainEvents, 'on'>
    pushClient: PushClient
    excerptOf: (owner: Uid, momentId: string) => Promise<string | null>
    /** Null for users outside the blend. */
    blendTitleOf: (viewer: Uid, blendId: string) => Promise<string | null>
  }

/** Builds the feature: in-app notifications, push and email digests. */
export function createNotificationFeature(deps: NotificationFeatureDeps) {
  const preferences = createPreferences(deps)
  const loadSilenced = createSilenced(deps)
  const push = createPush({ ...deps, client: deps.pushClient, preferences })
  const notifications = createNotifications({ ...deps, loadSilenced, preferences, push: push.notify, excerpts })
  const digest = createDigest({ ...deps, loadSilenced, preferences })
  subscribeToEvents({ events: deps.events, notifications, hasVisiblePage: deps.hasVisiblePage })

  /** By subject: the beginnings of the user's own moments, and the titles of their blends. */
  async function excerpts(owner: Uid, { moments, blends }: { moments: readonly string[]; blends: readonly string[] }) {
    const found = await Promise.all([
      ...moments.map(async (id) => [id, await deps.excerptOf(owner, id)] as const),
      ...blends.map(async (id) => [id, await deps.blendTitleOf(owner, id)] as const),
    ])
    return new Map(found.map(([id, text]) => [id, text?.slice(0, EXCERPT_LENGTH) ?? '']))
  }

  const routes: Route[] = notificationRoutes({ notifications, preferences, push, digest })
  return { routes, notifications, preferences, push, digest }
}

const EXCERPT_LENGTH = 100

const ABOUT_A_COMMENT = ['moment_commented', 'moment_mentioned', 'comment_replied', 'comment_liked'] as const
const ABOUT_A_MOMENT = ['moment_liked', 'moment_quoted', ...ABOUT_A_COMMENT] as const
const ABOUT_A_GROUP = ['message', 'message_request', 'group_invited', 'group_asked', 'group_admitted'] as const

type Subscription = {
  events: Pick<DomainEvents, 'on'>
  notifications: Pick<Notifications, 'add' | 'remove' | 'refreshCount'>
  hasVisiblePage: (uid: Uid) => boolean
}
type QueuedSubscription = Subscription & ReturnType<typeof createQueuedChanges>

/**
 * Turns domain events into notifications. A message request always causes one, other messages only while the receiver has no
 * visible page. Events of one user are handled in order, so that a message that is read at once leaves no notification.
 */
function subscribeToEvents(subscription: Subscription): void {
  const queued = { ...subscription, ...createQueuedChanges(subscription) }
  subscribeToConnections(queued)
  subscribeToMoments(queued)
  subscribeToConversations(queued)
  subscribeToGroups(queued)
  subscribeToBlends(queued)
  subscribeToSources(queued)
  subscribeToModeration(queued)
}

function subscribeToConnections({ events, add, remove }: QueuedSubscription): void {
  events.on('request.asked', ({ by, to }) => add(to, { kind: 'request_asked', subject: by, actor: by }))
  events.on('request.accepted', async ({ by, to }) => {
    await remove(by, { kinds: ['request_asked'], actor: to })
    await add(to, { kind: 'request_accepted', subject: by, actor: by })
  })
  events.on('connection.ended', async ({ by, to }) => {
    const kinds = ['request_asked', 'request_accepted'] as const
    await remove(to, { kinds, actor: by })
    await remove(by, { kinds, actor: to })
  })
}

function subscribeToMoments({ events, notifications, enqueue, add, remove }: QueuedSubscription): void {
  events.on('moment.liked', ({ by, author, momentId }) => add(author, { kind: 'moment_liked', subject: momentId, actor: by }))
  events.on('moment.unliked', ({ by, author, momentId }) => remove(author, { kinds: ['moment_liked'], subject: momentId, actor: by }))
  events.on('moment.commented', ({ by, author, momentId, commentId }) =>
    add(author, { kind: 'moment_commented', subject: momentId, actor: by, item: commentId }),
  )
  events.on('person.mentioned', ({ by, to, momentId, commentId }) =>
    add(to, { kind: 'moment_mentioned', subject: momentId, actor: by, ...(commentId === null ? {} : { item: commentId }) }),
  )
  events.on('moment.posted', async ({ by, to, momentId }) => {
    // All are enqueued at once, so that a deletion of the moment comes after them.
    await Promise.all(
      to.map((uid) =>
        enqueue(uid, async () => {
          // The group counts only new posts, so read ones are removed from it.
          await notifications.remove({ uid, kinds: ['moment_posted'], subject: by, isRead: true })
          await notifications.add({ uid, kind: 'moment_posted', subject: by, actor: by, item: momentId })
        }),
      ),
    )
  })
  events.on('moment.quoted', ({ by, author, momentId }) => add(author, { kind: 'moment_quoted', subject: momentId, actor: by }))
  events.on('comment.replied', ({ by, author, momentId, commentId }) =>
    add(author, { kind: 'comment_replied', subject: momentId, actor: by, item: commentId }),
  )
  events.on('comment.liked', ({ by, author, momentId, commentId }) =>
    add(author, { kind: 'comment_liked', subject: momentId, actor: by, item: commentId }),
  )
  events.on('comment.unliked', ({ by, author, commentId }) => remove(author, { kinds: ['comment_liked'], actor: by, item: commentId }))
}

function subscribeToConversations({ events, hasVisiblePage, add, remove }: QueuedSubscription): void {
  events.on('message.stored', ({ from, to, chatId, messageId, isRequest, isQuiet }) => {
    // Most messages cause no notification and skip the queue.
    if (isQuiet || (!isRequest && hasVisiblePage(to))) return undefined
    const kind = isRequest ? 'message_request' : 'message'
    return add(to, { kind, subject: chatId, actor: from, item: messageId })
  })
  events.on('chat.read', ({ by, chatId }) => remove(by, { kinds: ['message', 'message_request'], subject: chatId }))
}

function subscribeToGroups({ events, notifications, afterAll, add, remove }: QueuedSubscription): void {
  events.on('group.invited', ({ by, to, chatId }) => add(to, { kind: 'group_invited', subject: chatId, actor: by }))
  events.on('group.joined', ({ by, chatId }) => remove(by, { kinds: ['group_invited'], subject: chatId }))
  events.on('group.left', ({ by, chatId }) => remove(by, { kinds: ABOUT_A_GROUP, subject: chatId }))
  events.on('group.admin-ended', ({ by, chatId }) => remove(by, { kinds: ['group_asked'], subject: chatId }))
  events.on('group.ended', ({ chatId }) => afterAll(() => notifications.remove({ kinds: ABOUT_A_GROUP, subject: chatId })))
  events.on('group.asked', ({ by, to, chatId }) => add(to, { kind: 'group_asked', subject: chatId, actor: by }))
  events.on('group.request-ended', ({ by, chatId }) =>
    afterAll(() => notifications.remove({ kinds: ['group_asked'], subject: chatId, actor: by })),
  )
  events.on('group.admitted', ({ by, to, chatId }) => add(to, { kind: 'group_admitted', subject: chatId, actor: by }))
}

function subscribeToBlends({ events, notifications, enqueue, afterAll, add, remove }: QueuedSubscription): void {
  events.on('blend.invited', ({ by, to, blendId }) => add(to, { kind: 'blend_invited', subject: blendId, actor: by }))
  events.on('blend.joined', ({ by, blendId }) => remove(by, { kinds: ['blend_invited'], subject: blendId }))
  events.on('blend.left', ({ by, blendId }) => remove(by, { kinds: ABOUT_BLENDS, subject: blendId }))
  events.on('blend.ended', ({ blendId }) => afterAll(() => notifications.remove({ kinds: ABOUT_BLENDS, subject: blendId })))
  events.on('blend.mixed', async ({ to, blendId }) => {
    for (const uid of to)
      await enqueue(uid, async () => {
        // Only the latest mix of a blend is news.
        await notifications.remove({ uid, kinds: ['blend_mixed'], subject: blendId })
        await notifications.add({ uid, kind: 'blend_mixed', subject: blendId, actor: null })
      })
  })
}

function subscribeToSources({ events, add, remove }: QueuedSubscription): void {
  events.on('source.stopped', ({ by, source }) => add(by, { kind: 'source_stopped', subject: source, actor: null }))
  events.on('source.resumed', ({ by, source }) => remove(by, { kinds: ['source_stopped'], subject: source }))
}

/** The subject of the opposite decision, or null if there is none: a suspended user gets an email instead of a notification. */
function oppositeOf(subject: string): string | null {
  if (subject === 'report-upheld') return 'report-dismissed'
  if (subject === 'report-dismissed') return 'report-upheld'
  const [, decision, kind] = /^(hidden|restored)-(.+)$/.exec(subject) ?? []
  return decision === undefined ? null : `${decision === 'hidden' ? 'restored' : 'hidden'}-${kind ?? ''}`
}

function subscribeToModeration({ events, notifications, enqueue, afterAll }: QueuedSubscription): void {
  events.on('moderation.decided', ({ to, about, reportId }) =>
    enqueue(to, async () => {
      // A decision can be changed several times; only the latest one is news.
      for (const subject of [about, oppositeOf(about)])
        if (subject !== null) await notifications.remove({ uid: to, kinds: ['moderation'], subject, item: reportId })
      await notifications.add({ uid: to, kind: 'moderation', subject: about, actor: null, item: reportId })
    }),
  )
  events.on('moderation.waiting', async ({ to, about, isWaiting }) => {
    for (const uid of to)
      await enqueue(uid, async () => {
        await notifications.remove({ uid, kinds: ['moderation'], subject: about })
        if (isWaiting) await notifications.add({ uid, kind: 'moderation', subject: about, actor: null })
      })
  })
  events.on('mutes.changed', ({ by }) => enqueue(by, () => notifications.refreshCount(by)))
  events.on('moment.narrowed', ({ by, momentId, to }) =>
    afterAll(async () => {
      const except = [by, ...to]
      await notifications.remove({ kinds: ['moment_posted'], item: momentId, except })
      await notifications.remove({ kinds: ABOUT_A_MOMENT, subject: momentId, except })
    }),
  )
  // The affected users are unknown, so pending notifications of all users are added first.
  events.on('content.removed', ({ of, id }) =>
    afterAll(async () => {
      if (of === 'moment') {
        await notifications.remove({ kinds: ['moment_posted'], item: id })
        return notifications.remove({ kinds: ABOUT_A_MOMENT, subject: id })
      }
      return notifications.remove({ kinds: of === 'comment' ? ABOUT_A_COMMENT : ['message', 'message_request'], item: id })
    }),
  )
}

/** `add` and `remove` wait for the earlier changes of the same user. */
function createQueuedChanges({ notifications }: Pick<Subscription, 'notifications'>) {
  const { enqueue, afterAll } = createUserQueues()
  return {
    enqueue,
    afterAll,
    add: (uid: Uid, added: Omit<Parameters<Notifications['add']>[0], 'uid'>) => enqueue(uid, () => notifications.add({ uid, ...added })),
    remove: (uid: Uid, removed: Omit<Parameters<Notifications['remove']>[0], 'uid'>) =>
      enqueue(uid, () => notifications.remove({ uid, ...removed })),
  }
}

/** Runs the tasks of each user in sequence; a failed task does not block the next. */
function createUserQueues() {
  const last = new Map<Uid, Promise<void>>()
  return {
    enqueue(uid: Uid, run: () => Promise<void>): Promise<void> {
      const before = last.get(uid) ?? Promise.resolve()
      // The caller of the previous task handles its error.
      const mine = before.then(run, run)
      last.set(uid, mine)
      const leave = () => void (last.get(uid) === mine && last.delete(uid))
      mine.then(leave, leave)
      return mine
    },
    /** Runs after all queued tasks of all users. */
    async afterAll(run: () => Promise<void>): Promise<void> {
      await Promise.allSettled(last.values())
      await run()
    },
  }
}
