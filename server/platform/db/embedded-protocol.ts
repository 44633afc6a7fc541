import type { Answer } from './session-mutex.ts'
import type { QueryErrorFacts } from './query-error.ts'

/** What the server and the thread of the embedded database say to each other. */
export type WorkerData = { folder: string }

export type Ask =
  | { id: number; kind: 'query'; sql: string; params: readonly unknown[] }
  | { id: number; kind: 'script'; sql: string }
  | { id: number; kind: 'close' }

/** What is in the files; a full disk; another error of the operating system; or commits that would not be durable. */
export type RefusedBecause = 'damaged' | 'full' | 'system' | 'not durable'

export type Reply =
  | { kind: 'opened'; syncCalls: number }
  /** Opening failed; the thread ends. */
  | { kind: 'refused'; reason: string; why: RefusedBecause }
  | { kind: 'answered'; id: number; answers: Answer[] }
  | { kind: 'failed'; id: number; error: QueryErrorFacts }
  /** The database can't be trusted any more; the thread ends and nothing that was asked counts as done. */
  | { kind: 'broken'; reason: string; isFull: boolean }
