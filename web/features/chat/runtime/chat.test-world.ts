import { chatFrames, outgoingMessage, type ChatPositions, type ChatRow, type OutgoingMessage, type WireMessage } from '#contract/chat.ts'
import { errorCodes } from '#contract/error-codes.ts'
import { errorCatalogue, type ErrorCode } from '#contract/errors.ts'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { createSocketLink } from '#web/platform/socket-link.ts'
import { testClock } from '#web/platform/test-clock.ts'
import { signIn, testTransport, type Frame, type ServerEnd } from '#web/platform/test-socket.ts'
import type { ChatApi } from './chat.api.ts'
import type { PageKind } from '../engine/events.ts'
import { memoryOutbox, type Outbox } from '../storage/outbox.ts'
import { noCache, type ChatCache } from '../storage/history-cache.ts'
import { createChatState } from './chat.state.ts'
import { messageTypeOf } from '../engine/text.ts'
import { noTabs, type ChatTabs } from './tabs.ts'
import type { OutboxMessage } from '../engine/state.ts'

export const ALICE = '0199a1c2-0000-7000-8000-00000000000a'
export const BOB = '0199a1c2-0000-7000-8000-00000000000b'
export const CHAT = '0199a1c2-0000-7000-8000-0000000000c1'

/** A message from Alice to Bob in the outbox. */
export const waitingMessage = (content: string, of: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id: content,
  to: BOB,
  from: ALICE,
  chat_id: CHAT,
  type: 'text',
  content,
  referenceItem: [],
  media: [],
  reply: null,
  pictures: [],
  position: 1,
  failure: null,
  ...of,
})

const cards: Record<Uid, PersonCard> = {
  [ALICE]: { uid: ALICE, user_name: 'alice', name: 'Alice', avatar_url: null },
  [BOB]: { uid: BOB, user_name: 'bob', name: 'Bob', avatar_url: null },
}
const otherOf = (uid: Uid): Uid => (uid === ALICE ? BOB : ALICE)

/** How the server handles the next message. `crash`: it stops right after the commit. */
export type Fault = 'store' | 'store_and_cut' | 'crash' | 'cut' | 'lose_ack' | ErrorCode

type Connected = { uid: Uid; end: ServerEnd }

function reject(end: ServerEnd, id: string, code: ErrorCode): void {
  end.send(platformFrames.error, { message: errorCatalogue[code].sentence, code, id })
}

/**
 * A server with one chat of Alice and Bob. It stores, acknowledges and delivers; a repeated message gets the first answer. Faults are
 * injected. A closed socket receives nothing.
 */
