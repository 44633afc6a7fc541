import { setImmediate } from 'node:timers/promises'
import type { Uid } from '#contract/base/ids.ts'
import { createTaskTracker } from './concurrency/task-tracker.ts'
import type { Log } from './observability/log.ts'
import type { BatchTrace } from './observability/batch-trace.ts'

/**
 * An event that has happened and is committed. It contains ids, never text: listeners load the content again and see it only if it
 * still exists and is visible.
 */
export type DomainEvent =
  /** `by` has a new name, user name, or picture. */
  | { kind: 'person.changed'; by: Uid }
  | { kind: 'request.asked'; by: Uid; to: Uid }
  /** `by` has accepted the request of `to`, or both have asked each other. */
  | { kind: 'request.accepted'; by: Uid; to: Uid }
  /**
   * The request of `by` to `to`, or their connection, has ended: withdrawn, declined, unfriended, blocked.
   * `wereBuddies`: it was a connection.
   */
  | { kind: 'connection.ended'; by: Uid; to: Uid; wereBuddies: boolean }
  | { kind: 'block.ended'; by: Uid; to: Uid }
  | { kind: 'moment.liked'; by: Uid; author: Uid; momentId: string }
  | { kind: 'moment.unliked'; by: Uid; author: Uid; momentId: string }
  | { kind: 'moment.commented'; by: Uid; author: Uid; momentId: string; commentId: string }
  /** A moment or comment mentions `to`, who may see it. `commentId` is null for the moment itself. */
  | { kind: 'person.mentioned'; by: Uid; to: Uid; momentId: string; commentId: string | null }
  /** `by` has posted a moment. The users in `to` turned on notifications for it and may see it. */
  | { kind: 'moment.posted'; by: Uid; to: readonly Uid[]; momentId: string }
  /** `momentId` quotes or reposts a moment of `author`, who may see it. */
  | { kind: 'moment.quoted'; by: Uid; author: Uid; momentId: string }
  | { kind: 'comment.replied'; by: Uid; author: Uid; momentId: string; commentId: string }
  | { kind: 'comment.liked'; by: Uid; author: Uid; momentId: string; commentId: string }
  | { kind: 'comment.unliked'; by: Uid; author: Uid; momentId: string; commentId: string }
  /**
   * A message was stored. `isRequest`: it comes from a stranger and awaits acceptance. `isQuiet`: the receiver has muted or
   * archived this chat.
   */
  | { kind: 'message.stored'; from: Uid; to: Uid; chatId: string; messageId: string; isRequest: boolean; isQuiet: boolean }
  /** `by` has seen this chat up to its newest message. */
  | { kind: 'chat.read'; by: Uid; chatId: string }
  /** `by` has left this chat: archived it, left the group, or was removed from it. */
  | { kind: 'chat.left'; by: Uid; chatId: string }
  | { kind: 'blend.invited'; by: Uid; to: Uid; blendId: string }
  /** `by` has accepted an invitation to a blend. */
  | { kind: 'blend.joined'; by: Uid; blendId: string }
  /** `by` has left a blend or declined the invitation. */
  | { kind: 'blend.left'; by: Uid; blendId: string }
  /** A new week: these members got a new mix. */
  | { kind: 'blend.mixed'; to: readonly Uid[]; blendId: string }
  | { kind: 'blend.ended'; blendId: string }
  /** An account of `by` doesn't sync anymore: what was read is deleted at the retention limit. */
  | { kind: 'source.stopped'; by: Uid; source: string }
  /** A stopped account syncs again, or was disconnected. */
  | { kind: 'source.resumed'; by: Uid; source: string }
  | { kind: 'group.invited'; by: Uid; to: Uid; chatId: string }
  /** `by` has joined a group: by an invitation, by a link, or by an accepted request. */
  | { kind: 'group.joined'; by: Uid; chatId: string }
  /** `by` has left a group, declined the invitation, or was removed from the group or its invited users. */
  | { kind: 'group.left'; by: Uid; chatId: string }
  /** `by` is no longer an admin of a group. */
  | { kind: 'group.admin-ended'; by: Uid; chatId: string }
  /** A group was deleted with its last member. */
  | { kind: 'group.ended'; chatId: string }
  /** `by` asks to join a group; `to` is its owner or an admin. */
  | { kind: 'group.asked'; by: Uid; to: Uid; chatId: string }
  /** The request of `by` was answered or withdrawn. */
  | { kind: 'group.request-ended'; by: Uid; chatId: string }
  /** `by` has accepted `to` into a group. */
  | { kind: 'group.admitted'; by: Uid; to: Uid; chatId: string }
  /** Content was deleted or hidden, so its notices must be deleted. `id` is the id of the moment, comment or message. */
  | { kind: 'content.removed'; of: 'moment' | 'comment' | 'message'; id: string }
  /** Since an edit, only `by` and `to` may see the moment, so others lose their notices. */
  | { kind: 'moment.narrowed'; by: Uid; momentId: string; to: readonly Uid[] }
  /** The notifications that `by` may see have changed: they muted or unmuted something, or a block between them and others began or ended. */
  | { kind: 'mutes.changed'; by: Uid }
  /**
   * News from the moderators: content was hidden, a report was reviewed, a suspension was lifted. `reportId` is the first report about the
   * same content.
   */
  | { kind: 'moderation.decided'; to: Uid; about: string; reportId: string }
  /** Moderators have suspended `by`, whose sockets are closed. */
  | { kind: 'person.suspended'; by: Uid }
  /** Reports or appeals are waiting for the moderators, or none is anymore. */
  | { kind: 'moderation.waiting'; to: readonly Uid[]; about: 'reports-waiting' | 'appeals-waiting'; isWaiting: boolean }

