import { setImmediate } from 'node:timers/promises'
import type { Uid } from '#contract/base/ids.ts'
import { createTaskTracker } from './concurrency/task-tracker.ts'
import type { Log } from './observability/log.ts'
import type { BatchTrace } from './observability/batch-trace.ts'

/**
 * What has happened and is committed. A fact names people and things, never their text: whoever wants to show something of
 * it reads it again, and sees it only if it is still there and still visible.
 */
export type Fact =
  /** `by` has sent `to` a request. */
  | { kind: 'request.asked'; by: Uid; to: Uid }
  /** `by` has accepted the request of `to`, or both have asked each other. */
  | { kind: 'request.accepted'; by: Uid; to: Uid }
  /**
   * The request of `by` to `to` is gone, or what was between them has ended: taken back, declined, unfriended, blocked.
   * `wereBuddies`: it was a connection.
   */
  | { kind: 'connection.ended'; by: Uid; to: Uid; wereBuddies: boolean }
  | { kind: 'moment.liked'; by: Uid; author: Uid; momentId: string }
  | { kind: 'moment.unliked'; by: Uid; author: Uid; momentId: string }
  | { kind: 'moment.commented'; by: Uid; author: Uid; momentId: string; commentId: string }
  /**
   * A message is stored. `isRequest`: it is a stranger's that waits to be accepted. `isQuiet`: the receiver has muted or
   * archived this chat and wants to hear nothing of it.
   */
  | { kind: 'message.stored'; from: Uid; to: Uid; chatId: string; messageId: string; isRequest: boolean; isQuiet: boolean }
  /** `by` has seen this chat up to its newest message. */
  | { kind: 'chat.read'; by: Uid; chatId: string }
  /** Something was deleted or hidden: nobody is to hear of it any more. `id` is a moment's, comment's or message's. */
  | { kind: 'content.removed'; of: 'moment' | 'comment' | 'message'; id: string }
  /** Moderators have news for somebody: what was hidden of theirs, that their report was looked at, that a suspension is lifted. */
  | { kind: 'moderation.told'; to: Uid; about: string; reportId: string }

export type FactKind = Fact['kind']
export type FactOf<K extends FactKind> = Extract<Fact, { kind: K }>
/** Tells a fact. Call it after the commit; it returns at once and never throws. */
export type Tell = (fact: Fact) => void

export type Facts = {
  tell: Tell
  /** Hears every fact of a kind that is told in this process. What a listener throws is logged and changes nothing for the act. */
  on<K extends FactKind>(kind: K, listener: (fact: FactOf<K>) => Promise<void> | void): void
  /** Resolves once every listener is done with what was told so far. */
  idle(): Promise<void>
}

/**
 * Connects features that act with those that listen, within one process. Listeners run in a later turn of the event loop:
 * an act never waits for them and never fails because of them. With a `trace`, what they do belongs to the act that told it.
 */
export function createFacts({ log, trace }: { log: Log; trace?: Pick<BatchTrace, 'inTheirName'> | undefined }): Facts {
  const listeners = new Map<FactKind, ((fact: Fact) => Promise<void> | void)[]>()
  const tasks = createTaskTracker()
  /** Each tells its listeners of one fact. */
  const told: (() => void)[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    void tasks.track(async () => {
      await setImmediate()
      isScheduled = false
      for (const tellThem of told.splice(0)) tellThem()
    })
  }

  function hear(listener: (fact: Fact) => Promise<void> | void, fact: Fact): void {
    const failed = (error: unknown) => log.error({ err: error, fact: fact.kind }, 'a listener of a fact failed')
    try {
      const work = listener(fact)
      if (!(work instanceof Promise)) return
      void tasks.track(() => work.catch(failed))
    } catch (error) {
      failed(error)
    }
  }

  return {
    tell(fact) {
      const those = listeners.get(fact.kind)
      if (!those) return
      const tellThem = () => those.forEach((listener) => hear(listener, fact))
      told.push(trace?.inTheirName(tellThem) ?? tellThem)
      schedule()
    },
    on(kind, listener) {
      // Only facts of this kind are looked up under it.
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener as (fact: Fact) => Promise<void> | void])
    },
    idle: tasks.idle,
  }
}
