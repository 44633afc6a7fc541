/* Connects the reducer to the outside: runs its side effects, and turns the results and the socket's frames into events. */
import { chatFrames, type ChatTab } from '#contract/chat/chat.ts'
import { connectionFrames } from '#contract/connections.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FrameData } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { platformFrames } from '#contract/socket.ts'
import type { SocketLink, Timers } from '#web/platform/socket/socket-link.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import type { ChatApi } from './chat.api.ts'
import type { ChatEffect, ChatEvent } from '../engine/events.ts'
import { targetKey } from '../engine/changes.ts'
import { toChatMessage, toConversation, toOutgoing, toPositions, toVoiceClip } from '../engine/chat.map.ts'
import type { ChatState, Edit, MessageCommand, OutboxMessage } from '../engine/state.ts'
import { endOfRun, latestFirst } from '../engine/thread.ts'
import type { ChatCache } from '../storage/history-cache.ts'
import type { Outbox } from '../storage/outbox.ts'
import type { ChatTabs } from './tabs.ts'

/** The dependencies of chat; tests replace the clock and the network. */
export type ChatOptions = {
  me: Uid
  link: Pick<SocketLink, 'send' | 'ensure' | 'subscribe' | 'state' | 'onState' | 'giveUp'>
  api: ChatApi
  outbox: Outbox
  cache: ChatCache
  /** Deletes what the user has not sent yet in a conversation that is gone. */
  deleteDrafts: (chatId: string, keepsText: boolean) => void
  /** The user's other tabs. */
  tabs: ChatTabs
  /** A message could not be sent: no socket, or a dead one. It stays queued (spec: 'failed to send message'). */
  onSendFailed: () => void
  /** The server rejected an edit, a deletion or a reaction. The texts of `edits` must not be lost. */
  onCommandRejected: (code: ErrorCode, edits: readonly Edit[]) => void
  /** Whether the user's privacy settings allow typing indicators or receipts. */
  shares: (what: 'typing' | 'receipts') => boolean
  /** Calls `listener` when the settings are loaded or changed. Returns a function that stops. */
  onPrivacyChange: (listener: () => void) => () => void
  newId: () => string
  nowMs: () => number
  timers: Timers
}

export type EffectContext = ChatOptions & {
  dispatch: (event: ChatEvent) => void
  after: (ms: number, event: ChatEvent) => void
  state: () => ChatState
  /** Timers of unanswered frames, by message id or command key. */
  timeouts: Map<string, unknown>
  /** Reads in progress. `isRequested`: read once more at the end. */
  reads: Map<string, { isRequested: boolean }>
}

/** Without a response to a message or command within this time, the socket counts as dead. */
const RESPONSE_TIMEOUT_MS = 10_000
const OUTBOX_TIMEOUT_MS = 3_000
const CHAT_RETRY_MS = 5_000
/** A typing indicator expires after this time. */
const TYPING_DURATION_MS = 5_000

export function runEffect(context: EffectContext, effect: ChatEffect): void {
  const { link, outbox } = context
  switch (effect.do) {
    case 'load_list':
      return void oneAtATime(context, `list ${effect.tab} ${effect.from}`, () => loadList(context, effect.tab, effect.from))
    case 'load_chat':
      return void oneAtATime(context, `chat ${effect.chatId}`, () => loadChat(context, effect.chatId))
    case 'load_outbox':
      return void loadOutbox(context)
    case 'forget_chat':
      context.cache.delete(effect.chatId)
      return context.deleteDrafts(effect.chatId, effect.keepsText)
    case 'load_page':
      return void loadPage(context, effect)
    case 'load_changes':
      return void loadChanges(context, effect.chatId, effect.after)
    case 'resume':
      return resume(context)
    case 'save_message':
      return void outbox.save(effect.message)
    case 'delete_message':
      context.timers.clear(context.timeouts.get(effect.id))
      context.timeouts.delete(effect.id)
      return void outbox.delete(effect.id)
    case 'send_message': {
      const { id, voice } = effect.message
      if (voice && !voice.stored) return void oneAtATime(context, `recording ${id}`, () => uploadRecording(context, id))
      return sendMessage(context, effect.message)
    }
    case 'send_command':
      return sendCommand(context, effect.command)
    case 'notify_rejected':
      return context.onCommandRejected(effect.code, effect.edits)
    case 'broadcast':
      return context.tabs.broadcast(effect.event)
    case 'reconnect':
      return void (link.ensure() === 'no_socket' && context.onSendFailed())
    case 'send_read_receipt':
      return void link.send(chatFrames.readChat, { chat_id: effect.chatId, seq: effect.seq })
    case 'send_delivery_receipt':
      return void link.send(chatFrames.deliveredChat, { chat_id: effect.chatId, seq: effect.seq })
    case 'drop_link':
      return link.giveUp()
    case 'notify_not_sent':
      return context.onSendFailed()
    case 'later':
      return context.after(effect.ms, effect.event)
  }
}

