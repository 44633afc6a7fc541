/* One's own edits, deletions and reactions: shown at once, and asked for until the server has answered, over reloads. It answers
   each of them to the one who asked, also where there was nothing to change; so no word at all means that it was never heard. */
import type { ErrorCode } from '#contract/errors.ts'
import type { ChatEffect, Step } from './events.ts'
import { patienceMs } from './outgoing.ts'
import type { ChatMessage, ChatState, MessageAct } from './types.ts'

/** What another tab has asked for is ours to ask for after so long. */
const TAKE_OVER_MS = 15_000
/** More at once, after a long time away, would be turned away as a flood, over and over. */
const ASKED_A_SECOND = 20

const only = (state: ChatState): Step => ({ state, effects: [] })

/** Somebody changes one of the messages here: shown at once, asked for while there is a socket. */
export function acted(state: ChatState, act: MessageAct): Step {
  const others = state.acts.filter((other) => !isSameWish(act, other))
  const message = state.messages[act.chatId]?.items.find(({ id }) => id === act.id)
  // Nothing to ask for, unless the opposite was asked for a moment ago.
  if (others.length === state.acts.length && message && isTrue(act, message, state.me)) return only(state)
  const told: ChatEffect = { do: 'tell_tabs', told: { name: 'acted_elsewhere', act } }
  const next = { ...state, acts: [...others, { ...act, isAnswered: false }] }
  return { state: next, effects: [told, ...(state.online ? [{ do: 'send_act', act } as const] : [])] }
}

/** What an earlier visit, or another tab that is gone, was not answered. */
export function actsLoaded(state: ChatState, acts: readonly MessageAct[]): Step {
  const added = acts.filter((act) => !state.acts.some((other) => isSameWish(act, other)))
  const waiting = added.map((act) => ({ ...act, isAnswered: false }))
  const effects = state.online ? asked(added) : []
  return { state: added.length === 0 ? state : { ...state, acts: [...waiting, ...state.acts] }, effects }
}

/** Another tab of this person asks for it: it is shown here too, and asked for from here when that tab does not get to it. */
export function actedElsewhere(state: ChatState, act: MessageAct): Step {
  const others = state.acts.filter((other) => !isSameWish(act, other))
  const again: ChatEffect = { do: 'later', ms: TAKE_OVER_MS, event: { name: 'act_taken_over', act } }
  return { state: { ...state, acts: [...others, { ...act, isAnswered: false }] }, effects: [again] }
}

/** The other tab may be gone, or asleep in the background. */
export function actTakenOver(state: ChatState, act: MessageAct): Step {
  return { state, effects: state.online && state.acts.some((other) => isSame(act, other)) ? [{ do: 'send_act', act }] : [] }
}

/** Another tab knows that it came true, or never will. What is wished for here by now may be something else. */
export function actOverElsewhere(state: ChatState, act: MessageAct): ChatState {
  return { ...state, acts: state.acts.filter((other) => !isSame(act, other)) }
}

/** Tells the other tabs of what is over, however it came to that. */
export function tellActsOver(before: ChatState, now: ChatState): ChatEffect[] {
  if (before.acts === now.acts) return []
  return before.acts
    .filter((act) => !now.acts.some((other) => isSame(act, other)))
    .map((act) => ({ do: 'tell_tabs', told: { name: 'act_over_elsewhere', act } }))
}

/** What was not confirmed before the socket was lost is asked for again; each of them twice is as good as once. */
export function actsAgain(state: ChatState): Step {
  const acts = state.acts.map((act) => ({ ...act, isAnswered: false }))
  return { state: { ...state, acts }, effects: asked(acts) }
}

function asked(acts: readonly MessageAct[]): ChatEffect[] {
  return acts.map((act, at): ChatEffect => {
    const seconds = Math.floor(at / ASKED_A_SECOND)
    return seconds === 0 ? { do: 'send_act', act } : { do: 'later', ms: seconds * 1_000, event: { name: 'act_taken_over', act } }
  })
}

/**
 * The server has spoken of the message since it was asked. Mostly that settles the wish; one that did not come true (a reaction
 * too many, another device that changed it too) is then not waited for much longer.
 */
export function actAnswered(state: ChatState, id: string, kind: MessageAct['kind']): ChatState {
  if (!state.acts.some((act) => act.id === id && act.kind === kind)) return state
  return { ...state, acts: state.acts.map((act) => (act.id === id && act.kind === kind ? { ...act, isAnswered: true } : act)) }
}