function testServer() {
  const messages: WireMessage[] = []
  const readSeq: Record<Uid, number> = { [ALICE]: 0, [BOB]: 0 }
  const deliveredSeq: Record<Uid, number> = { [ALICE]: 0, [BOB]: 0 }
  let changeSeq = 0
  let connected: Connected[] = []
  const faults: Fault[] = []
  const deletedUsers = new Set<Uid>()
  let isReachable = true
  let rejection: ErrorCode | null = null
  let changesToDrop = 0
  let framesSeen = 0
  let cutBefore: { frame: number; code: number } | null = null

  /** Counts the frames of all sockets in both directions. True for the frame that is lost together with its socket. */
  function isLost(end: ServerEnd): boolean {
    if (++framesSeen !== cutBefore?.frame) return false
    cut(end, cutBefore.code)
    return true
  }

  /** The server's end of a socket, which counts its frames. */
  function counted(end: ServerEnd): ServerEnd {
    return { ...end, send: (frame, data) => void (isLost(end) || end.send(frame, data)) }
  }

  function take(from: Uid, end: ServerEnd, frame: Frame): void {
    if (isLost(end)) return
    if (frame.event === 'sendMessage') return handleMessage(from, end, chatFrames.sendMessage.data.parse(frame.data).message)
    if (['editMessage', 'deleteMessage', 'react'].includes(frame.event)) return handleChange(from, end, frame)
    if (frame.event === 'resume') return end.send(chatFrames.resumed, { chats: messages.length > 0 ? [positionsFor(from)] : [], reset: [] })
    if (frame.event === 'deliveredChat') {
      const { seq } = chatFrames.deliveredChat.data.parse(frame.data)
      deliveredSeq[from] = Math.max(deliveredSeq[from] ?? 0, seq)
      return sendTo([otherOf(from)], (socket) => socket.send(chatFrames.chat_delivered, { chat_id: CHAT, by: from, seq }))
    }
    if (frame.event !== 'readChat') return
    const { seq } = chatFrames.readChat.data.parse(frame.data)
    if (seq <= (readSeq[from] ?? 0)) return
    readSeq[from] = Math.min(seq, messages.length)
    sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.chat_read, { chat_id: CHAT, by: from, seq: readSeq[from] ?? 0 }), end)
  }

  /** Answers every change, also one without effect, unless it is dropped. */
  function handleChange(from: Uid, end: ServerEnd, frame: Frame): void {
    if (changesToDrop > 0) return void changesToDrop--
    const { id, seq } = chatFrames.deleteMessage.data.parse(frame.data)
    const isDeleted = messages[seq - 1]?.deleted === true
    if (rejection) return reject(end, id, rejection)
    if (isDeleted && frame.event !== 'deleteMessage') return reject(end, id, 'not_found')
    if (frame.event === 'editMessage') {
      const { content } = chatFrames.editMessage.data.parse(frame.data)
      const message = change(seq, (it) => (it.content === content ? it : { ...it, content, edited_date: '2026-11-20T12:01:00.000Z' }))
      return sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.message_edited, { message }))
    }
    if (frame.event === 'deleteMessage') {
      const { change_seq = 0 } = change(seq, (it) => (isDeleted ? it : { ...it, content: '', deleted: true, reactions: [] }))
      return sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.message_deleted, { id, chat_id: CHAT, seq, change_seq }))
    }
    const { emoji, on } = chatFrames.react.data.parse(frame.data)
    const isNews = (it: WireMessage) => hasReaction(it, from, emoji) !== on
    const { change_seq = 0, reactions = [] } = change(seq, (it) => (isNews(it) ? withReaction(it, from, { emoji, on }) : it))
    sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.message_reacted, { id, chat_id: CHAT, seq, change_seq, reactions }))
  }

  /** Stores a changed message with the next change number; the same object is no change. */
  function change(seq: number, how: (message: WireMessage) => WireMessage): WireMessage {
    const before = messages[seq - 1]
    if (!before) throw new Error(`there is no message ${seq}`)
    const after = how(before)
    if (after === before) return before
    return (messages[seq - 1] = { ...after, change_seq: ++changeSeq })
  }

  function positionsFor(uid: Uid): ChatPositions {
    const { chat_id, last_seq, change_seq, read_seq, their_delivered_seq, their_read_seq } = rowFor(uid)
    return { chat_id, last_seq, change_seq, read_seq, their_delivered_seq, their_read_seq }
  }

  function handleMessage(from: Uid, end: ServerEnd, message: OutgoingMessage): void {
    const fault = faults.shift() ?? 'store'
    if (fault === 'cut') return cut(end)
    const code = errorCodes.find((it) => it === fault)
    if (code) return reject(end, message.id, code)
    const stored = store(from, message)
    if (fault === 'crash') return cutAllSockets()
    if (fault === 'store_and_cut') cut(end)
    if (fault === 'store')
      end.send(chatFrames.message_stored, { id: stored.id, chat_id: CHAT, seq: stored.seq, sent_date: stored.sent_date ?? '' })
    sendTo([ALICE, BOB], (socket) => socket.send(chatFrames.new_message, { message: stored }), end)
  }

  function store(from: Uid, message: OutgoingMessage): WireMessage {
    const earlier = messages.find(({ id }) => id === message.id)
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
      seq: messages.length + 1,
      sent_date: '2026-11-20T12:00:00.000Z',
      userName: sender?.name ?? '',
      avatar: null,
    }
    messages.push(stored)
    return stored
  }

  function sendTo(uids: Uid[], send: (end: ServerEnd) => void, except?: ServerEnd): void {
    for (const { uid, end } of connected) if (uids.includes(uid) && end !== except) send(end)
  }

  function cut(end: ServerEnd, code = 1006): void {
    connected = connected.filter((it) => it.end !== end)
    end.close(code)
  }

  function cutAllSockets(code?: number): void {
    for (const { end } of connected) cut(end, code)
  }

  function rowFor(uid: Uid): ChatRow {
    const other = otherOf(uid)
    const person = deletedUsers.has(other) ? { uid: NOBODY, user_name: '', name: 'Deleted account', avatar_url: null } : cards[other]
    if (!person) throw new Error('nobody')
    return {
      chat_id: CHAT,
      person,
      tab: 'chats',
      request: 'none',
      muted_until: null,
      last: messages.at(-1) ?? null,
      last_seq: messages.length,
      change_seq: changeSeq,
      can_write: true,
      can_attach: true,
      their_delivered_seq: deliveredSeq[other] ?? 0,
      read_seq: readSeq[uid] ?? 0,
      their_read_seq: readSeq[other] ?? 0,
      unread: messages.filter(({ seq, from }) => seq > (readSeq[uid] ?? 0) && from !== uid).length,
    }
  }

  /** An HTTP response, built now and returned later; null while unreachable. */
  async function answered<T>(answer: () => T): Promise<T | null> {
    if (!isReachable) return null
    const value = answer()
    await Promise.resolve()
    return value
  }

  function pageOf(page: PageKind, at: number | null): WireMessage[] {
    const newest = messages.toReversed()
    if (page === 'newest' || at === null) return newest.slice(0, 50)
    if (page === 'around') return newest.filter(({ seq }) => seq > at - 25 && seq <= at + 25)
    return page === 'older' ? newest.filter(({ seq }) => seq < at).slice(0, 50) : newest.filter(({ seq }) => seq > at).slice(-200)
  }

  const apiFor = (uid: Uid): ChatApi => ({
    chats: () => answered(() => ({ chats: messages.length > 0 ? [rowFor(uid)] : [], next_cursor: null, requests: 0 })),
    chat: async () => (await answered(() => rowFor(uid))) ?? 'failed',
    changes: (_, after) =>
      answered(() => ({ messages: messages.filter(({ change_seq = 0 }) => change_seq > after), change_seq: changeSeq })),
    manage: async () => rowFor(uid),
    open: async () => rowFor(uid),
    page: async (chatId, page, at) => (chatId === CHAT ? ((await answered(() => pageOf(page, at))) ?? 'failed') : 'missing'),
  })

  return {
    messages,
    faults,
    apiFor,
    take,
    counted,
    isLost,
    /** Number of frames over all sockets, in both directions. */
    frames: () => framesSeen,
    /** Loses the frame with this number, and closes its socket with that code. */
    loseFrame: (frame: number, code: number) => void (cutBefore = { frame, code }),
    connect: (uid: Uid, end: ServerEnd) => void connected.push({ uid, end }),
    cutSockets: (uid: Uid) => connected.filter((it) => it.uid === uid).forEach(({ end }) => cut(end)),
    /** Delivers a message again, or out of order. */
    deliver: (message: WireMessage) => sendTo([ALICE, BOB], (end) => end.send(chatFrames.new_message, { message })),
    rejectChanges: (code: ErrorCode | null) => void (rejection = code),
    /** Drops this number of changes without an answer. */
    dropChanges: (count: number) => void (changesToDrop = count),
    /** Deletes an account: its messages are erased without an event. */
    erase(uid: Uid) {
      deletedUsers.add(uid)
      for (const [at, message] of messages.entries()) {
        if (message.from === uid) messages[at] = { ...message, from: NOBODY, content: '' }
        if (message.to === uid) messages[at] = { ...message, to: NOBODY }
      }
    },
    /** Restores an earlier state. */
    restoreTo: (seq: number) => void messages.splice(seq),
    positionsOf: (uid: Uid) => positionsFor(uid),
    isReachable: () => isReachable,
    reachable(now: boolean) {
      isReachable = now
      if (!now) cutAllSockets(closeCodes.restarting)
    },
    /** Stores a message without an event, as if written on another device. */
    storeMessage: (from: Uid, content: string) =>
      store(from, { id: newUuidv7(0), type: 'text', content, referenceItem: [], media: [], from, to: otherOf(from), chat_id: CHAT }),
  }
}