/** Cancels the timeouts of unanswered frames, when the socket changes. */
export function cancelTimeouts({ timeouts, timers }: Pick<EffectContext, 'timeouts' | 'timers'>): void {
  for (const timer of timeouts.values()) timers.clear(timer)
  timeouts.clear()
}

/** Runs one read per key at a time. A request during a read repeats it once afterwards. */
async function oneAtATime({ reads }: EffectContext, key: string, load: () => Promise<void>): Promise<void> {
  const running = reads.get(key)
  if (running) return void (running.isRequested = true)
  const read = { isRequested: true }
  reads.set(key, read)
  while (read.isRequested) {
    read.isRequested = false
    await load()
  }
  reads.delete(key)
}

async function loadList({ api, state, dispatch }: EffectContext, tab: ChatTab, from: string | null): Promise<void> {
  const requestedAt = state().revision
  const page = await api.chats(tab, from)
  if (!page) return dispatch({ name: 'list_failed', tab, from })
  const conversations = page.chats.map(toConversation)
  dispatch({ name: 'list_loaded', tab, from, requestedAt, conversations, cursor: page.next_cursor, requests: page.requests })
}

async function loadChat({ api, state, dispatch, after }: EffectContext, chatId: string): Promise<void> {
  const requestedAt = state().revision
  const row = await api.chat(chatId)
  if (row === 'missing') dispatch({ name: 'chat_gone', chatId, requestedAt, by: 'read' })
  else if (row !== 'failed') dispatch({ name: 'chat_opened', conversation: toConversation(row), requestedAt, by: 'read' })
  // Messages count as seen only once the chat's position is known. While offline, the next reconnect reads it.
  else if (state().online) after(CHAT_RETRY_MS, { name: 'chat_changed', chatId })
}

/** Nothing is sent before the outbox is read, so a storage that hangs must not block for long. */
async function loadOutbox({ outbox, dispatch, after }: EffectContext): Promise<void> {
  after(OUTBOX_TIMEOUT_MS, { name: 'outbox_loaded', messages: [] })
  dispatch({ name: 'outbox_loaded', messages: await outbox.all() })
}

type LoadPage = Extract<ChatEffect, { do: 'load_page' }>

async function loadPage({ api, state, dispatch }: EffectContext, { chatId, page, at }: LoadPage): Promise<void> {
  // Changes after the request may or may not be in the page.
  const changeSeq = state().messages[chatId]?.changeSeq ?? 0
  const lastSeq = state().conversations[chatId]?.lastSeq ?? null
  const response = await api.page(chatId, page, at)
  if (typeof response === 'string') dispatch({ name: 'page_failed', chatId, page, at, isMissing: response === 'missing' })
  else dispatch({ name: 'page_loaded', chatId, page, at, changeSeq, lastSeq, messages: response.map(toChatMessage) })
}

async function loadChanges({ api, dispatch }: EffectContext, chatId: string, after: number): Promise<void> {
  const response = await api.changes(chatId, after)
  if (!response) return dispatch({ name: 'changes_failed', chatId })
  const messages = response.messages.map(toChatMessage)
  dispatch({ name: 'changes_loaded', chatId, after, messages, changeSeq: response.change_seq })
}

/** Sends the positions of the loaded chats, as many of the latest as the server takes; it answers with everything newer. */
function resume({ link, state }: EffectContext): void {
  const loaded = Object.entries(state().messages).flatMap(([chatId, thread]) =>
    thread.status === 'ready' && thread.reachesNewest ? [{ chatId, ...thread }] : [],
  )
  const latest = latestFirst(loaded, state()).slice(0, limits.resumedChats.max)
  link.send(chatFrames.resume, {
    chats: latest.map(({ chatId, items, changeSeq }) => {
      const seq = endOfRun(items)
      const last = items.find((item) => item.seq === seq)
      return { chat_id: chatId, seq, id: last?.id ?? null, change_seq: changeSeq }
    }),
  })
}