/** A socket that takes wishes and never answers is no socket; the wish waits for the next one. */
export function actUnsettled(state: ChatState, act: MessageAct): Step {
  const waiting = state.acts.find((other) => isSameWish(act, other))
  if (!waiting) return only(state)
  if (!waiting.isAnswered) return { state, effects: [{ do: 'give_up_link' }] }
  return only({ ...state, acts: state.acts.filter((other) => other !== waiting) })
}

/** Some refusals pass by themselves; any other is the end of what was wished for that message. */
export function actRefused(state: ChatState, id: string, code: ErrorCode): Step {
  const refused = state.acts.filter((act) => act.id === id)
  if (refused.length === 0) return only(state)
  const ms = patienceMs[code]
  if (ms !== undefined) return { state, effects: refused.map((act) => ({ do: 'later', ms, event: { name: 'act_taken_over', act } })) }
  return { state: { ...state, acts: state.acts.filter((act) => act.id !== id) }, effects: [{ do: 'say_refused', code }] }
}

/** Wishes that have come true are done. */
export function settled(state: ChatState, message: ChatMessage): ChatState {
  return settledWhere(state, message.id, (act) => isTrue(act, message, state.me))
}

/** Of that message, the wishes that are done by now. */
export function settledWhere(state: ChatState, id: string, isDone: (act: MessageAct) => boolean): ChatState {
  const acts = state.acts.filter((act) => act.id !== id || !isDone(act))
  return acts.length === state.acts.length ? state : { ...state, acts }
}

function isTrue(act: MessageAct, message: ChatMessage, me: string): boolean {
  if (message.isDeleted) return true
  if (act.kind === 'edit') return message.content === act.content
  if (act.kind === 'delete') return false
  return hasGiven(message, act.emoji, me) === act.on
}

/** The later of two such wishes stands. */
function isSameWish(act: MessageAct, other: MessageAct): boolean {
  return wishOf(act) === wishOf(other)
}

function isSame(act: MessageAct, other: MessageAct): boolean {
  return exactWish(act) === exactWish(other)
}

/** The wish in full, for telling a repeated one from another. */
export function exactWish(act: MessageAct): string {
  if (act.kind === 'edit') return `${wishOf(act)} ${act.content}`
  return act.kind === 'react' ? `${wishOf(act)} ${act.on}` : wishOf(act)
}

/** What it is that a wish settles: one message's words, its being there, one reaction to it. */
export function wishOf(act: MessageAct): string {
  return act.kind === 'react' ? `react ${act.id} ${act.emoji}` : `${act.kind} ${act.id}`
}

export function hasGiven({ reactions }: Pick<ChatMessage, 'reactions'>, emoji: string, uid: string): boolean {
  return reactions.some((reaction) => reaction.emoji === emoji && reaction.by.includes(uid))
}

/** What is left of a message that was deleted for everyone: its place. */
export function withoutContent(message: ChatMessage): ChatMessage {
  return { ...message, isDeleted: true, content: '', referenceItem: [], media: [], pictures: [], reactions: [], reply: null }
}

/** The message as it will be once its acts have come true. */
export function withActs(message: ChatMessage, acts: readonly MessageAct[], me: string): ChatMessage {
  return acts.reduce((held, act) => (act.id === message.id ? withAct(held, act, me) : held), message)
}

function withAct(message: ChatMessage, act: MessageAct, me: string): ChatMessage {
  if (message.isDeleted) return message
  if (act.kind === 'delete') return withoutContent(message)
  if (act.kind === 'edit') return { ...message, content: act.content, editedDate: message.editedDate || message.sent_date }
  if (hasGiven(message, act.emoji, me) === act.on) return message
  const others = message.reactions.map((it) => (it.emoji === act.emoji ? { ...it, by: it.by.filter((uid) => uid !== me) } : it))
  if (!act.on) return { ...message, reactions: others.filter(({ by }) => by.length > 0) }
  const isNew = others.every(({ emoji }) => emoji !== act.emoji)
  const given = others.map((it) => (it.emoji === act.emoji ? { ...it, by: [...it.by, me] } : it))
  return { ...message, reactions: isNew ? [...given, { emoji: act.emoji, by: [me] }] : given }
}
