import { useState, type ReactNode } from 'react'
import { ConversationLine } from '#web/features/chat/conversation-list/ConversationLine.tsx'
import { MessageActionsProvider, type MessageActions } from '#web/features/chat/messages/message-actions.ts'
import { Row } from '#web/features/chat/messages/MessageList.tsx'
import { JumpToNewest, OlderNote } from '#web/features/chat/messages/MessageList.tsx'
import { MissingConversation } from '#web/features/chat/MissingConversation.tsx'
import { CancelButton } from '#web/ui/CancelButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ListEnd } from '#web/ui/ListEnd.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { failureWithoutResponse } from '#web/platform/api-error.ts'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { ConnectDialog } from '#web/features/matching/connect/ConnectDialog.tsx'
import { ConnectionBanner } from '#web/features/matching/connect/ConnectionBanner.tsx'
import { ReportDialog } from '#web/features/connections/ReportDialog.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { SourceCard } from '#web/features/sources/SourceCard.tsx'
import { notify, type NoticeKind } from '#web/platform/notices.ts'
import { Button } from '#web/ui/Button.tsx'
import { connections, items, NOW, sources, usual, long, missing, rightToLeft } from './samples.ts'
import { Specimen } from './Specimen.tsx'
import '#web/features/chat/ChatPage.css'
import '#web/features/chat/conversation-list/ConversationList.css'
import type { ChatRowData, MessageRowData } from '#web/features/chat/engine/rows.ts'
import type { ChatMessage, Conversation } from '#web/features/chat/engine/state.ts'

/* Sample messages and conversations for the gallery, one in every state. All content is fictional. */

const ME = '0199d3a0-0000-7000-8000-000000000099'
const MINUTE_MS = 60_000

const idOf = (index: number) => `0199d3a0-0000-7000-8000-0000000008${String(index).padStart(2, '0')}`

const message = (index: number, content: string, overrides: Partial<MessageRowData> = {}): MessageRowData => ({
  kind: 'message',
  id: idOf(index),
  seq: index,
  isMine: false,
  author: { uid: '', name: '', avatar_url: null },
  type: 'text',
  content,
  referenceItem: [],
  pictures: [],
  voice: null,
  reply: null,
  reactions: [],
  isEdited: false,
  isDeleted: false,
  sentAtMs: NOW - (40 - index) * MINUTE_MS,
  delivery: null,
  isLastSeen: false,
  failure: null,
  startsGroup: true,
  endsGroup: true,
  ...overrides,
})
const own = (index: number, content: string, overrides: Partial<MessageRowData> = {}) =>
  message(index, content, { isMine: true, delivery: 'stored', ...overrides })

/** There is no file: pressing play shows the failure. */
const recorded = { source: '/files/gone.webm', durationMs: 72_400, waveform: Array.from({ length: 48 }, (_, index) => (index * 17) % 32) }

const picture = (index: number) => ({
  id: idOf(index),
  url: '/icon-512.png',
  small_url: '/icon-512.png',
  width: 512,
  height: 512,
  thumbhash: null,
  alt: 'Five bars',
})
const repliedTo = {
  id: idOf(1),
  seq: 1,
  from: usual.uid,
  userName: usual.user_name,
  type: 'text',
  content: 'Do you know this one?',
} as const

const rows: readonly ChatRowData[] = [
  { kind: 'day', id: 'day', day: '2026-05-01', atMs: NOW },
  message(1, 'Do you know this one?', { endsGroup: false }),
  message(2, 'https://youtu.be/dQw4w9WgXcQ', { type: 'link', startsGroup: false }),
  own(3, 'Sent, and no more is known.'),
  own(4, 'It reached them.', { delivery: 'delivered' }),
  own(5, 'They have seen it.', { delivery: 'seen', isLastSeen: true }),
  message(6, 'Changed afterwards.', { isEdited: true }),
  message(7, '', { isDeleted: true }),
  own(8, 'An answer.', { reply: repliedTo, delivery: 'seen' }),
  message(9, 'An answer to what is gone.', { reply: { ...repliedTo, content: '', deleted: true } }),
  message(10, 'Felt about.', {
    reactions: [
      { emoji: '🔥', by: [ME, usual.uid] },
      { emoji: '😂', by: [usual.uid] },
    ],
  }),
  message(11, '🎷🎶'),
  {
    kind: 'event',
    id: 'event',
    event: { id: 1, after_seq: 11, kind: 'joined', actor: null, subject: usual, name: null, at: new Date(NOW).toISOString() },
  },
  { kind: 'unread', id: 'unread' },
  message(12, '', { type: 'picture', pictures: [picture(60)] }),
  own(13, 'Four of them.', { type: 'picture', pictures: [60, 61, 62, 63].map(picture) }),
  own(14, 'A long thought about a short song. '.repeat(14)),
  message(15, 'أغنية تستحق أن تُسمع في الليل.'),
  message(18, '', { type: 'voice', voice: recorded }),
  own(19, '', { type: 'voice', voice: recorded, delivery: 'seen' }),
  own(16, 'No network here.', { seq: null, delivery: 'pending' }),
  own(17, 'This one was rejected.', { seq: null, delivery: 'failed', failure: 'rate_limited' }),
]

const last = (content: string, overrides: Partial<ChatMessage> = {}): ChatMessage => ({
  chat_id: idOf(70),
  receiver: ME,
  type: 'text',
  content,
  id: idOf(71),
  sent_date: new Date(NOW - 90 * MINUTE_MS).toISOString(),
  sender: usual.uid,
  seq: 4,
  referenceItem: [],
  media: [],
  userName: usual.user_name,
  avatar: null,
  editedDate: '',
  isDeleted: false,
  changeSeq: 0,
  reactions: [],
  reply: null,
  pictures: [],
  ...overrides,
})

