import { AppError } from '#contract/errors.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Asker, BatchTrace } from '#server/platform/observability/batch-trace.ts'
import { kindOfFailure } from './chat.failure.ts'
import type { NewMessage, Written } from './chat.types.ts'

/*
 * Group commit, one batch at a time: while one is being committed the next one gathers, so that a commit is paid once for
 * many messages and costs nobody latency. Several commits at once would break the order within a chat.
 * Answers to one batch are given while the next is being committed, so that the database does not wait for our own work.
 */

type OnStored = (written: Written) => void
type Waiting = {
  message: NewMessage
  onStored: OnStored
  asker: Asker
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

/** A batch with each message once. `placeOf`: where in it each one that waits is, those that are there a second time in the place of the first. */
type Batch = { waiting: readonly Waiting[]; messages: readonly NewMessage[]; placeOf: readonly number[] }
type Commit = { answers: readonly (Written | undefined)[] } | { error: unknown }

export type ChatWriterOptions = {
  /** Stores a batch in order in one commit; see `writeMessages`. */
  commit: (messages: readonly NewMessage[]) => Promise<(Written | undefined)[]>
  log: Log
  /** How long to gather before a commit, 0 to 2 ms. 0 takes what arrived in the same turn of the loop. */
  flushDelayMs?: number
  /** Nobody waits longer than this for an answer, even when the store hangs. */
  answerWithinMs?: number
  /** Where traces are kept: a commit is one of its own. */
  trace?: BatchTrace | undefined
}

export type ChatWriter = {
  /**
   * Stores one message and says what became of it, once that is committed.
   * `onStored` is called right after the commit, in the order of the calls, also when the caller was refused for the wait
   * before it came through. It must not throw.
   * @throws AppError 'storage_full'; 'unavailable' when the store does not answer (the message may be stored all the same: a resend finds out),
   * 'not_found' when the chat or one of its people is gone, 'invalid_input' when the store can't hold this very message.
   */
  write(message: NewMessage, onStored?: OnStored): Promise<Written>
}

export const MAX_BATCH = 512
/** More waiting than this is refused at once: the store is slower than the people. */
const MAX_WAITING = 20_000
const MAX_TRIES = 4

export function createChatWriter({ commit, log, flushDelayMs = 0, answerWithinMs = 2_000, trace }: ChatWriterOptions): ChatWriter {
  let waiting: Waiting[] = []
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    let answerThose: (() => void) | null = null
    while (waiting.length > 0 || answerThose) {
      if (waiting.length === 0) {
        answerThose?.()
        answerThose = null
        continue
      }
      // A full batch has nothing to wait for.
      if (waiting.length < MAX_BATCH) await pause(flushDelayMs)
      const batch = toBatch(waiting.slice(0, MAX_BATCH))
      waiting = waiting.slice(MAX_BATCH)
      const committing = commitInTime(batch)
      if (answerThose) {
        await pause(0) // Until the next batch is on its way.
        answerThose()
      }
      answerThose = await concluded(batch, await committing)
    }
    running = null
  }

  /** Never rejects. Ends with the commit, however long that takes: the order depends on there being one at a time. */
  async function commitInTime(batch: Batch): Promise<Commit> {
    const overdue = setTimeout(() => {
      log.error({ messages: batch.waiting.length + waiting.length }, 'the store does not answer')
      for (const it of [...batch.waiting, ...waiting.splice(0)]) it.reject(new AppError('unavailable'))
    }, answerWithinMs)
    const committed = await tryCommit(batch)
    clearTimeout(overdue)
    return committed
  }

  async function tryCommit({ waiting: asking, messages }: Batch): Promise<Commit> {
    try {
      const commitThem = () => commitAgainAfterRaces(messages)
      return { answers: await (trace ? trace.together('commit messages', askersOf(asking), commitThem) : commitThem()) }
    } catch (error) {
      return { error }
    }
  }

  /** What is left to do for a batch that is committed, null for one that is not: then everybody has been refused. */
  async function concluded(batch: Batch, committed: Commit): Promise<(() => void) | null> {
    if ('error' in committed) {
      await refuse(batch.waiting, committed.error)
      return null
    }
    return () => answerAll(batch, committed.answers)
  }

  function answerAll({ waiting: asking, messages, placeOf }: Batch, answers: readonly (Written | undefined)[]): void {
    for (const [at, it] of asking.entries()) {
      const place = placeOf[at] ?? at
      const written = answers[place]
      try {
        // The second one of an id in a batch is a repeat of the first.
        answer(it, written && it.message !== messages[place] ? { ...written, repeated: true } : written)
      } catch (error) {
        log.error({ err: error }, 'a stored message could not be answered')
        it.reject(new AppError('unavailable'))
      }
    }
  }

  async function commitAgainAfterRaces(messages: readonly NewMessage[], tries = 1): Promise<(Written | undefined)[]> {
    try {
      return await commit(messages)
    } catch (error) {
      if (kindOfFailure(error) !== 'race' || tries >= MAX_TRIES) throw error
      return commitAgainAfterRaces(messages, tries + 1)
    }
  }

  /** One message that the store can't hold must not take the others with it, so then each goes alone. */
  async function refuse(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (kindOfFailure(error) === 'data') {
      if (batch.length > 1) {
        for (const it of batch) {
          const alone = toBatch([it])
          const answerIt = await concluded(alone, await commitInTime(alone))
          answerIt?.()
        }
        return
      }
      log.warn({ err: error }, 'a message could not be stored')
      return batch[0]?.reject(new AppError('invalid_input'))
    }
    log.error({ err: error, messages: batch.length }, 'the store refused a batch')
    const code = error instanceof AppError && error.code === 'storage_full' ? error.code : 'unavailable'
    for (const it of batch) it.reject(new AppError(code))
  }

  return {
    write(message, onStored = () => undefined) {
      if (waiting.length >= MAX_WAITING) return Promise.reject(new AppError('unavailable', { waiting: waiting.length }))
      return new Promise((resolve, reject) => {
        waiting.push({ message, onStored: trace?.inTheirName(onStored) ?? onStored, asker: trace?.asker(), resolve, reject })
        running ??= run()
      })
    },
  }
}

function answer(it: Waiting, written: Written | undefined): void {
  if (!written) return it.reject(new AppError('not_found', { chatId: it.message.chatId }))
  it.onStored(written)
  it.resolve(written)
}

/** A repeat is known by its sender and its id. */
function toBatch(waiting: readonly Waiting[]): Batch {
  const places = new Map<string, number>()
  const messages: NewMessage[] = []
  const placeOf = waiting.map(({ message }) => {
    const key = `${message.id}${message.sender}`
    const place = places.get(key) ?? messages.push(message) - 1
    places.set(key, place)
    return place
  })
  return { waiting, messages, placeOf }
}

const askersOf = (batch: readonly Waiting[]): Asker[] => batch.map(({ asker }) => asker)

/** A turn of the loop at least, so that everything that arrived together travels together. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)))
}
