/* Chat outside React: runs the machine, does what it asks for on the socket, over HTTP and in the browser's storage, and feeds
   back what comes of it. Pages read `store` and call the functions. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { chatFrames, type ChatTab, type MessageType, type ReplyPreview } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { visibleText } from '#contract/base/text.ts'
import { logger } from '#web/platform/log.ts'
import type { LinkState } from '#web/platform/socket-link.ts'
import type { ChatAct } from './chat.api.ts'
import { createChatEffects } from './effects.ts'
import type { ChatEvent } from '../engine/events.ts'
import { hearChat } from './frames.ts'
import { initialChat } from '../engine/initial.ts'
import { step } from '../engine/reducer.ts'
import { toConversation } from '../engine/chat.map.ts'
import type { ChatOptions } from './options.ts'
import type { ChatId, ChatState, MessageAct, OutboxMessage } from '../engine/types.ts'

export type Draft = {
  to: Uid
  chatId: ChatId | null
  content: string
  /** What it is; text when left out. `typeOf` tells it of a text. */
  type?: MessageType
  referenceItem?: string[]
  reply?: ReplyPreview | null
  pictures?: UploadedPicture[]
}

type ActWish =
  | Omit<Extract<MessageAct, { kind: 'edit' }>, 'id'>
  | Omit<Extract<MessageAct, { kind: 'delete' }>, 'id'>
  | Omit<Extract<MessageAct, { kind: 'react' }>, 'id'>

export type Chat = {
  store: Pick<StoreApi<ChatState>, 'getState' | 'subscribe' | 'getInitialState'>
  /** Reads the list and the outbox and begins to listen. Returns a function that ends it all. */
  start(): () => void
  /** Queues a message; it is sent as soon as it can be, once. False, and nothing queued, when it is blank or too long. */
  write(draft: Draft): boolean
  /** Edits, deletes or reacts; shown at once, asked for until it is confirmed or refused. */
  act(id: string, wish: ActWish): void
  /** Tries a refused message again. */
  retry(id: string): void
  /** Gives a refused message up. */
  discard(id: string): void
  /** Says which chat is on screen, and loads it; `at` is the place of a message to be taken to, instead of the newest. */
  show(chatId: ChatId | null, at?: number | null): void
  /** The chat with that person, made when there is none. @throws ApiError */
  openWith(uid: Uid): Promise<ChatId>
  /** Accepts, declines, leaves, returns, mutes. @throws ApiError */
  manage(chatId: ChatId, act: ChatAct): Promise<void>
  loadOlder(chatId: ChatId): void
  loadNewer(chatId: ChatId): void
  /** Takes the reader to one message; it is highlighted there. */
  jump(chatId: ChatId, seq: number): void
  jumpToNewest(chatId: ChatId): void
  /** The reader is at that message: what is far from it may be dropped. */
  lookedAt(chatId: ChatId, seq: number): void
  /** The messages of that chat up to `seq` have been looked at. */
  seen(chatId: ChatId, seq: number): void
  /** The person is writing there; told at most every 3 s, and not at all by those who don't tell. */
  typing(chatId: ChatId): void
  reloadList(tab?: ChatTab): void
  /** Reads the line of one chat that the list may not hold. */
  read(chatId: ChatId): void
  loadMore(tab: ChatTab): void
}

const TYPING_EVERY_MS = 3_000

const log = logger('chat')

