/* Chat outside React: runs the machine, does what it asks for on the socket, over HTTP and in the outbox, and feeds back what
   comes of it. Pages read `store` and call the functions. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { chatFrames, type MessageType } from '#contract/chat.ts'
import type { Uid } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { isBareLink } from '#contract/links.ts'
import { logger } from '#web/platform/log.ts'
import type { LinkState, SocketLink, Timers } from '#web/platform/socket-link.ts'
import type { ChatApi } from './chat.api.ts'
import type { ChatEffect, ChatEvent } from './chat.events.ts'
import { hearChat } from './chat.frames.ts'
import { initialChat } from './chat.initial.ts'
import { step } from './chat.machine.ts'
import { toChatMessage, toConversation, toOutgoing } from './chat.map.ts'
import type { Outbox } from './chat.outbox.ts'
import type { ChatId, ChatState, OutboxMessage } from './chat.types.ts'

export type ChatOptions = {
  me: Uid
  link: Pick<SocketLink, 'send' | 'ensure' | 'subscribe' | 'state' | 'onState' | 'giveUp'>
  api: ChatApi
  outbox: Outbox
  /** Somebody wrote and there was no socket; the message waits (spec: 'failed to send message'). */
  onSendFailed: () => void
  /** A new message id. */
  newId: () => string
  nowMs: () => number
  timers: Timers
}

type Draft = {
  to: Uid
  chatId: ChatId | null
  content: string
  /** Left out, it is a link when the text is nothing but one, else text. */
  type?: MessageType
  referenceItem?: string[]
}

export type Chat = {
  store: Pick<StoreApi<ChatState>, 'getState' | 'subscribe' | 'getInitialState'>
  /** Reads the list and the outbox and begins to listen. Returns a function that ends it all. */
  start(): () => void
  /** Queues a message; it is sent as soon as it can be, once. False, and nothing queued, when it is blank or too long. */
  write(draft: Draft): boolean
  /** Tries a refused message again. */
  retry(id: string): void
  /** Gives a refused message up. */
  discard(id: string): void
  /** Says which chat is on screen, and loads it. */
  show(chatId: ChatId | null): void
  /** The chat with that person, made when there is none. @throws ApiError */
  openWith(uid: Uid): Promise<ChatId>
  loadOlder(chatId: ChatId): void
  /** The newest message of that chat is being looked at. */
  seen(chatId: ChatId): void
  /** The person is writing there; told at most every 3 s. */
  typing(chatId: ChatId): void
  reloadList(): void
}

/** A message that is not answered within this time makes the socket suspect. */
const ANSWER_WITHIN_MS = 10_000
const TYPING_EVERY_MS = 3_000
const OUTBOX_WITHIN_MS = 3_000

const log = logger('chat')

