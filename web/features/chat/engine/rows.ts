import type { MessageType, Reaction, ReplyPreview } from '#contract/chat/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { GroupEvent } from '#contract/chat/groups.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { withCommands } from './changes.ts'
import { isHiddenMessage } from './thread.ts'
import type { ChatMessage, MessageCommand, OutboxMessage } from './state.ts'

/** Delivery status of the user's own message; others' messages have none. */
export type Delivery = 'pending' | 'stored' | 'delivered' | 'seen' | 'failed'

/** A recording to play: the address of a stored one, or the file of an unsent one. */
export type VoiceSource = { source: string | Blob; durationMs: number; waveform: number[] }

export type MessageRowData = {
  kind: 'message'
  id: string
  /** Position in the chat; null until the message is stored. */
  seq: number | null
  isMine: boolean
  /** The author, for the names and faces of a group. */
  author: { uid: Uid; name: string; avatar_url: string | null }
  type: MessageType
  content: string
  referenceItem: string[]
  pictures: UploadedPicture[]
  voice: VoiceSource | null
  reply: ReplyPreview | null
  reactions: Reaction[]
  isEdited: boolean
  isDeleted: boolean
  /** Unix time in milliseconds; null if unknown. */
  sentAtMs: number | null
  delivery: Delivery | null
  /** The latest message that the other user has seen: its status is shown as text. */
  isLastSeen: boolean
  failure: ErrorCode | null
  /** First and last message of a group by one sender. */
  startsGroup: boolean
  endsGroup: boolean
}

/** `day` is the local date, as in 2026-11-20. */
type DayRowData = { kind: 'day'; id: string; day: string; atMs: number }
/** Divider before the first message that was new when the conversation was opened. */
type UnreadRowData = { kind: 'unread'; id: 'unread' }

/** Marks the beginning of the conversation. */
type BeginRowData = { kind: 'begin'; id: 'begin' }

/** A change of a group or its members. */
export type EventRowData = { kind: 'event'; id: string; event: GroupEvent }

export type ChatRowData = BeginRowData | DayRowData | UnreadRowData | EventRowData | MessageRowData

/** A pause longer than this starts a new group. */
const GROUP_PAUSE_MS = 5 * 60_000

export type RowsInput = {
  me: Uid
  items: readonly ChatMessage[]
  waiting: readonly OutboxMessage[]
  /** Events of the group, the earliest first. Empty in a chat of two. */
  events?: readonly GroupEvent[]
  /** Whether `items` end with the newest message. Otherwise later events belong to messages that are not loaded. */
  reachesNewest?: boolean
  commands: readonly MessageCommand[]
  theirDeliveredSeq: number
  theirReadSeq: number
  /** The divider precedes the first message of others after this seq; null for none. */
  unreadAfter: number | null
}

