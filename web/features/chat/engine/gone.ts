/* Chats with people whose account was deleted. The server has emptied what they wrote; a device that has it still lets go of it. */
import { NOBODY } from '#contract/base/ids.ts'
import type { ChatEffect, Step } from './events.ts'
import type { ChatMessage, ChatState, Conversation } from './types.ts'
import { shown } from './window.ts'

/** Whether the other side of that chat has deleted their account. */
export function isWithNobody({ person }: Conversation): boolean {
  return person.uid === NOBODY
}

/**
 * Drops what was loaded while the other side was still somebody; the chat on screen is read anew. No count of changes tells of
 * it, as their messages are not changed one by one: only whose they are says how old they are.
 */
export function forgetTheGone(state: ChatState): Step {
  let next = state
  const effects: ChatEffect[] = []
  for (const [chatId, { items }] of Object.entries(state.messages)) {
    const line = state.conversations[chatId]
    if (!line || !isWithNobody(line) || !items.some((item) => isOfBefore(item, state.me))) continue
    const { [chatId]: _, ...messages } = next.messages
    next = { ...next, messages }
    if (state.activeChat !== chatId) continue
    const again = shown(next, chatId, null)
    next = again.state
    effects.push(...again.effects)
  }
  return { state: next, effects }
}

function isOfBefore({ sender, receiver }: ChatMessage, me: string): boolean {
  return [sender, receiver].some((uid) => uid !== me && uid !== NOBODY)
}
