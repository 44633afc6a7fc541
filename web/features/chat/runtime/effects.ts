/* What the machine asks of the world: frames, calls, storage, timers. What comes of it returns as an event. */
import { chatFrames } from '#contract/chat.ts'
import type { ChatTab } from '#contract/chat.ts'
import type { FrameData } from '#contract/base/frame.ts'
import { limits } from '#contract/limits.ts'
import { wishOf } from '../engine/message-commands.ts'
import type { ChatEffect, ChatEvent } from '../engine/events.ts'
import { toChatMessage, toConversation, toOutgoing } from '../engine/chat.map.ts'
import type { ChatOptions } from './options.ts'
import { endOfRun } from '../engine/timeline.ts'
import type { ChatState, MessageAct, OutboxMessage } from '../engine/types.ts'

type EffectsOptions = ChatOptions & {
  dispatch: (event: ChatEvent) => void
  after: (ms: number, event: ChatEvent) => void
  state: () => ChatState
}

/** A message or an act that is not answered within this time makes the socket suspect. */
const ANSWER_WITHIN_MS = 10_000
const OUTBOX_WITHIN_MS = 3_000
const CHAT_AGAIN_MS = 5_000

export function createChatEffects({ link, api, outbox, tabs, timers, dispatch, after, state, ...told }: EffectsOptions) {
  const answers = new Map<string, unknown>()
  const readings = new Map<string, { isWanted: boolean }>()

  function run(effect: ChatEffect): void {
    switch (effect.do) {
      case 'load_list':
        return void oneAtATime(`list ${effect.tab} ${effect.from}`, () => loadList(effect.tab, effect.from))
      case 'load_chat':
        return void oneAtATime(`chat ${effect.chatId}`, () => loadChat(effect.chatId))
      case 'load_outbox':
        return void loadOutbox()
      case 'load_page':
        return void loadPage(effect)
      case 'load_changes':
        return void loadChanges(effect.chatId, effect.after)
      case 'resume':
        return resume()
      case 'keep':
        return void outbox.keep(effect.message)
      case 'forget':
        timers.clear(answers.get(effect.id))
        answers.delete(effect.id)
        return void outbox.forget(effect.id)
      case 'send':
        return sendMessage(effect.message)
      case 'send_act':
        return sendAct(effect.act)
      case 'say_refused':
        return told.onActRefused(effect.code)
      case 'tell_tabs':
        return tabs.tell(effect.told)
      case 'wake':
        return void (link.ensure() === 'no_socket' && told.onSendFailed())
      case 'tell_read':
        return void link.send(chatFrames.readChat, { chat_id: effect.chatId, seq: effect.seq })
      case 'tell_delivered':
        return void link.send(chatFrames.deliveredChat, { chat_id: effect.chatId, seq: effect.seq })
      case 'give_up_link':
        return link.giveUp()
      case 'say_not_sent':
        return told.onSendFailed()
      case 'later':
        return after(effect.ms, effect.event)
    }
  }

  /** One reading of the same thing at a time. What is requested meanwhile is read once more afterwards. */
  async function oneAtATime(key: string, read: () => Promise<void>): Promise<void> {
    const running = readings.get(key)
    if (running) return void (running.isWanted = true)
    const reading = { isWanted: true }
    readings.set(key, reading)
    while (reading.isWanted) {
      reading.isWanted = false
      await read()
    }
    readings.delete(key)
  }

  async function loadList(tab: ChatTab, from: string | null): Promise<void> {
    const asked = state().revision
    const page = await api.chats(tab, from)
    if (!page) return dispatch({ name: 'list_failed', tab, from })
    const conversations = page.chats.map(toConversation)
    dispatch({ name: 'list_loaded', tab, from, asked, conversations, cursor: page.next_cursor, requests: page.requests })
  }

  async function loadChat(chatId: string): Promise<void> {
    const asked = state().revision
    const row = await api.chat(chatId)
    if (row === 'missing') dispatch({ name: 'chat_gone', chatId, asked, by: 'read' })
    else if (row !== 'failed') dispatch({ name: 'chat_opened', conversation: toConversation(row), asked, by: 'read' })
    // What is looked at there counts as seen only once it is known how far it is. Without a socket the next one asks.
    else if (state().online) after(CHAT_AGAIN_MS, { name: 'chat_changed', chatId })
  }

  /** Nothing is sent before the outbox was read, so a storage that hangs must not hold it up for long. */
  async function loadOutbox(): Promise<void> {
    after(OUTBOX_WITHIN_MS, { name: 'outbox_loaded', messages: [] })
    dispatch({ name: 'outbox_loaded', messages: await outbox.all() })
  }

  async function loadPage({ chatId, page, at }: Extract<ChatEffect, { do: 'load_page' }>): Promise<void> {
    // What changes while the page is on its way may or may not be in it.
    const changeSeq = state().messages[chatId]?.changeSeq ?? 0
    const lastSeq = state().conversations[chatId]?.lastSeq ?? null
    const answer = await api.page(chatId, page, at)
    if (typeof answer === 'string') dispatch({ name: 'page_failed', chatId, page, at, isMissing: answer === 'missing' })
    else dispatch({ name: 'page_loaded', chatId, page, at, changeSeq, lastSeq, messages: answer.map(toChatMessage) })
  }

  async function loadChanges(chatId: string, from: number): Promise<void> {
    const answer = await api.changes(chatId, from)
    if (!answer) return dispatch({ name: 'changes_failed', chatId })
    const messages = answer.messages.map(toChatMessage)
    dispatch({ name: 'changes_loaded', chatId, after: from, messages, changeSeq: answer.change_seq })
  }

  /** Names what is held; the server answers with what has moved since. */
  function resume(): void {
    const held = Object.entries(state().messages).flatMap(([chatId, { status, items, reachesNewest, changeSeq }]) => {
      const seq = endOfRun(items)
      const last = items.find((item) => item.seq === seq)
      return status === 'ready' && reachesNewest ? [{ chat_id: chatId, seq, id: last?.id ?? null, change_seq: changeSeq }] : []
    })
    link.send(chatFrames.resume, { chats: held.slice(0, limits.resumedChats.max) })
  }

  function sendMessage(message: OutboxMessage): void {
    link.send(chatFrames.sendMessage, { message: toOutgoing(message), to: message.to })
    awaitAnswer(message.id, { name: 'unanswered', id: message.id })
  }

  function awaitAnswer(to: string, orElse: ChatEvent): void {
    timers.clear(answers.get(to))
    answers.set(
      to,
      timers.set(() => dispatch(orElse), ANSWER_WITHIN_MS),
    )
  }

  function sendAct(act: MessageAct): void {
    const which: FrameData<typeof chatFrames.deleteMessage> = { id: act.id, chat_id: act.chatId, seq: act.seq }
    if (act.kind === 'edit') link.send(chatFrames.editMessage, { ...which, content: act.content })
    else if (act.kind === 'delete') link.send(chatFrames.deleteMessage, which)
    else link.send(chatFrames.react, { ...which, emoji: act.emoji, on: act.on })
    awaitAnswer(wishOf(act), { name: 'act_unsettled', act })
  }

  return {
    run,
    /** The socket that was to answer is gone, or a new one is there. */
    forgetAnswers() {
      for (const timer of answers.values()) timers.clear(timer)
      answers.clear()
    },
  }
}
