import type { MessageType, Reaction, ReplyPreview } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { withActs } from './message-commands.ts'
import type { ChatMessage, MessageAct, OutboxMessage } from './types.ts'

/** Where a message of one's own stands. Of others' messages there is nothing to say. */
export type Delivery = 'pending' | 'stored' | 'delivered' | 'seen' | 'failed'

export type MessageRowData = {
  kind: 'message'
  id: string
  /** Its place in the chat; null while it waits to be stored. */
  seq: number | null
  isMine: boolean
  type: MessageType
  content: string
  referenceItem: string[]
  pictures: UploadedPicture[]
  reply: ReplyPreview | null
  reactions: Reaction[]
  isEdited: boolean
  isDeleted: boolean
  /** Unix time in milliseconds; null when it is not known. */
  sentAtMs: number | null
  delivery: Delivery | null
  /** The latest that the other side has seen: there the mark says so in words. */
  isLastSeen: boolean
  failure: ErrorCode | null
  /** First and last of what one person wrote in one go. */
  startsGroup: boolean
  endsGroup: boolean
}

/** `day` is the local date, as in 2026-11-20. */
type DayRowData = { kind: 'day'; id: string; day: string; atMs: number }
/** Stands before the first message that was new when the conversation was opened. */
type UnreadRowData = { kind: 'unread'; id: 'unread' }

/** Says that nothing was written before. */
type BeginRowData = { kind: 'begin'; id: 'begin' }

export type ChatRowData = BeginRowData | DayRowData | UnreadRowData | MessageRowData

/** A pause longer than this starts a new group. */
const GROUP_PAUSE_MS = 5 * 60_000

export type RowsInput = {
  me: Uid
  items: readonly ChatMessage[]
  waiting: readonly OutboxMessage[]
  acts: readonly MessageAct[]
  theirDeliveredSeq: number
  theirReadSeq: number
  /** The divider stands before the first message of others after this place; null for none. */
  unreadAfter: number | null
}

/** What a conversation shows, oldest first: stored messages, then what waits to be sent, under the days they belong to. */
export function rowsOf(input: RowsInput): ChatRowData[] {
  const { me, items, waiting, acts, unreadAfter } = input
  const shown = acts.length === 0 ? items : items.map((item) => withActs(item, acts, me))
  const messages = [...shown.map((item) => storedRow(item, input)), ...waiting.map(waitingRow)]
  const rows: ChatRowData[] = items[0]?.seq === 1 ? [{ kind: 'begin', id: 'begin' }] : []
  let before: MessageRowData | null = null
  let isDivided = unreadAfter === null
  for (const message of messages) {
    // What waits comes after what is stored, whatever the clock of this device says.
    if (message.seq === null && before) message.sentAtMs = latest(before.sentAtMs, message.sentAtMs)
    const isNewDay = message.sentAtMs !== null && (before?.sentAtMs == null || dayOf(before.sentAtMs) !== dayOf(message.sentAtMs))
    if (isNewDay && message.sentAtMs !== null) rows.push(dayRow(message.sentAtMs))
    const isFirstUnread = !isDivided && !message.isMine && (message.seq ?? 0) > (unreadAfter ?? 0)
    if (isFirstUnread) rows.push({ kind: 'unread', id: 'unread' })
    isDivided ||= isFirstUnread
    message.startsGroup = isNewDay || isFirstUnread || before === null || !belongTogether(before, message)
    if (message.startsGroup && before) before.endsGroup = true
    rows.push(message)
    before = message
  }
  if (before) before.endsGroup = true
  const lastSeen = messages.findLast(({ delivery }) => delivery === 'seen')
  if (lastSeen) lastSeen.isLastSeen = true
  return rows
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

type Marks = Pick<RowsInput, 'me' | 'theirDeliveredSeq' | 'theirReadSeq'>

function storedRow(item: ChatMessage, { me, ...marks }: Marks): MessageRowData {
  const isMine = item.sender === me
  const { id, seq, type, content, referenceItem, pictures, reply, reactions, isDeleted } = item
  return {
    kind: 'message',
    id,
    seq,
    type,
    content,
    referenceItem,
    pictures,
    reply,
    reactions,
    isDeleted,
    isMine,
    isEdited: item.editedDate !== '',
    sentAtMs: item.sent_date ? Date.parse(item.sent_date) : null,
    delivery: isMine ? deliveryOf(seq, marks) : null,
    failure: null,
    isLastSeen: false,
    startsGroup: false,
    endsGroup: false,
  }
}

function deliveryOf(seq: number, { theirDeliveredSeq, theirReadSeq }: Omit<Marks, 'me'>): Delivery {
  if (seq <= theirReadSeq) return 'seen'
  return seq <= theirDeliveredSeq ? 'delivered' : 'stored'
}

function waitingRow(message: OutboxMessage): MessageRowData {
  const { id, type, content, referenceItem, pictures, reply, position, failure } = message
  return {
    kind: 'message',
    id,
    type,
    content,
    referenceItem,
    pictures,
    reply,
    failure,
    seq: null,
    reactions: [],
    isEdited: false,
    isDeleted: false,
    isMine: true,
    sentAtMs: position,
    delivery: failure === null ? 'pending' : 'failed',
    isLastSeen: false,
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
