/* The chat store outside React: runs the reducer and its side effects. Pages read `store` and call the functions. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { chatFrames, type ChatTab, type MessageType, type ReplyPreview } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { textToSend } from '#contract/base/text.ts'
import { logger } from '#web/platform/log.ts'
import type { LinkState } from '#web/platform/socket/socket-link.ts'
import type { ChatCommand } from './chat.api.ts'
import { cancelTimeouts, runEffect, subscribeToFrames, type ChatOptions, type EffectContext } from './effects.ts'
import type { ChatEvent } from '../engine/events.ts'
import { step } from '../engine/reducer.ts'
import { toConversation } from '../engine/chat.map.ts'
import { initialChat, type ChatId, type ChatState, type MessageCommand, type OutboxMessage, type UnsentRecording } from '../engine/state.ts'

export type Draft = {
  to: Uid
  chatId: ChatId | null
  content: string
  /** The message type, `text` by default. `messageTypeOf` derives it from a text. */
  type?: MessageType
  referenceItem?: string[]
  reply?: ReplyPreview | null
  pictures?: UploadedPicture[]
  /** A voice message has nothing else. */
  voice?: Pick<UnsentRecording, 'file' | 'durationMs' | 'waveform'>
}

type CommandInput =
  | Omit<Extract<MessageCommand, { kind: 'edit' }>, 'id'>
  | Omit<Extract<MessageCommand, { kind: 'delete' }>, 'id'>
  | Omit<Extract<MessageCommand, { kind: 'react' }>, 'id'>

export type Chat = {
  store: Pick<StoreApi<ChatState>, 'getState' | 'subscribe' | 'getInitialState'>
  /** Loads the list and the outbox, and subscribes. Returns a function that stops everything. */
  start(): () => void
  /** Queues a message. Returns false without queueing if it is blank or too long. */
  write(draft: Draft): boolean
  /** Edits, deletes or reacts: shown at once, sent until the server confirms or rejects it. */
  changeMessage(id: string, command: CommandInput): void
  retry(id: string): void
  /** Deletes a rejected message. */
  discard(id: string): void
  /** Sets the chat on screen and loads it; `at` is the seq of a message to scroll to. */
  show(chatId: ChatId | null, at?: number | null): void
  /** Loads a chat that is about to be shown. */
  prepare(chatId: ChatId): void
  /** Returns the chat with that user, and creates it if needed. @throws ApiError */
  openWith(uid: Uid): Promise<ChatId>
  /** Manages the chat itself, such as muting it. @throws ApiError */
  manage(chatId: ChatId, command: ChatCommand): Promise<void>
  loadOlder(chatId: ChatId): void
  loadNewer(chatId: ChatId): void
  /** Scrolls to a message and highlights it. */
  jump(chatId: ChatId, seq: number): void
  jumpToNewest(chatId: ChatId): void
  /** Reports the reader's position: messages far from it may be dropped. */
  setReaderPosition(chatId: ChatId, seq: number): void
  /** Marks the messages up to `seq` as read. */
  seen(chatId: ChatId, seq: number): void
  /** Sends a typing indicator, at most every 3 s, if the privacy settings allow it. */
  typing(chatId: ChatId): void
  reloadList(tab?: ChatTab): void
  /** Loads a chat that the list may not contain. */
  read(chatId: ChatId): void
  /** Removes the group that the user left, without a request to the server. */
  left(chatId: ChatId): void
  loadMore(tab: ChatTab): void
}

const TYPING_INTERVAL_MS = 3_000

const log = logger('chat')

