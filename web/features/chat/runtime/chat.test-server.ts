import {
  chatFrames,
  outgoingMessage,
  type ChatPositions,
  type ChatRow,
  type OutgoingMessage,
  type WireMessage,
} from '#contract/chat/chat.ts'
import { errorCodes } from '#contract/error-codes.ts'
import { errorCatalog, type ErrorCode } from '#contract/errors.ts'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Frame, ServerEnd } from '#web/platform/socket/test-socket.ts'
import type { PageKind } from '../engine/events.ts'
import type { ChatApi } from './chat.api.ts'

export const ALICE = '0199a1c2-0000-7000-8000-00000000000a'
export const BOB = '0199a1c2-0000-7000-8000-00000000000b'
export const CHAT = '0199a1c2-0000-7000-8000-0000000000c1'

const cards: Record<Uid, PersonCard> = {
  [ALICE]: { uid: ALICE, user_name: 'alice', name: 'Alice', avatar_url: null },
  [BOB]: { uid: BOB, user_name: 'bob', name: 'Bob', avatar_url: null },
}
export const otherOf = (uid: Uid): Uid => (uid === ALICE ? BOB : ALICE)

/** How the server handles the next message. `crash`: it stops right after the commit. */
export type Fault = 'store' | 'store_and_cut' | 'crash' | 'cut' | 'lose_ack' | ErrorCode

type Connected = { uid: Uid; end: ServerEnd }

function reject(end: ServerEnd, id: string, code: ErrorCode): void {
  end.send(platformFrames.error, { message: errorCatalog[code].sentence, code, id })
}

/**
 * A server with one chat of Alice and Bob. It stores, acknowledges and delivers; a repeated message gets the first response. Faults are
 * injected. A closed socket receives nothing.
 */
export class TestServer {
  readonly messages: WireMessage[] = []
  readonly readSeq: Record<Uid, number> = { [ALICE]: 0, [BOB]: 0 }
  readonly deliveredSeq: Record<Uid, number> = { [ALICE]: 0, [BOB]: 0 }
  changeSeq = 0
  connected: Connected[] = []
  readonly faults: Fault[] = []
  readonly deletedUsers = new Set<Uid>()
  isReachable = true
  isHidden = false
  /** Waiting requests and invitations, as the list counts them. */
  requests = 0
  /** The number of times that clients requested the chat. */
  chatReads = 0
  isArchived = false
  rejection: ErrorCode | null = null
  changesToDrop = 0
  /** The uploads that were continued, null for new ones, and why the next ones fail. */
  readonly resumedUploads: (string | null)[] = []
  uploadError: ErrorCode | null = null
  framesSeen = 0
  cutBefore: { frame: number; code: number } | null = null

  /** Counts the frames of all sockets in both directions. True for the frame that is lost together with its socket. */
  isLost(end: ServerEnd): boolean {
    if (++this.framesSeen !== this.cutBefore?.frame) return false
    this.cut(end, this.cutBefore.code)
    return true
  }

  /** The server's end of a socket, which counts its frames. */
  counted(end: ServerEnd): ServerEnd {
    return { ...end, send: (frame, data) => void (this.isLost(end) || end.send(frame, data)) }
  }

