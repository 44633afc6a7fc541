import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { platformFrames } from '#contract/socket.ts'
import { createSocketLink } from '#web/platform/socket/socket-link.ts'
import { testClock } from '#web/platform/test-clock.ts'
import { signIn, testTransport, type ServerEnd } from '#web/platform/socket/test-socket.ts'
import type { OutboxMessage } from '../engine/state.ts'
import { messageTypeOf } from '../engine/text.ts'
import { memoryOutbox, type Outbox } from '../storage/outbox.ts'
import { noCache, type ChatCache } from '../storage/history-cache.ts'
import { createChatState } from './chat.state.ts'
import { ALICE, BOB, CHAT, otherOf, TestServer } from './chat.test-server.ts'
import { noTabs, type ChatTabs } from './tabs.ts'

/** A message from Alice to Bob in the outbox. */
export const waitingMessage = (content: string, overrides: Partial<OutboxMessage> = {}): OutboxMessage => ({
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
  ...overrides,
})

type TabOptions = { cache?: ChatCache; tabs?: ChatTabs; shares?: boolean }

/** One server, one clock, and tabs of Alice and Bob. */
export function chatWorld() {
  const clock = testClock()
  const server = new TestServer()
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
    const deletedDrafts: string[] = []
    const keptTexts: string[] = []
    let sharesPrivacy = shares
    const listeners = new Set<() => void>()
    const link = createSocketLink({
      address: 'ws://here/ws',
      // The handshake takes a millisecond, or fails while the server is unreachable.
      transport: (address, events) => {
        const socket = wire.transport(address, events)
        const end = wire.last()
        clock.timers.set(() => (server.isReachable ? end.accept() : end.close(1006)), 1)
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
      deleteDrafts: (chatId, keepsText) => deletedDrafts.push(keepsText ? `recording of ${chatId}` : chatId),
      tabs,
      shares: () => sharesPrivacy,
      onPrivacyChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      onCommandRejected(code, edits) {
        notices.push(code)
        keptTexts.push(...edits.map(({ content }) => content))
      },
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
    return tab({ chat, setPrivacy, link, outbox, notices, deletedDrafts, keptTexts, stop, uid, wire })
  }

  return { clock, server, openTab }
}

type Opened = {
  chat: ReturnType<typeof createChatState>
  setPrivacy: (now: boolean) => void
  link: ReturnType<typeof createSocketLink>
  outbox: Outbox
  notices: string[]
  deletedDrafts: string[]
  /** The texts of edits that could not be saved. */
  keptTexts: string[]
  stop: () => void
  uid: Uid
  wire: ReturnType<typeof testTransport>
}

/** A tab with what its user sees. */
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
    conversation: () => chat.store.getState().conversations[CHAT],
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
export async function twoChatting(said: readonly (readonly [from: Uid, text: string])[] = [[BOB, 'Do you know the new live session?']]) {
  const world = chatWorld()
  for (const [from, text] of said) world.server.storeMessage(from, text)
  const alice = world.openTab(ALICE)
  const bob = world.openTab(BOB)
  await world.clock.pass(10)
  for (const { chat } of [alice, bob]) chat.show(CHAT)
  await world.clock.pass(10)
  return { ...world, alice, bob }
}
