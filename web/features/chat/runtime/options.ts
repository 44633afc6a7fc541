/* What chat is made of, handed in from outside: tests give it a clock and a network of their own. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { SocketLink, Timers } from '#web/platform/socket-link.ts'
import type { ChatApi } from './chat.api.ts'
import type { ChatCache } from '../storage/history-cache.ts'
import type { Outbox } from '../storage/outbox.ts'
import type { ChatTabs } from './tabs.ts'

export type ChatOptions = {
  me: Uid
  link: Pick<SocketLink, 'send' | 'ensure' | 'subscribe' | 'state' | 'onState' | 'giveUp'>
  api: ChatApi
  outbox: Outbox
  cache: ChatCache
  /** The other tabs of this person. */
  tabs: ChatTabs
  /** Somebody wrote and there was no socket, or one that led nowhere; the message waits (spec: 'failed to send message'). */
  onSendFailed: () => void
  /** An edit, a deletion or a reaction was refused. */
  onActRefused: (code: ErrorCode) => void
  /** Whether this person lets others know that they write, and what has arrived. */
  tells: (what: 'typing' | 'receipts') => boolean
  /** Calls when that is known, and when it changes. Returns a function that stops. */
  onTells: (listener: () => void) => () => void
  /** A new message id. */
  newId: () => string
  nowMs: () => number
  timers: Timers
}