  take(from: Uid, end: ServerEnd, frame: Frame): void {
    if (this.isLost(end)) return
    if (frame.event === 'sendMessage') return this.handleMessage(from, end, chatFrames.sendMessage.data.parse(frame.data).message)
    if (['editMessage', 'deleteMessage', 'react'].includes(frame.event)) return this.handleChange(from, end, frame)
    if (frame.event === 'resume')
      return end.send(chatFrames.resumed, { chats: this.messages.length > 0 && !this.isHidden ? [this.positionsFor(from)] : [], reset: [] })
    if (frame.event === 'deliveredChat') {
      const { seq } = chatFrames.deliveredChat.data.parse(frame.data)
      this.deliveredSeq[from] = Math.max(this.deliveredSeq[from] ?? 0, seq)
      return this.sendTo([otherOf(from)], (socket) => socket.send(chatFrames.chat_delivered, { chat_id: CHAT, by: from, seq }))
    }
    if (frame.event !== 'readChat') return
    const { seq } = chatFrames.readChat.data.parse(frame.data)
    if (seq <= (this.readSeq[from] ?? 0)) return
    this.readSeq[from] = Math.min(seq, this.messages.length)
    this.sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.chat_read, { chat_id: CHAT, by: from, seq: this.readSeq[from] ?? 0 }), end)
  }

  /** Answers every change, even one without effect, unless it is dropped. */
  handleChange(from: Uid, end: ServerEnd, frame: Frame): void {
    if (this.changesToDrop > 0) return void this.changesToDrop--
    const { id, seq } = chatFrames.deleteMessage.data.parse(frame.data)
    const isDeleted = this.messages[seq - 1]?.deleted === true
    if (this.rejection) return reject(end, id, this.rejection)
    if (isDeleted && frame.event !== 'deleteMessage') return reject(end, id, 'not_found')
    if (frame.event === 'editMessage') {
      const { content } = chatFrames.editMessage.data.parse(frame.data)
      const message = this.change(seq, (entry) =>
        entry.content === content ? entry : { ...entry, content, edited_date: '2026-11-20T12:01:00.000Z' },
      )
      return this.sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.message_edited, { message }))
    }
    if (frame.event === 'deleteMessage') {
      const { change_seq = 0 } = this.change(seq, (entry) => (isDeleted ? entry : { ...entry, content: '', deleted: true, reactions: [] }))
      return this.sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.message_deleted, { id, chat_id: CHAT, seq, change_seq }))
    }
    const { emoji, on } = chatFrames.react.data.parse(frame.data)
    const isChange = (wireMessage: WireMessage) => hasReaction(wireMessage, from, emoji) !== on
    const { change_seq = 0, reactions = [] } = this.change(seq, (entry) =>
      isChange(entry) ? withReaction(entry, from, { emoji, on }) : entry,
    )
    this.sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.message_reacted, { id, chat_id: CHAT, seq, change_seq, reactions }))
  }

  /** Stores a changed message with the next change number; the same object doesn't count as a change. */
  change(seq: number, how: (message: WireMessage) => WireMessage): WireMessage {
    const before = this.messages[seq - 1]
    if (!before) throw new Error(`there is no message ${seq}`)
    const after = how(before)
    if (after === before) return before
    return (this.messages[seq - 1] = { ...after, change_seq: ++this.changeSeq })
  }

  positionsFor(uid: Uid): ChatPositions {
    const { chat_id, last_seq, change_seq, read_seq, their_delivered_seq, their_read_seq } = this.rowFor(uid)
    return { chat_id, last_seq, change_seq, read_seq, their_delivered_seq, their_read_seq }
  }

  handleMessage(from: Uid, end: ServerEnd, message: OutgoingMessage): void {
    const fault = this.faults.shift() ?? 'store'
    if (fault === 'cut') return this.cut(end)
    const code = errorCodes.find((entry) => entry === fault)
    if (code) return reject(end, message.id, code)
    const stored = this.store(from, message)
    if (fault === 'crash') return this.cutAllSockets()
    if (fault === 'store_and_cut') this.cut(end)
    if (fault === 'store')
      end.send(chatFrames.message_stored, { id: stored.id, chat_id: CHAT, seq: stored.seq, sent_date: stored.sent_date ?? '' })
    this.sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.new_message, { message: stored }), end)
  }

  store(from: Uid, message: OutgoingMessage): WireMessage {
    const earlier = this.messages.find(({ id }) => id === message.id)
    if (earlier) return earlier
    const { id, type, content, referenceItem, media } = outgoingMessage.parse(message)
    const sender = cards[from]
    const stored: WireMessage = {
      id,
      chat_id: CHAT,
      to: otherOf(from),
      from,
      type,
      content,
      referenceItem,
      media,
      seq: this.messages.length + 1,
      sent_date: '2026-11-20T12:00:00.000Z',
      userName: sender?.name ?? '',
      avatar: null,
    }
    this.messages.push(stored)
    return stored
  }

  sendTo(uids: Uid[], send: (end: ServerEnd) => void, except?: ServerEnd): void {
    for (const { uid, end } of this.connected) if (uids.includes(uid) && end !== except) send(end)
  }

  cut(end: ServerEnd, code = 1006): void {
    this.connected = this.connected.filter((connection) => connection.end !== end)
    end.close(code)
  }

  cutAllSockets(code?: number): void {
    for (const { end } of this.connected) this.cut(end, code)
  }

  rowFor(uid: Uid): ChatRow {
    const other = otherOf(uid)
    const person = this.deletedUsers.has(other) ? { uid: NOBODY, user_name: '', name: 'Deleted account', avatar_url: null } : cards[other]
    if (!person) throw new Error('nobody')
    return {
      chat_id: CHAT,
      person,
      tab: this.isArchived ? 'archived' : 'chats',
      request: 'none',
      muted_until: null,
      last: this.messages.at(-1) ?? null,
      last_seq: this.messages.length,
      change_seq: this.changeSeq,
      can_write: true,
      can_attach: true,
      their_delivered_seq: this.deliveredSeq[other] ?? 0,
      read_seq: this.readSeq[uid] ?? 0,
      their_read_seq: this.readSeq[other] ?? 0,
      unread: this.messages.filter(({ seq, from }) => seq > (this.readSeq[uid] ?? 0) && from !== uid).length,
    }
  }

  /** An HTTP response, built now and returned later; null while unreachable. */
  async respondWith<T>(answer: () => T): Promise<T | null> {
    if (!this.isReachable) return null
    const value = answer()
    await Promise.resolve()
    return value
  }

  pageOf(page: PageKind, at: number | null): WireMessage[] {
    const newest = this.messages.toReversed()
    if (page === 'newest' || at === null) return newest.slice(0, 50)
    if (page === 'around') return newest.filter(({ seq }) => seq > at - 25 && seq <= at + 25)
    return page === 'older' ? newest.filter(({ seq }) => seq < at).slice(0, 50) : newest.filter(({ seq }) => seq > at).slice(-200)
  }

  apiFor = (uid: Uid): ChatApi => ({
    chats: () =>
      this.respondWith(() => ({
        chats: this.messages.length > 0 && !this.isHidden && !this.isArchived ? [this.rowFor(uid)] : [],
        next_cursor: null,
        requests: this.requests,
      })),
    chat: async () => {
      this.chatReads++
      return (await this.respondWith(() => (this.isHidden ? 'missing' : this.rowFor(uid)))) ?? 'failed'
    },
    changes: (_, after) =>
      this.respondWith(() => ({ messages: this.messages.filter(({ change_seq = 0 }) => change_seq > after), change_seq: this.changeSeq })),
    manage: async () => this.rowFor(uid),
    open: async () => this.rowFor(uid),
    uploadRecording: async ({ waveform, durationMs, uploadId }, onStart) => {
      this.resumedUploads.push(uploadId)
      const id = uploadId ?? newUuidv7(0)
      if (uploadId === null) onStart(id)
      await Promise.resolve()
      if (!this.isReachable) return 'unavailable'
      return this.uploadError ?? { id, url: `/files/${id}.webm`, duration_ms: durationMs, waveform }
    },
    page: async (chatId, page, at) => (chatId === CHAT ? ((await this.respondWith(() => this.pageOf(page, at))) ?? 'failed') : 'missing'),
  })

  /** Number of frames over all sockets, in both directions. */
  frames() {
    return this.framesSeen
  }

  /** Loses the frame with this number, and closes its socket with that code. */
  loseFrame(frame: number, code: number) {
    this.cutBefore = { frame, code }
  }

  connect(uid: Uid, end: ServerEnd) {
    this.connected.push({ uid, end })
  }

  cutSockets(uid: Uid) {
    this.connected.filter((connection) => connection.uid === uid).forEach(({ end }) => this.cut(end))
  }

  /** Delivers a message again, or out of order. */
  deliver(message: WireMessage) {
    return this.sendTo([ALICE, BOB], (end) => end.send(chatFrames.new_message, { message }))
  }

  rejectChanges(code: ErrorCode | null) {
    this.rejection = code
  }

  /** Drops this number of changes without a response. */
  dropChanges(count: number) {
    this.changesToDrop = count
  }

  /** Deletes the account of a member of a group: each of its messages is changed, and members load the chat again. */
  eraseMember(uid: Uid) {
    const gone = { from: NOBODY, userName: 'Deleted account', content: '' }
    for (const { seq, from } of this.messages) if (from === uid) this.change(seq, (entry) => ({ ...entry, ...gone }))
    for (const [index, { reply, ...message }] of this.messages.entries()) {
      if (reply?.from === uid) this.messages[index] = { ...message, reply: { ...reply, ...gone } }
    }
    this.sendTo([ALICE, BOB], (end) => end.send(chatFrames.chat_changed, { chat_id: CHAT }))
  }

  /** Hides the chat, as after a block, or archives it, and notifies open tabs. */
  leaveList(how: 'hidden' | 'archived') {
    if (how === 'hidden') this.isHidden = true
    else this.isArchived = true
    this.sendTo([ALICE, BOB], (end) => end.send(chatFrames.chat_changed, { chat_id: CHAT }))
  }

  /** Removes the viewer from the chat, as from a group. */
  remove() {
    this.isHidden = true
    this.sendTo([ALICE, BOB], (end) => end.send(chatFrames.chat_changed, { chat_id: CHAT, gone: true }))
  }

  /** Deletes an account: its messages are erased without an event. */
  erase(uid: Uid) {
    this.deletedUsers.add(uid)
    for (const [index, message] of this.messages.entries()) {
      if (message.from === uid) this.messages[index] = { ...message, from: NOBODY, content: '' }
      if (message.to === uid) this.messages[index] = { ...message, to: NOBODY }
    }
  }

  /** Restores an earlier state. */
  restoreTo(seq: number) {
    this.messages.splice(seq)
  }

  reachable(now: boolean) {
    this.isReachable = now
    if (!now) this.cutAllSockets(closeCodes.restarting)
  }

  /** Stores a message without an event, as if written on another device. */
  storeMessage(from: Uid, content: string) {
    return this.store(from, {
      id: newUuidv7(0),
      type: 'text',
      content,
      referenceItem: [],
      media: [],
      from,
      to: otherOf(from),
      chat_id: CHAT,
    })
  }
}

function withReaction(message: WireMessage, from: Uid, { emoji, on }: { emoji: string; on: boolean }): WireMessage {
  const others = message.reactions?.find((reaction) => reaction.emoji === emoji)?.by.filter((uid) => uid !== from) ?? []
  const by = on ? [...others, from] : others
  const rest = message.reactions?.filter((reaction) => reaction.emoji !== emoji) ?? []
  return { ...message, reactions: by.length > 0 ? [...rest, { emoji, by }] : rest }
}

function hasReaction({ reactions = [] }: WireMessage, from: Uid, emoji: string): boolean {
  return reactions.some((reaction) => reaction.emoji === emoji && reaction.by.includes(from))
}
