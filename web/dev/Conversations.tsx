import { useState, type ReactNode } from 'react'
import { ConversationLine } from '#web/features/chat/conversation-list/ConversationLine.tsx'
import { MessageActionsProvider, type MessageActions } from '#web/features/chat/messages/message-actions.ts'
import { Row } from '#web/features/chat/messages/MessageList.tsx'
import { JumpToNewest, OlderNote } from '#web/features/chat/messages/MessageList.tsx'
import { MissingConversation } from '#web/features/chat/MissingConversation.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ConnectDialog } from '#web/features/connections/ConnectDialog.tsx'
import { ConnectionBanner } from '#web/features/connections/ConnectionBanner.tsx'
import { ReportDialog } from '#web/features/connections/ReportDialog.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { SourceCard } from '#web/features/sources/SourceCard.tsx'
import { notify, type NoticeKind } from '#web/platform/notices.ts'
import { Button } from '#web/ui/Button.tsx'
import { conversations, ME, rows } from './chat.samples.ts'
import { connections, items, NOW, sources, usual } from './samples.ts'
import { Specimen } from './Specimen.tsx'
import '#web/features/chat/ChatPage.css'
import '#web/features/chat/conversation-list/ConversationList.css'

const nothing = () => undefined
const actions: MessageActions = {
  me: ME,
  name: usual.name,
  nameOf: () => usual.name,
  group: null,
  hasCards: true,
  playTogether: () => undefined,
  pins: { canPin: true, pinned: new Set(), starred: new Set(), pin: nothing, star: nothing },
  forward: nothing,
  copyLink: nothing,
  selected: null,
  select: nothing,
  canWrite: true,
  edited: null,
  reply: nothing,
  edit: nothing,
  remove: nothing,
  react: nothing,
  report: nothing,
  jump: nothing,
}

/** Conversations, and a message in each of its states. */
export function Conversations() {
  return (
    <>
      <Specimen title="ConversationLine: read, new and long, many new, muted, nothing said yet">
        <ul className="wl-chats-list">
          {conversations.map((conversation, at) => (
            <ConversationLine key={conversation.chatId} conversation={conversation} isOpen={at === 0} nowMs={NOW} />
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
      <Specimen title="Of a conversation: earlier ones load, failed to; new ones wait below; there is none">
        <div className="wl-specimen-room">
          <OlderNote state="loading" onLoad={nothing} />
        </div>
        <div className="wl-specimen-room">
          <OlderNote state="failed" onLoad={nothing} />
        </div>
        <div className="wl-specimen-room">
          <JumpToNewest count={1_204} onJump={nothing} />
        </div>
        <MissingConversation />
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
          <Button
            key={kind}
            variant="default"
            onClick={() => notify(kind, `A notice: ${kind}`, { action: { label: 'Undo', run: nothing } })}
          >
            {kind}
          </Button>
        ))}
      </Specimen>
      <Specimen title="Dialogs">
        <Opener name="Confirm">
          {(close) => (
            <ConfirmDialog title="Delete this moment?" confirm="Delete" onConfirm={nothing} onClose={close}>
              It disappears for everyone.
            </ConfirmDialog>
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