type TabOptions = { cache?: ChatCache; tabs?: ChatTabs; shares?: boolean }

function withReaction(message: WireMessage, from: Uid, { emoji, on }: { emoji: string; on: boolean }): WireMessage {
  const others = message.reactions?.find((it) => it.emoji === emoji)?.by.filter((uid) => uid !== from) ?? []
  const by = on ? [...others, from] : others
  const rest = message.reactions?.filter((it) => it.emoji !== emoji) ?? []
  return { ...message, reactions: by.length > 0 ? [...rest, { emoji, by }] : rest }
}

function hasReaction({ reactions = [] }: WireMessage, from: Uid, emoji: string): boolean {
  return reactions.some((it) => it.emoji === emoji && it.by.includes(from))
}

/** One server, one clock, and tabs of Alice and Bob. */
export function chatWorld() {
  const clock = testClock()
  const server = testServer()
  let nextId = 0

  function openTab(uid: Uid, outbox: Outbox = memoryOutbox(), { cache = noCache, tabs = noTabs, shares = true }: TabOptions = {}) {
    const wire = testTransport()
    const ends = new Map<ServerEnd, ServerEnd>()
    wire.answerWith((frame, raw) => {
      // Tests don't count or lose pings.
      if (frame.event === 'ping') return raw.send(platformFrames.pong, {})
      const end = ends.get(raw) ?? server.counted(raw)
      ends.set(raw, end)
      if (frame.event !== 'auth') return server.take(uid, end, frame)
      if (server.isLost(end)) return
      server.connect(uid, end)
      signIn(end, uid)
    })
    const notices: string[] = []
    let sharesPrivacy = shares
    const listeners = new Set<() => void>()
    const link = createSocketLink({
      address: 'ws://here/ws',
      // The handshake takes a millisecond, or fails while the server is unreachable.
      transport: (address, events) => {
        const socket = wire.transport(address, events)
        const end = wire.last()
        clock.timers.set(() => (server.isReachable() ? end.accept() : end.close(1006)), 1)
        return socket
      },
      getToken: async () => 'token',
      nowMs: clock.nowMs,
      timers: clock.timers,
      random: () => 0,
    })
    const chat = createChatState({
      me: uid,
      link,
      api: server.apiFor(uid),
      outbox,
      cache,
      tabs,
      shares: () => sharesPrivacy,
      onPrivacyChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      onCommandRejected: (code) => notices.push(code),
      nowMs: clock.nowMs,
      timers: clock.timers,
      newId: () => newUuidv7(nextId++),
      onSendFailed: () => notices.push('failed to send message'),
    })
    const stop = chat.start()
    link.start()
    /** Changes the user's privacy settings. */
    const setPrivacy = (now: boolean) => {
      sharesPrivacy = now
      for (const listener of listeners) listener()
    }
    return tab({ chat, setPrivacy, link, outbox, notices, stop, uid, wire })
  }

  return { clock, server, openTab }
}