export type DomainEventKind = DomainEvent['kind']
export type DomainEventOf<K extends DomainEventKind> = Extract<DomainEvent, { kind: K }>
/** Publishes an event. Call it after the commit; it returns at once and never throws. */
export type PublishEvent = (event: DomainEvent) => void

export type DomainEvents = {
  publish: PublishEvent
  /** Subscribes to the events of one kind in this process. Errors of a listener are logged and do not affect the publisher. */
  on<K extends DomainEventKind>(kind: K, listener: (event: DomainEventOf<K>) => Promise<void> | void): void
  /** Resolves when every listener has handled the events so far. */
  idle(): Promise<void>
}

/**
 * Connects features within one process. Listeners run in a later turn of the event loop, so a command never waits for them or
 * fails because of them. With a `trace`, their work belongs to the trace of the publisher.
 */
export function createDomainEvents({ log, trace }: { log: Log; trace?: Pick<BatchTrace, 'bindContext'> | undefined }): DomainEvents {
  const listeners = new Map<DomainEventKind, ((event: DomainEvent) => Promise<void> | void)[]>()
  const tasks = createTaskTracker()
  /** One entry per event: calls its listeners. */
  const queue: (() => void)[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    void tasks.track(async () => {
      await setImmediate()
      isScheduled = false
      for (const notify of queue.splice(0)) notify()
    })
  }

  function callListener(listener: (event: DomainEvent) => Promise<void> | void, event: DomainEvent): void {
    const failed = (error: unknown) => log.error({ err: error, event: event.kind }, 'event listener failed')
    try {
      const work = listener(event)
      if (!(work instanceof Promise)) return
      void tasks.track(() => work.catch(failed))
    } catch (error) {
      failed(error)
    }
  }

  return {
    publish(event) {
      const subscribers = listeners.get(event.kind)
      if (!subscribers) return
      const notify = () => subscribers.forEach((listener) => callListener(listener, event))
      queue.push(trace?.bindContext(notify) ?? notify)
      schedule()
    },
    on(kind, listener) {
      // Only events of this kind are published to this list.
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener as (event: DomainEvent) => Promise<void> | void])
    },
    idle: tasks.idle,
  }
}