const conversation = (index: number, overrides: Partial<Conversation>): Conversation => ({
  chatId: idOf(80 + index),
  person: usual,
  tab: 'chats',
  request: 'none',
  canWrite: true,
  canAttach: true,
  mutedUntil: null,
  last: last('And then Flume, as if nothing had happened.'),
  lastSeq: 4,
  readSeq: 4,
  toldSeq: 4,
  toldDeliveredSeq: 4,
  theirDeliveredSeq: 4,
  theirReadSeq: 4,
  changeSeq: 0,
  unread: 0,
  confirmed: 'all',
  ...overrides,
})

const conversations: readonly Conversation[] = [
  conversation(0, {}),
  conversation(1, { person: long, unread: 3, last: last('A long thought about a short song. '.repeat(4)) }),
  conversation(2, { person: rightToLeft, unread: 1_204, last: last('', { type: 'picture' }) }),
  conversation(3, { person: missing, mutedUntil: '2099-01-01T00:00:00.000Z', last: last('', { isDeleted: true }) }),
  conversation(4, { last: null }),
]

const noop = () => undefined
const actions: MessageActions = {
  me: ME,
  name: usual.name,
  nameOf: () => usual.name,
  group: null,
  hasCards: true,
  playTogether: () => undefined,
  pins: { canPin: true, pinned: new Set(), starred: new Set(), pin: noop, star: noop },
  forward: noop,
  copyLink: noop,
  selected: null,
  select: noop,
  canWrite: true,
  edited: null,
  reply: noop,
  edit: noop,
  remove: noop,
  react: noop,
  report: noop,
  jump: noop,
}

/** Conversations, and a message in each of its states. */
export function Conversations() {
  return (
    <>
      <Specimen title="ConversationLine: read, new and long, many new, muted, nothing said yet">
        <ul className="wl-chats-list">
          {conversations.map((row, index) => (
            <ConversationLine key={row.chatId} conversation={row} isOpen={index === 0} nowMs={NOW} />
          ))}
        </ul>
      </Specimen>
      <Specimen title="Row: a day, link, sent, delivered, seen, edited, deleted, answers, reactions, emoji, new, pictures, long, waiting, failed">
        <MessageActionsProvider value={actions}>
          <ul>
            {rows.map((row) => (
              <li key={row.id} className="wl-row">
                <Row row={row} senderName={usual.name} isTabStop={false} isHighlighted={row.kind === 'message' && row.seq === 10} />
              </li>
            ))}
          </ul>
        </MessageActionsProvider>
      </Specimen>
      <Specimen title="Of a conversation: earlier ones load, failed to; new ones wait below; there is none; a list with more pages">
        <div className="wl-specimen-room">
          <OlderNote state="loading" onLoad={noop} />
        </div>
        <div className="wl-specimen-room">
          <OlderNote state="failed" onLoad={noop} />
        </div>
        <div className="wl-specimen-room">
          <JumpToNewest count={1_204} onJump={noop} />
        </div>
        <MissingConversation />
        <ShowMore more={{ load: noop, isLoading: false }} />
        <ListEnd
          list={{ hasMore: true, isLoadingMore: false, moreFailed: failureWithoutResponse('offline'), loadMore: noop }}
          more="Show older"
          failed="Couldn’t load older moments."
        />
      </Specimen>
    </>
  )
}

/** Relationships, sources and overlays. */
export function Others() {
  return (
    <>
      <Specimen title="ConnectionBanner: asked by them, asked by oneself, connected, nothing yet">
        {connections.map((connection) => (
          <ConnectionBanner key={connection.relation} connection={connection} />
        ))}
      </Specimen>
      <Specimen title="SourceCard: not connected, reading, connected, to be allowed again, broken off">
        {sources.map((source) => (
          <SourceCard key={source.source} source={source} />
        ))}
      </Specimen>
      <Specimen title="Notices">
        {notices.map((kind) => (
          <Button key={kind} variant="default" onClick={() => notify(kind, `A notice: ${kind}`, { action: { label: 'Undo', run: noop } })}>
            {kind}
          </Button>
        ))}
      </Specimen>
      <Specimen title="Dialogs">
        <Opener name="Confirm">
          {(close) => (
            <ConfirmDialog title="Delete this moment?" confirm="Delete" onConfirm={noop} onClose={close}>
              It disappears for everyone.
            </ConfirmDialog>
          )}
        </Opener>
        <Opener name="Form">
          {(close) => (
            <Modal opened onClose={close} title="A dialog with a form">
              <CancelButton onClick={close} />
              <CancelButton isSubtle onClick={close} />
            </Modal>
          )}
        </Opener>
        <Opener name="Connect">{(close) => <ConnectDialog person={usual} relation="none" onClose={close} />}</Opener>
        <Opener name="Report">{(close) => <ReportDialog kind="person" id={usual.uid} onClose={close} />}</Opener>
      </Specimen>
      <Specimen title="Floating panels: the artist player, the channel preview">
        {items.map((item) => (
          <PlayItem key={item.id} item={item} />
        ))}
      </Specimen>
    </>
  )
}

const notices: readonly NoticeKind[] = ['positive', 'neutral', 'info', 'error']

/** A button that opens a dialog; `children` receives the close function. */
function Opener({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