export function createChatState(options: ChatOptions): Chat {
  const { me, link, api, cache, tabs, shares, onPrivacyChange, nowMs } = options
  const { context, store, stop } = createEventLoop(options)
  const { dispatch } = context
  let lastTypingMs = 0
  let lastPosition = 0

  function followLink(state: LinkState): void {
    const isOpen = state.name === 'open' && state.uid === me
    if (isOpen === store.getState().online) return
    cancelTimeouts(context)
    dispatch({ name: isOpen ? 'link_opened' : 'link_lost' })
  }

  return {
    store,
    start() {
      const reportPrivacy = () => dispatch({ name: 'privacy_changed', receipts: shares('receipts') })
      const stops = [subscribeToFrames(context), link.onState(followLink), tabs.subscribe(dispatch), onPrivacyChange(reportPrivacy)]
      reportPrivacy()
      followLink(link.state())
      // An open socket has requested both already.
      if (!store.getState().online) dispatch({ name: 'started' })
      void cache.load(me).then((cached) => dispatch({ name: 'cache_loaded', ...cached }))
      return () => {
        stop()
        for (const end of stops) end()
      }
    },
    write(draft) {
      const message = toOutboxMessage(draft, options, Math.max(lastPosition, store.getState().outbox.at(-1)?.position ?? 0))
      if (!message) return false
      lastPosition = message.position
      dispatch({ name: 'message_queued', message })
      return true
    },
    changeMessage: (id, command) => dispatch({ name: 'command_issued', command: { id, ...command } }),
    retry: (id) => dispatch({ name: 'message_retried', id }),
    discard: (id) => dispatch({ name: 'message_discarded', id }),
    show: (chatId, at = null) => dispatch({ name: 'chat_shown', chatId, at }),
    prepare: (chatId) => dispatch({ name: 'chat_prepared', chatId }),
    async openWith(uid) {
      const requestedAt = store.getState().revision
      const conversation = toConversation(await api.open(uid))
      dispatch({ name: 'chat_opened', conversation, requestedAt, by: 'command' })
      return conversation.chatId
    },
    async manage(chatId, command) {
      const requestedAt = store.getState().revision
      const row = await api.manage(chatId, command)
      if (row) dispatch({ name: 'chat_opened', conversation: toConversation(row), requestedAt, by: 'command' })
      else dispatch({ name: 'chat_gone', chatId, requestedAt, by: 'command' })
      dispatch({ name: 'list_requested', tab: 'chats' })
    },
    loadOlder: (chatId) => dispatch({ name: 'older_requested', chatId }),
    loadNewer: (chatId) => dispatch({ name: 'newer_requested', chatId }),
    jump: (chatId, seq) => dispatch({ name: 'jumped', chatId, seq }),
    jumpToNewest: (chatId) => dispatch({ name: 'newest_requested', chatId }),
    setReaderPosition: (chatId, seq) => dispatch({ name: 'reader_moved', chatId, seq }),
    seen: (chatId, seq) => dispatch({ name: 'messages_seen', chatId, seq }),
    typing(chatId) {
      const { online, conversations } = store.getState()
      // Strangers receive no typing indicators.
      const isOpen = conversations[chatId]?.request === 'none'
      if (!shares('typing') || !online || !isOpen || Math.abs(nowMs() - lastTypingMs) < TYPING_INTERVAL_MS) return
      lastTypingMs = nowMs()
      link.send(chatFrames.typing, { chat_id: chatId })
    },
    reloadList: (tab = 'chats') => dispatch({ name: 'list_requested', tab }),
    read: (chatId) => dispatch({ name: 'chat_changed', chatId }),
    left: (chatId) => dispatch({ name: 'chat_gone', chatId, requestedAt: store.getState().revision, by: 'command' }),
    loadMore: (tab) => dispatch({ name: 'more_requested', tab }),
  }
}

/** Feeds events to the reducer one at a time, and runs their side effects. */
function createEventLoop(options: ChatOptions) {
  const { me, cache, timers } = options
  const store = createStore<ChatState>(() => initialChat(me))
  const delayed = new Set<unknown>()
  const events: ChatEvent[] = []
  let isRunning = false
  let isStopped = false

  /** Handles events in order, including those that an effect dispatches synchronously. */
  function dispatch(event: ChatEvent): void {
    if (isStopped) return
    events.push(event)
    if (isRunning) return
    isRunning = true
    for (let next = events.shift(); next; next = events.shift()) {
      const before = store.getState()
      const { state, effects } = step(before, next)
      log.debug(next.name, { effects: effects.map((effect) => effect.do) })
      store.setState(state, true)
      cache.follow(before, state)
      for (const effect of effects) runEffect(context, effect)
    }
    isRunning = false
  }

  function after(ms: number, event: ChatEvent): void {
    const timer = timers.set(() => {
      delayed.delete(timer)
      dispatch(event)
    }, ms)
    delayed.add(timer)
  }

  const context: EffectContext = {
    ...options,
    dispatch,
    after,
    state: () => store.getState(),
    timeouts: new Map(),
    reads: new Map(),
  }
  return {
    store,
    context,
    stop() {
      isStopped = true
      cancelTimeouts(context)
      for (const timer of delayed) timers.clear(timer)
    },
  }
}

/** The message of a draft; null if it is blank or too long. */
function toOutboxMessage(draft: Draft, { me, newId, nowMs }: ChatOptions, lastPosition: number): OutboxMessage | null {
  const { to, chatId, type = 'text', referenceItem = [], reply = null, pictures = [], voice } = draft
  const content = textToSend(draft.content)
  if ((!content && pictures.length === 0 && !voice) || content.length > limits.message.max) return null
  return {
    id: newId(),
    to,
    from: me,
    chat_id: chatId,
    type: voice ? 'voice' : pictures.length > 0 ? 'picture' : type,
    content,
    referenceItem: [...referenceItem, ...(reply ? [`message:${reply.id}`] : [])],
    media: pictures.map(({ id }) => id),
    reply,
    pictures,
    voice: voice ? { ...voice, uploadId: null, stored: null } : null,
    // A clock that was set back must not place it before queued messages.
    position: Math.max(lastPosition + 1, nowMs()),
    failure: null,
  }
}