/** Uploads the recording of an unsent message; the message follows it. */
async function uploadRecording({ api, state, dispatch }: EffectContext, id: string): Promise<void> {
  const voice = state().outbox.find((message) => message.id === id)?.voice
  if (!voice || voice.stored) return
  const result = await api.uploadRecording(voice, (uploadId) => dispatch({ name: 'recording_uploaded', id, uploadId, stored: null }))
  if (typeof result === 'string') dispatch({ name: 'rejected', id, code: result })
  else dispatch({ name: 'recording_uploaded', id, uploadId: result.id, stored: toVoiceClip(result) })
}

function sendMessage(context: EffectContext, message: OutboxMessage): void {
  context.link.send(chatFrames.sendMessage, { message: toOutgoing(message), to: message.to })
  startTimeout(context, message.id, { name: 'message_timed_out', id: message.id })
}

function sendCommand(context: EffectContext, command: MessageCommand): void {
  const { link } = context
  const message: FrameData<typeof chatFrames.deleteMessage> = { id: command.id, chat_id: command.chatId, seq: command.seq }
  if (command.kind === 'edit') link.send(chatFrames.editMessage, { ...message, content: command.content })
  else if (command.kind === 'delete') link.send(chatFrames.deleteMessage, message)
  else link.send(chatFrames.react, { ...message, emoji: command.emoji, on: command.on })
  startTimeout(context, targetKey(command), { name: 'command_timed_out', command })
}

function startTimeout({ timeouts, timers, dispatch }: EffectContext, key: string, onTimeout: ChatEvent): void {
  timers.clear(timeouts.get(key))
  timeouts.set(
    key,
    timers.set(() => dispatch(onTimeout), RESPONSE_TIMEOUT_MS),
  )
}

/** Turns socket frames into chat events. Returns a function that stops. */
export function subscribeToFrames(context: Pick<EffectContext, 'link' | 'dispatch' | 'after' | 'nowMs' | 'state'>): () => void {
  const { link, dispatch, after, nowMs, state } = context
  return stopAll([
    link.subscribe(chatFrames.new_message, ({ message }) => dispatch({ name: 'message_received', message: toChatMessage(message) })),
    link.subscribe(chatFrames.message_stored, ({ id, chat_id, seq, sent_date, duplicate = false }) =>
      dispatch({ name: 'message_stored', id, chatId: chat_id, seq, sentDate: sent_date, duplicate }),
    ),
    link.subscribe(chatFrames.message_edited, ({ message }) => dispatch({ name: 'message_changed', message: toChatMessage(message) })),
    link.subscribe(chatFrames.message_deleted, ({ id, chat_id, seq, change_seq }) =>
      dispatch({ name: 'message_deleted', id, chatId: chat_id, seq, changeSeq: change_seq }),
    ),
    link.subscribe(chatFrames.message_reacted, ({ id, chat_id, seq, change_seq, reactions }) =>
      dispatch({ name: 'message_reacted', id, chatId: chat_id, seq, changeSeq: change_seq, reactions }),
    ),
    link.subscribe(platformFrames.error, ({ id, code }) => id !== undefined && dispatch({ name: 'rejected', id, code })),
    link.subscribe(chatFrames.is_typing, ({ chat_id, by }) => {
      const untilMs = nowMs() + TYPING_DURATION_MS
      dispatch({ name: 'typing_started', chatId: chat_id, by, untilMs })
      after(TYPING_DURATION_MS, { name: 'typing_ended', chatId: chat_id, untilMs })
    }),
    link.subscribe(chatFrames.chat_read, ({ chat_id, by, seq }) => dispatch({ name: 'read_receipt', chatId: chat_id, by, seq })),
    link.subscribe(chatFrames.chat_delivered, ({ chat_id, by, seq }) => dispatch({ name: 'delivery_receipt', chatId: chat_id, by, seq })),
    link.subscribe(chatFrames.resumed, ({ chats, reset }) => dispatch({ name: 'resumed', positions: chats.map(toPositions), reset })),
    link.subscribe(chatFrames.chat_moved, (moved) => dispatch({ name: 'chat_advanced', position: toPositions(moved) })),
    link.subscribe(chatFrames.chat_changed, ({ chat_id: chatId, gone }) =>
      dispatch(gone ? { name: 'chat_gone', chatId, requestedAt: state().revision, by: 'frame' } : { name: 'chat_changed', chatId }),
    ),
    // The permission to write may have changed.
    link.subscribe(connectionFrames.connection_changed, ({ uid }) => dispatch({ name: 'relationship_changed', uid, mayHide: true })),
    link.subscribe(connectionFrames.person_changed, ({ person }) => dispatch({ name: 'person_changed', person })),
    link.subscribe(connectionFrames.new_connection_added, ({ person }) =>
      dispatch({ name: 'relationship_changed', uid: person.uid, mayHide: false }),
    ),
  ])
}
