import type { MessageType } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { ChatMessage, OutboxMessage } from './chat.types.ts'

/** Where a message of one's own stands. Of others' messages there is nothing to say. */
export type Delivery = 'pending' | 'stored' | 'seen' | 'failed'

export type MessageRowData = {
  kind: 'message'
  id: string
  isMine: boolean
  type: MessageType
  content: string
  referenceItem: string[]
  /** Unix time in milliseconds; null when it is not known. */
  sentAtMs: number | null
  delivery: Delivery | null
  failure: ErrorCode | null
  /** First and last of what one person wrote in one go. */
  startsGroup: boolean
  endsGroup: boolean
}

/** `day` is the local date, as in 2026-11-20. */
type DayRowData = { kind: 'day'; id: string; day: string; atMs: number }

export type ChatRowData = DayRowData | MessageRowData

/** A pause longer than this starts a new group. */
const GROUP_PAUSE_MS = 5 * 60_000

export type RowsInput = { me: Uid; items: readonly ChatMessage[]; waiting: readonly OutboxMessage[]; theirReadSeq: number }

/** What a conversation shows, oldest first: stored messages, then what waits to be sent, under the days they belong to. */
export function rowsOf({ me, items, waiting, theirReadSeq }: RowsInput): ChatRowData[] {
  const messages = [...items.map((item) => storedRow(item, me, theirReadSeq)), ...waiting.map(waitingRow)]
  const rows: ChatRowData[] = []
  let before: MessageRowData | null = null
  for (const message of messages) {
    const isNewDay = message.sentAtMs !== null && (before?.sentAtMs == null || dayOf(before.sentAtMs) !== dayOf(message.sentAtMs))
    if (isNewDay && message.sentAtMs !== null) rows.push(dayRow(message.sentAtMs))
    message.startsGroup = isNewDay || before === null || !belongTogether(before, message)
    if (message.startsGroup && before) before.endsGroup = true
    rows.push(message)
    before = message
  }
  if (before) before.endsGroup = true
  return rows
}

function storedRow(item: ChatMessage, me: Uid, theirReadSeq: number): MessageRowData {
  const isMine = item.sender === me
  return {
    kind: 'message',
    id: item.id,
    isMine,
    type: item.type,
    content: item.content,
    referenceItem: item.referenceItem,
    sentAtMs: item.sent_date ? Date.parse(item.sent_date) : null,
    delivery: isMine ? (item.seq <= theirReadSeq ? 'seen' : 'stored') : null,
    failure: null,
    startsGroup: false,
    endsGroup: false,
  }
}

function waitingRow(message: OutboxMessage): MessageRowData {
  const { id, type, content, referenceItem, position, failure } = message
  return {
    kind: 'message',
    id,
    isMine: true,
    type,
    content,
    referenceItem,
    sentAtMs: position,
    delivery: failure === null ? 'pending' : 'failed',
    failure,
    startsGroup: false,
    endsGroup: false,
  }
}

function dayRow(atMs: number): DayRowData {
  const day = dayOf(atMs)
  return { kind: 'day', id: `day ${day} ${atMs}`, day, atMs }
}

function belongTogether(before: MessageRowData, message: MessageRowData): boolean {
  if (before.isMine !== message.isMine) return false
  if (before.sentAtMs === null || message.sentAtMs === null) return true
  return message.sentAtMs - before.sentAtMs <= GROUP_PAUSE_MS
}

/** The day as the reader's calendar has it. */
export function dayOf(atMs: number): string {
  const at = new Date(atMs)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