/** The rows of a conversation, oldest first: stored messages with the events between them, then unsent ones, grouped by day. */
export function rowsOf(input: RowsInput): ChatRowData[] {
  const { me, items, waiting, commands, unreadAfter } = input
  const shown = commands.length === 0 ? items : items.map((item) => withCommands(item, commands, me))
  const messages = [...shown.filter((item) => !isHiddenMessage(item, me)).map((item) => storedRow(item, input)), ...waiting.map(waitingRow)]
  const events = eventsWithin(input)
  const hasOlder = (items[0]?.seq ?? 1) > 1
  const rows: ChatRowData[] = items.length > 0 && !hasOlder ? [{ kind: 'begin', id: 'begin' }] : []
  let before: MessageRowData | null = null
  let lastAtMs: number | null = null
  let hasDivider = unreadAfter === null

  /** Adds a divider when the day changes; returns whether it does. The day of the first message may begin in older ones. */
  function startDay(atMs: number | null): boolean {
    const isNewDay = atMs !== null && (lastAtMs === null ? !hasOlder : dayOf(lastAtMs) !== dayOf(atMs))
    if (isNewDay) rows.push(dayRow(atMs))
    lastAtMs = atMs
    return isNewDay
  }
  function addEventsBefore(seq: number): void {
    while (events[0] && events[0].after_seq < seq) {
      const event = events.shift()
      if (!event) return
      startDay(Date.parse(event.at))
      rows.push({ kind: 'event', id: `event ${event.id}`, event })
      if (before) before.endsGroup = true
      before = null
    }
  }

  for (const message of messages) {
    addEventsBefore(message.seq ?? Infinity)
    // Unsent messages come last, even if this device's clock is behind.
    if (message.seq === null) message.sentAtMs = latestOf(lastAtMs, message.sentAtMs)
    const isNewDay = startDay(message.sentAtMs)
    const isFirstUnread = !hasDivider && !message.isMine && (message.seq ?? 0) > (unreadAfter ?? 0)
    if (isFirstUnread) rows.push({ kind: 'unread', id: 'unread' })
    hasDivider ||= isFirstUnread
    message.startsGroup = isNewDay || isFirstUnread || before === null || !isSameGroup(before, message)
    if (message.startsGroup && before) before.endsGroup = true
    rows.push(message)
    before = message
  }
  addEventsBefore(Infinity)
  if (before) before.endsGroup = true
  const lastSeen = messages.findLast(({ delivery }) => delivery === 'seen')
  if (lastSeen) lastSeen.isLastSeen = true
  return rows
}

/** The events between the loaded messages. */
function eventsWithin({ items, events = [], reachesNewest = true }: RowsInput): GroupEvent[] {
  const [first, last] = [items[0]?.seq ?? 1, items.at(-1)?.seq ?? 0]
  return events.filter(({ after_seq: seq }) => (first === 1 || seq >= first) && (reachesNewest || seq < last))
}

function latestOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

type ReceiptPositions = Pick<RowsInput, 'me' | 'theirDeliveredSeq' | 'theirReadSeq'>

function storedRow(item: ChatMessage, { me, ...positions }: ReceiptPositions): MessageRowData {
  const isMine = item.sender === me
  const { id, seq, type, content, referenceItem, pictures, voice, reply, reactions, isDeleted } = item
  return {
    kind: 'message',
    id,
    seq,
    type,
    content,
    referenceItem,
    pictures,
    voice: voice ? { source: voice.url, durationMs: voice.durationMs, waveform: voice.waveform } : null,
    reply,
    reactions,
    isDeleted,
    isMine,
    author: { uid: item.sender, name: item.userName, avatar_url: item.avatar },
    isEdited: item.editedDate !== '',
    sentAtMs: item.sent_date ? Date.parse(item.sent_date) : null,
    delivery: isMine ? deliveryOf(seq, positions) : null,
    failure: null,
    isLastSeen: false,
    startsGroup: false,
    endsGroup: false,
  }
}

function deliveryOf(seq: number, { theirDeliveredSeq, theirReadSeq }: Omit<ReceiptPositions, 'me'>): Delivery {
  if (seq <= theirReadSeq) return 'seen'
  return seq <= theirDeliveredSeq ? 'delivered' : 'stored'
}

function waitingRow(message: OutboxMessage): MessageRowData {
  const { id, type, content, referenceItem, pictures, voice, reply, position, failure } = message
  return {
    kind: 'message',
    id,
    type,
    content,
    referenceItem,
    pictures,
    voice: voice ? { source: voice.file, durationMs: voice.durationMs, waveform: voice.waveform } : null,
    reply,
    failure,
    seq: null,
    reactions: [],
    isEdited: false,
    isDeleted: false,
    isMine: true,
    author: { uid: message.from, name: '', avatar_url: null },
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

function isSameGroup(before: MessageRowData, message: MessageRowData): boolean {
  if (before.author.uid !== message.author.uid) return false
  if (before.sentAtMs === null || message.sentAtMs === null) return true
  return message.sentAtMs - before.sentAtMs <= GROUP_PAUSE_MS
}

/** The local date, as in 2026-11-20. */
export function dayOf(atMs: number): string {
  const date = new Date(atMs)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
