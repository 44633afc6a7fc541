import { expect, test } from 'vitest'
import type { ChatRow, WireMessage } from '#contract/chat/chat.ts'
import { toChatMessage, toConversation, toOutgoing, toStoredMessage } from './chat.map.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'

const ID = '0199a1c2-0000-7000-8000-000000000001'
const wire: WireMessage = {
  id: ID,
  chat_id: CHAT,
  to: BOB,
  from: ALICE,
  type: 'youtube video',
  content: 'That bassline',
  sent_date: '2026-11-20T12:00:00.000Z',
  referenceItem: ['dQw4w9WgXcQ'],
  media: [],
  seq: 7,
  userName: 'Alice',
  avatar: '/files/a',
}

test('a received message keeps the spec’s names: receiver from to, sender from from', () => {
  expect(toChatMessage(wire)).toEqual({
    chat_id: CHAT,
    receiver: BOB,
    type: 'youtube video',
    content: 'That bassline',
    id: ID,
    sent_date: '2026-11-20T12:00:00.000Z',
    sender: ALICE,
    seq: 7,
    voice: null,
    referenceItem: ['dQw4w9WgXcQ'],
    media: [],
    userName: 'Alice',
    avatar: '/files/a',
    editedDate: '',
    isDeleted: false,
    changeSeq: 0,
    reactions: [],
    reply: null,
    pictures: [],
  })
})

test('only a conversation with a suspended user is marked', () => {
  const row: ChatRow = {
    chat_id: CHAT,
    last_seq: 0,
    read_seq: 0,
    change_seq: 0,
    their_delivered_seq: 0,
    their_read_seq: 0,
    person: { uid: BOB, user_name: 'bob', name: 'Bob', avatar_url: null },
    last: null,
    unread: 0,
    can_write: true,
    can_attach: true,
    tab: 'chats',
    request: 'none',
    muted_until: null,
  }
  expect(toConversation({ ...row, suspended: true }).isSuspended).toBe(true)
  expect(toConversation(row)).not.toHaveProperty('isSuspended')
})

test('a missing date becomes an empty string', () => {
  const { sent_date: _, ...dateless } = wire
  expect(toChatMessage(dateless).sent_date).toBe('')
})

test('an outbox message is sent with exactly the spec’s fields, and stored unchanged', () => {
  const { id, type, content, referenceItem } = wire
  const drawn = { reply: null, pictures: [] }
  const waiting = { id, to: BOB, from: ALICE, chat_id: null, type, content, referenceItem, media: [], position: 1, failure: null, ...drawn }
  expect(toOutgoing(waiting)).toEqual({ id, type, content, referenceItem, to: BOB, from: ALICE, chat_id: null, media: [] })
  const at = { chat_id: CHAT, seq: 7, sent_date: '2026-11-20T12:00:00.000Z' }
  expect(toStoredMessage(waiting, at)).toEqual({ ...toChatMessage(wire), userName: '', avatar: null })
})

test('alt texts are sent in the order of their pictures', () => {
  const picture = (id: string, alt: string) => ({
    id,
    alt,
    url: `/files/${id}`,
    small_url: `/files/${id}`,
    width: 4,
    height: 3,
    thumbhash: null,
  })
  const pictures = [picture('one', 'the stage'), picture('two', '')]
  const { id, content } = wire
  const queued = { id, to: BOB, from: ALICE, chat_id: CHAT, type: 'picture' as const, content, referenceItem: [], media: ['one', 'two'] }
  const outgoing = toOutgoing({ ...queued, pictures, reply: null, position: 1, failure: null })
  expect(outgoing).toEqual({ ...queued, mediaAlt: ['the stage', ''] })
})