export function createChatState(options: ChatOptions): Chat {
  const { me, link, api, cache, tabs, tells, onTells, newId, nowMs, timers } = options
  const store = createStore<ChatState>(() => initialChat(me))
  const later = new Set<unknown>()
  const events: ChatEvent[] = []
  let isRunning = false
  let isStopped = false
  let lastTypingMs = 0
  let lastPosition = 0

  /** One event after the other, also those that an effect causes at once. */
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
      for (const effect of effects) effectsOf.run(effect)
    }
    isRunning = false
  }

  function after(ms: number, event: ChatEvent): void {
    const timer = timers.set(() => {
      later.delete(timer)
      dispatch(event)
    }, ms)
    later.add(timer)
  }

  const effectsOf = createChatEffects({ ...options, dispatch, after, state: () => store.getState() })

  function followLink(state: LinkState): void {
    const isOpen = state.name === 'open' && state.uid === me
    if (isOpen === store.getState().online) return
    effectsOf.forgetAnswers()
    dispatch({ name: isOpen ? 'link_opened' : 'link_lost' })
  }

  function queue({ to, chatId, content, type = 'text', referenceItem = [], reply = null, pictures = [] }: Draft): boolean {
    const text = visibleText(content)
    if ((!text && pictures.length === 0) || text.length > limits.message.max) return false
    // A clock that was set back must not put it before what already waits.
    lastPosition = Math.max(lastPosition + 1, (store.getState().outbox.at(-1)?.position ?? 0) + 1, nowMs())
    const message: OutboxMessage = {
      id: newId(),
      to,
      from: me,
      chat_id: chatId,
      type: pictures.length > 0 ? 'picture' : type,
      content: text,
      referenceItem: [...referenceItem, ...(reply ? [`message:${reply.id}`] : [])],
      media: pictures.map(({ id }) => id),
      reply,
      pictures,
      position: lastPosition,
      failure: null,
    }
    dispatch({ name: 'written', message })
    return true
  }

  return {
    store,
    start() {
      const hearPrivacy = () => dispatch({ name: 'privacy_told', receipts: tells('receipts') })
      const stops = [hearChat(link, { dispatch, after, nowMs }), link.onState(followLink), tabs.hear(dispatch), onTells(hearPrivacy)]
      hearPrivacy()
      followLink(link.state())
      // An open socket has asked for both already.
      if (!store.getState().online) dispatch({ name: 'started' })
      void cache.load(me).then((kept) => dispatch({ name: 'cache_loaded', ...kept }))
      return () => {
        isStopped = true
        effectsOf.forgetAnswers()
        for (const stop of stops) stop()
        for (const timer of later) timers.clear(timer)
      }
    },
    write: queue,
    act: (id, wish) => dispatch({ name: 'acted', act: { id, ...wish } }),
    retry: (id) => dispatch({ name: 'retried', id }),
    discard: (id) => dispatch({ name: 'discarded', id }),
    show: (chatId, at = null) => dispatch({ name: 'shown', chatId, at }),
    async openWith(uid) {
      const asked = store.getState().revision
      const conversation = toConversation(await api.open(uid))
      dispatch({ name: 'chat_opened', conversation, asked, by: 'command' })
      return conversation.chatId
    },
    async manage(chatId, act) {
      const asked = store.getState().revision
      const row = await api.manage(chatId, act)
      if (row) dispatch({ name: 'chat_opened', conversation: toConversation(row), asked, by: 'command' })
      else dispatch({ name: 'chat_gone', chatId, asked, by: 'command' })
      dispatch({ name: 'list_wanted', tab: 'chats' })
    },
    loadOlder: (chatId) => dispatch({ name: 'older_wanted', chatId }),
    loadNewer: (chatId) => dispatch({ name: 'newer_wanted', chatId }),
    jump: (chatId, seq) => dispatch({ name: 'jumped', chatId, seq }),
    jumpToNewest: (chatId) => dispatch({ name: 'newest_wanted', chatId }),
    lookedAt: (chatId, seq) => dispatch({ name: 'looked_at', chatId, seq }),
    seen: (chatId, seq) => dispatch({ name: 'seen_here', chatId, seq }),
    typing(chatId) {
      const { online, conversations } = store.getState()
      // Strangers do not see each other write.
      const isOpen = conversations[chatId]?.request === 'none'
      if (!tells('typing') || !online || !isOpen || Math.abs(nowMs() - lastTypingMs) < TYPING_EVERY_MS) return
      lastTypingMs = nowMs()
      link.send(chatFrames.typing, { chat_id: chatId })
    },
    reloadList: (tab = 'chats') => dispatch({ name: 'list_wanted', tab }),
    read: (chatId) => dispatch({ name: 'chat_changed', chatId }),
    loadMore: (tab) => dispatch({ name: 'more_wanted', tab }),
  }
}
