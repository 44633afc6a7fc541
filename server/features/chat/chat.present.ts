import type { ChatRow, WireMessage } from '#contract/chat.ts'
import type { Uid } from '#contract/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { MemberChat, StoredMessage } from './chat.types.ts'

/** Stands where a person was until their account was deleted. */
const NOBODY: Uid = '00000000-0000-0000-0000-000000000000'

/** The two of a chat; `other` is null once that account was deleted. */
export type Two = { me: PersonCard; other: PersonCard | null }

/** The card for a deleted account: nothing of the person is left. */
function goneCard(): PersonCard {
  return { uid: NOBODY, user_name: '', name: 'Deleted account', avatar_url: null }
}

/** A message as it travels: who sent it, to whom, and the sender as drawn. */
export function presentMessage(message: StoredMessage, two: Two): WireMessage {
  const other = two.other ?? goneCard()
  const [sender, receiver] = message.sender === two.me.uid ? [two.me, other] : [other, two.me]
  return {
    id: message.id,
    chat_id: message.chatId,
    to: receiver.uid,
    from: sender.uid,
    type: message.type,
    content: message.content,
    sent_date: message.sentAt.toISOString(),
    referenceItem: message.referenceItem,
    media: message.media,
    seq: message.seq,
    userName: sender.name,
    avatar: sender.avatar_url,
  }
}

/** One line of the conversation list. */
export function presentChat(chat: MemberChat, two: Two, canWrite: boolean): ChatRow {
  return {
    chat_id: chat.chatId,
    person: two.other ?? goneCard(),
    last: chat.last && presentMessage(chat.last, two),
    last_seq: chat.lastSeq,
    change_seq: 0,
    read_seq: chat.readSeq,
    their_delivered_seq: chat.theirReadSeq,
    their_read_seq: chat.theirReadSeq,
    unread: chat.unread,
    can_write: canWrite,
    can_attach: canWrite,
    tab: 'chats',
    request: 'none',
    muted_until: null,
  }
}