type Opened = {
  chat: ReturnType<typeof createChatState>
  setPrivacy: (now: boolean) => void
  link: ReturnType<typeof createSocketLink>
  outbox: Outbox
  notices: string[]
  stop: () => void
  uid: Uid
  wire: ReturnType<typeof testTransport>
}

/** A tab as its user sees it. */
function tab(opened: Opened) {
  const { chat, link, stop, uid } = opened
  return {
    ...opened,
    say: (content: string) => chat.write({ to: otherOf(uid), chatId: CHAT, content, ...messageTypeOf(content.trim()) }),
    state: () => chat.store.getState(),
    /** The stored messages on screen: seq and text. */
    said: () => (chat.store.getState().messages[CHAT]?.items ?? []).map(({ seq, content }) => `${seq} ${content}`),
    waiting: () => chat.store.getState().outbox.map(({ content, failure }) => (failure ? `${content} (${failure})` : content)),
    temporaryError: () => chat.store.getState().temporaryError,
    line: () => chat.store.getState().conversations[CHAT],
    /** Marks the messages up to the newest one as read. */
    seen: () => chat.seen(CHAT, chat.store.getState().conversations[CHAT]?.lastSeq ?? 0),
    /** Closes the tab; its storage stays. */
    close() {
      stop()
      link.stop()
    },
  }
}

export type Tab = ReturnType<typeof tab>

/** Alice and Bob with the chat on screen, connected, and these messages before. */
export async function twoTalking(said: readonly (readonly [from: Uid, text: string])[] = [[BOB, 'Have you heard the new live session?']]) {
  const world = chatWorld()
  for (const [from, text] of said) world.server.storeMessage(from, text)
  const alice = world.openTab(ALICE)
  const bob = world.openTab(BOB)
  await world.clock.pass(10)
  for (const { chat } of [alice, bob]) chat.show(CHAT)
  await world.clock.pass(10)
  return { ...world, alice, bob }
}
