import { AppError } from '#contract/errors.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { CallerContext, BatchTrace } from '#server/platform/observability/batch-trace.ts'
import { classifyFailure } from './chat.failure.ts'
import type { NewMessage, WriteResult } from './chat.types.ts'

/*
 * Group commit with one batch at a time: while one batch is committed, the next one fills up. Many messages share one commit
 * without extra latency. Parallel commits would break the order within a chat.
 * The results of a batch are returned while the next one is committed, so that the database never waits for our own code.
 */

type OnStored = (result: WriteResult) => void
type Pending = {
  message: NewMessage
  onStored: OnStored
  caller: CallerContext
  resolve: (result: WriteResult) => void
  reject: (error: unknown) => void
}

/** `messages` contains each message once; `indexOf` maps each pending write to its index there. */
type Batch = { pending: readonly Pending[]; messages: readonly NewMessage[]; indexOf: readonly number[] }
type Commit = (messages: readonly NewMessage[]) => Promise<(WriteResult | undefined)[]>
type Outcome = { results: readonly (WriteResult | undefined)[] } | { error: unknown }

export type ChatWriterOptions = {
  /** Stores a batch in order in one commit; see `writeMessages`. */
  commit: Commit
  log: Log
  /** Wait before a commit, 0 to 2 ms. With 0 a batch contains what arrived in the same turn of the event loop. */
  flushDelayMs?: number
  /** Maximum wait for a result, even if the database hangs. */
  answerWithinMs?: number
  /** Traces each commit as its own span. */
  trace?: BatchTrace | undefined
}

export type ChatWriter = {
  /**
   * Stores one message; resolves after the commit.
   * `onStored` runs right after the commit, in the order of the calls, even if the caller has timed out before. It must not throw.
   * @throws AppError 'storage_full'; 'unavailable' on a timeout (the message may still be stored; a resend finds out); 'not_found'
   * if the chat or one of its members was deleted; 'invalid_input' if the database can't store this message.
   */
  write(message: NewMessage, onStored?: OnStored): Promise<WriteResult>
}

export const MAX_BATCH = 512
/** Further writes are rejected at once. */
const MAX_WAITING = 20_000
const MAX_TRIES = 4

export function createChatWriter({ commit, log, flushDelayMs = 0, answerWithinMs = 2_000, trace }: ChatWriterOptions): ChatWriter {
  let queue: Pending[] = []
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    let resolvePrevious: (() => void) | null = null
    while (queue.length > 0 || resolvePrevious) {
      if (queue.length === 0) {
        resolvePrevious?.()
        resolvePrevious = null
        continue
      }
      if (queue.length < MAX_BATCH) await pause(flushDelayMs)
      const batch = toBatch(queue.slice(0, MAX_BATCH))
      queue = queue.slice(MAX_BATCH)
      const committing = commitWithTimeout(batch)
      if (resolvePrevious) {
        await pause(0) // Waits until the commit of the next batch has started.
        resolvePrevious()
      }
      resolvePrevious = await settleBatch(batch, await committing)
    }
    running = null
  }

  /** Never rejects. Waits for the commit, however long it takes, because only one may run at a time. */
  async function commitWithTimeout(batch: Batch): Promise<Outcome> {
    const timeout = setTimeout(() => {
      log.error({ messages: batch.pending.length + queue.length }, 'commit of messages timed out')
      for (const write of [...batch.pending, ...queue.splice(0)]) write.reject(new AppError('unavailable'))
    }, answerWithinMs)
    const outcome = await tryCommit(batch)
    clearTimeout(timeout)
    return outcome
  }

  async function tryCommit({ pending, messages }: Batch): Promise<Outcome> {
    try {
      const work = () => commitWithRetries(commit, messages)
      return { results: await (trace ? trace.runBatch('commit messages', callersOf(pending), work) : work()) }
    } catch (error) {
      return { error }
    }
  }

  /** Returns the function that answers a committed batch, or null after a failed batch was rejected. */
  async function settleBatch(batch: Batch, outcome: Outcome): Promise<(() => void) | null> {
    if ('error' in outcome) {
      await rejectBatch(batch.pending, outcome.error)
      return null
    }
    return () => answerAll(log, batch, outcome.results)
  }

  /** If the database can't store one of the messages, each is committed alone, so that only this one fails. */
  async function rejectBatch(pending: readonly Pending[], error: unknown): Promise<void> {
    if (classifyFailure(error) === 'data') {
      if (pending.length > 1) {
        for (const write of pending) {
          const single = toBatch([write])
          const answerSingle = await settleBatch(single, await commitWithTimeout(single))
          answerSingle?.()
        }
        return
      }
      log.warn({ err: error }, 'message could not be stored')
      return pending[0]?.reject(new AppError('invalid_input'))
    }
    log.error({ err: error, messages: pending.length }, 'commit of messages failed')
    const code = error instanceof AppError && error.code === 'storage_full' ? error.code : 'unavailable'
    for (const write of pending) write.reject(new AppError(code))
  }

  return {
    write(message, onStored = () => undefined) {
      if (queue.length >= MAX_WAITING) return Promise.reject(new AppError('unavailable', { waiting: queue.length }))
      return new Promise((resolve, reject) => {
        queue.push({ message, onStored: trace?.bindContext(onStored) ?? onStored, caller: trace?.currentContext(), resolve, reject })
        running ??= run()
      })
    },
  }
}

async function commitWithRetries(commit: Commit, messages: readonly NewMessage[], tries = 1): Promise<(WriteResult | undefined)[]> {
  try {
    return await commit(messages)
  } catch (error) {
    if (classifyFailure(error) !== 'race' || tries >= MAX_TRIES) throw error
    return commitWithRetries(commit, messages, tries + 1)
  }
}

function answerAll(log: Log, { pending, messages, indexOf }: Batch, results: readonly (WriteResult | undefined)[]): void {
  for (const [position, socket] of pending.entries()) {
    const index = indexOf[position] ?? position
    const result = results[index]
    try {
      // A second write of the same id in a batch is a repeat of the first.
      answer(socket, result && socket.message !== messages[index] ? { ...result, repeated: true } : result)
    } catch (error) {
      log.error({ err: error }, 'answer to a stored message failed')
      socket.reject(new AppError('unavailable'))
    }
  }
}

function answer(pending: Pending, result: WriteResult | undefined): void {
  if (!result) return pending.reject(new AppError('not_found', { chatId: pending.message.chatId }))
  pending.onStored(result)
  pending.resolve(result)
}

function toBatch(pending: readonly Pending[]): Batch {
  const indexes = new Map<string, number>()
  const messages: NewMessage[] = []
  const indexOf = pending.map(({ message }) => {
    const key = `${message.id}${message.sender}`
    const index = indexes.get(key) ?? messages.push(message) - 1
    indexes.set(key, index)
    return index
  })
  return { pending, messages, indexOf }
}

const callersOf = (pending: readonly Pending[]): CallerContext[] => pending.map(({ caller }) => caller)

/** Waits at least one turn of the event loop, so that messages that arrived together share a batch. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)))
}
