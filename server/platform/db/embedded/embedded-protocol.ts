import type { Answer } from './session-mutex.ts'
import type { QueryErrorFields } from '../query-error.ts'

/** The exit code of `create-embedded.ts` after an error of the operating system, whose message is on stderr. */
export const CREATE_SYSTEM_ERROR = 3

/** Messages between the server and the worker thread of the embedded database. */
export type WorkerData = { folder: string }

export type WorkerRequest =
  | { id: number; kind: 'query'; sql: string; params: readonly unknown[] }
  | { id: number; kind: 'script'; sql: string }
  | { id: number; kind: 'close' }

/** Damaged files; a full disk; another error of the operating system; or commits that would not be durable. */
export type OpenFailure = 'damaged' | 'full' | 'system' | 'not durable'

export type WorkerReply =
  | { kind: 'opened'; syncCalls: number }
  /** Opening failed; the thread exits. */
  | { kind: 'rejected'; reason: string; why: OpenFailure }
  | { kind: 'answered'; id: number; answers: Answer[] }
  | { kind: 'failed'; id: number; error: QueryErrorFields }
  /** The database can't be trusted any more: the thread exits, and pending requests count as failed. */
  | { kind: 'broken'; reason: string; isFull: boolean }