export function createChatState({ me, link, api, outbox, onSendFailed, newId, nowMs, timers }: ChatOptions): Chat {
  const store = createStore<ChatState>(() => initialChat(me))
  const answers = new Map<string, unknown>()
  const later = new Set<unknown>()
  const events: ChatEvent[] = []
  let isRunning = false
  let isStopped = false
  let isReadingList = false
  let isListWanted = false
  let lastTypingMs = 0
  let lastPosition = 0

  /** One event after the other, also those that an effect causes at once. */
  function dispatch(event: ChatEvent): void {
    if (isStopped) return
    events.push(event)
    if (isRunning) return
    isRunning = true
    for (let next = events.shift(); next; next = events.shift()) {
      const { state, effects } = step(store.getState(), next)
      log.debug(next.name, { effects: effects.map((effect) => effect.do) })
      store.setState(state, true)
      for (const effect of effects) run(effect)
    }
    isRunning = false
  }

  function run(effect: ChatEffect): void {
    switch (effect.do) {
      case 'load_list':
        return void loadList()
      case 'load_outbox':
        return void loadOutbox()
      case 'load_page':
        return void loadPage(effect)
      case 'keep':
        return void outbox.keep(effect.message)
      case 'forget':
        timers.clear(answers.get(effect.id))
        answers.delete(effect.id)
        return void outbox.forget(effect.id)
      case 'send':
        return sendMessage(effect.message)
      case 'wake':
        return void (link.ensure() === 'no_socket' && onSendFailed())
      case 'tell_read':
        return void link.send(chatFrames.readChat, { chat_id: effect.chatId, seq: effect.seq })
      case 'give_up_link':
        return link.giveUp()
      case 'later':
        return after(effect.ms, effect.event)
    }
  }

  function after(ms: number, event: ChatEvent): void {
    const timer = timers.set(() => {
      later.delete(timer)
      dispatch(event)
    }, ms)
    later.add(timer)
  }

  /** One reading at a time; a wish that comes meanwhile is met by one more reading afterwards. */
  async function loadList(): Promise<void> {
    isListWanted = true
    if (isReadingList) return
    isReadingList = true
    while (isListWanted) {
      isListWanted = false
      const rows = await api.chats()
      dispatch(rows ? { name: 'list_loaded', conversations: rows.map(toConversation) } : { name: 'list_failed' })
    }
    isReadingList = false
  }

  /** Nothing is sent before the outbox was read, so a storage that hangs must not hold it up for long. */
  async function loadOutbox(): Promise<void> {
    after(OUTBOX_WITHIN_MS, { name: 'outbox_loaded', messages: [] })
    dispatch({ name: 'outbox_loaded', messages: await outbox.all() })
  }

  async function loadPage({ chatId, page, at }: Extract<ChatEffect, { do: 'load_page' }>): Promise<void> {
    const answer = await api.page(chatId, page, at)
    if (typeof answer === 'string') dispatch({ name: 'page_failed', chatId, page, isMissing: answer === 'missing' })
    else dispatch({ name: 'page_loaded', chatId, page, messages: answer.map(toChatMessage) })
  }

  function sendMessage(message: OutboxMessage): void {
    link.send(chatFrames.sendMessage, { message: toOutgoing(message), to: message.to })
    timers.clear(answers.get(message.id))
    answers.set(
      message.id,
      timers.set(() => dispatch({ name: 'unanswered', id: message.id }), ANSWER_WITHIN_MS),
    )
  }

  function followLink(state: LinkState): void {
    const isOpen = state.name === 'open' && state.uid === me
    if (isOpen === store.getState().online) return
    for (const timer of answers.values()) timers.clear(timer)
    answers.clear()
    dispatch({ name: isOpen ? 'link_opened' : 'link_lost' })
  }

  return {
    store,
    start() {
      const stops = [hearChat(link, { dispatch, after, nowMs }), link.onState(followLink)]
      followLink(link.state())
      // An open socket has asked for both already.
      if (!store.getState().online) dispatch({ name: 'started' })
      return () => {
        isStopped = true
        for (const stop of stops) stop()
        for (const timer of [...answers.values(), ...later]) timers.clear(timer)
      }
    },
    write({ to, chatId, content, type, referenceItem = [] }) {
      const text = content.trim()
      if (!text || text.length > limits.message.max) return false
      // A clock that was set back must not put it before what already waits.
      lastPosition = Math.max(lastPosition + 1, (store.getState().outbox.at(-1)?.position ?? 0) + 1, nowMs())
      const kind = type ?? (isBareLink(text) ? 'link' : 'text')
      const [id, position] = [newId(), lastPosition]
      const message: OutboxMessage = {
        id,
        to,
        from: me,
        chat_id: chatId,
        type: kind,
        content: text,
        referenceItem,
        media: [],
        position,
        failure: null,
      }
      dispatch({ name: 'written', message })
      return true
    },
    retry: (id) => dispatch({ name: 'retried', id }),
    discard: (id) => dispatch({ name: 'discarded', id }),
    show: (chatId) => dispatch({ name: 'shown', chatId }),
    async openWith(uid) {
      const conversation = toConversation(await api.open(uid))
      dispatch({ name: 'chat_opened', conversation })
      return conversation.chatId
    },
    loadOlder: (chatId) => dispatch({ name: 'older_wanted', chatId }),
    seen: (chatId) => dispatch({ name: 'seen_here', chatId }),
    typing(chatId) {
      if (!store.getState().online || nowMs() - lastTypingMs < TYPING_EVERY_MS) return
      lastTypingMs = nowMs()
      link.send(chatFrames.typing, { chat_id: chatId })
    },
    reloadList: () => dispatch({ name: 'list_wanted' }),
  }
}
