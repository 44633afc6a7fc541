/* Edits, deletions and reactions. The server's have a number in their chat, without gaps: a client that misses one requests it. The
   user's own are pending commands: shown at once and sent until the server answers, even after a reload. The server answers every
   command, even one without effect, so silence means that it never arrived. */
import { withoutEffects, type ChatEffect, type ChatEvent, type Step } from './events.ts'
import { emptyThread, withConversation, withThread } from './thread.ts'
import type { ChatId, ChatMessage, ChatState, Edit, MessageCommand } from './state.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { retryDelayMs } from './outgoing.ts'

/** With more missed changes than this, the chat reloads its newest page instead. */
const MAX_CHANGES = 400
const CHANGES_RETRY_MS = 3_000

export function messageChanged(state: ChatState, message: ChatMessage): ChatState {
  return changed(state, message.chat_id, message.changeSeq, message.seq, () => message, message)
}

export function messageDeleted(
  state: ChatState,
  { id, chatId, seq, changeSeq }: { id: string; chatId: ChatId; seq: number; changeSeq: number },
): ChatState {
  const next = changed(state, chatId, changeSeq, seq, (message) => withoutContent({ ...message, changeSeq }))
  return settleCommandsWhere(next, id, () => true, true)
}

type Reacted = { id: string; chatId: ChatId; seq: number; changeSeq: number; reactions: ChatMessage['reactions'] }

export function messageReacted(state: ChatState, { id, chatId, seq, changeSeq, reactions }: Reacted): ChatState {
  const next = changed(state, chatId, changeSeq, seq, (message) => ({ ...message, reactions, changeSeq }))
  return settleCommandsWhere(
    next,
    id,
    (command) => command.kind === 'react' && hasReacted({ reactions }, command.emoji, state.me) === command.on,
  )
}

type Change = (message: ChatMessage) => ChatMessage

/** @param full the whole message, if the server sent it: it settles commands on a message that is not loaded */
function changed(
  state: ChatState,
  chatId: ChatId,
  changeSeq: number,
  seq: number,
  change: Change,
  full: ChatMessage | null = null,
): ChatState {
  // With equal counts the whole message wins: a reaction may be published before the edit that preceded it.
  const isOlder = (message: ChatMessage) => message.changeSeq < changeSeq || (full !== null && message.changeSeq === changeSeq)
  const apply = (message: ChatMessage): ChatMessage =>
    message.seq === seq && isOlder(message) ? change(message) : withChangedReply(message, seq, change)
  let next = state
  const thread = state.messages[chatId]
  if (thread) {
    const reached = changeSeq === thread.changeSeq + 1 ? changeSeq : thread.changeSeq
    next = withThread(next, chatId, { items: thread.items.map(apply), changeSeq: reached })
  }
  const conversation = next.conversations[chatId]
  if (conversation)
    next = withConversation(next, {
      ...conversation,
      last: conversation.last && apply(conversation.last),
      changeSeq: Math.max(conversation.changeSeq, changeSeq),
    })
  const after =
    next.messages[chatId]?.items.find((message) => message.seq === seq) ??
    (conversation?.last?.seq === seq ? next.conversations[chatId]?.last : full)
  return after ? settleCommands(next, after) : next
}

/** A quote shows the current text and author of its message. */
function withChangedReply(message: ChatMessage, seq: number, change: Change): ChatMessage {
  const { reply } = message
  if (reply?.seq !== seq) return message
  const { from: sender, userName: name, type: kind } = reply
  const quoted = { ...message, sender, userName: name, type: kind, content: reply.content, isDeleted: reply.deleted ?? false }
  const { sender: from, userName, type, content, isDeleted } = change(quoted)
  return { ...message, reply: { ...reply, from, userName, type, content, ...(isDeleted ? { deleted: true as const } : {}) } }
}

export function changesLoaded(state: ChatState, event: Extract<ChatEvent, { name: 'changes_loaded' }>): ChatState {
  const { chatId, after, messages, changeSeq } = event
  const thread = state.messages[chatId]
  if (!thread) return state
  const next = messages.reduce((current, message) => messageChanged(current, message), state)
  // A page requested earlier than the current position leaves a gap, which is requested again.
  const reached = after <= thread.changeSeq ? Math.max(thread.changeSeq, changeSeq) : thread.changeSeq
  return withThread(next, chatId, { changeSeq: reached, isChanging: false })
}

export function changesFailed(state: ChatState, chatId: ChatId): Step {
  const again: ChatEvent = { name: 'changes_loaded', chatId, after: 0, messages: [], changeSeq: 0 }
  return { state, effects: [{ do: 'later', ms: CHANGES_RETRY_MS, event: again }] }
}

/** Requests the missed changes of every loaded chat. */
export function catchUpChanges(state: ChatState): Step {
  let next = state
  const effects: ChatEffect[] = []
  for (const [chatId, thread] of Object.entries(state.messages)) {
    const missing = (state.conversations[chatId]?.changeSeq ?? 0) - thread.changeSeq
    if (thread.status !== 'ready' || thread.isChanging || thread.catchingUp || missing <= 0) continue
    if (missing > MAX_CHANGES) {
      next = withThread(next, chatId, { ...emptyThread, changeSeq: thread.changeSeq + missing })
      effects.push({ do: 'load_page', chatId, page: 'newest', at: null }, { do: 'load_chat', chatId })
    } else {
      next = withThread(next, chatId, { isChanging: true })
      effects.push({ do: 'load_changes', chatId, after: thread.changeSeq })
    }
  }
  return { state: next, effects }
}

/** A command of another tab is sent from here after this time. */
const TAKEOVER_MS = 15_000
/** More commands per second would exceed the rate limit of the server. */
const MAX_COMMANDS_PER_SECOND = 20

/** Shows a command at once, and sends it while online. */
export function commandIssued(state: ChatState, command: MessageCommand): Step {
  const others = state.commands.filter((other) => !hasSameTarget(command, other))
  const message = state.messages[command.chatId]?.items.find(({ id }) => id === command.id)
  // Already true, and no opposite command is pending.
  if (others.length === state.commands.length && message && isApplied(command, message, state.me)) return withoutEffects(state)
  const broadcast: ChatEffect = { do: 'broadcast', event: { name: 'command_issued_elsewhere', command } }
  const next = { ...state, commands: [...others, { ...command, isAnswered: false }] }
  return { state: next, effects: [broadcast, ...(state.online ? [{ do: 'send_command', command } as const] : [])] }
}

/** Adds commands that an earlier visit or a closed tab left unconfirmed. */
export function commandsLoaded(state: ChatState, commands: readonly MessageCommand[]): Step {
  const added = commands.filter((command) => !state.commands.some((other) => hasSameTarget(command, other)))
  const pending = added.map((command) => ({ ...command, isAnswered: false }))
  const effects = state.online ? sendPaced(added) : []
  return { state: added.length === 0 ? state : { ...state, commands: [...pending, ...state.commands] }, effects }
}

/** Shows a command of another tab, and sends it from here if that tab doesn't. */
export function commandIssuedElsewhere(state: ChatState, command: MessageCommand): Step {
  const others = state.commands.filter((other) => !hasSameTarget(command, other))
  const again: ChatEffect = { do: 'later', ms: TAKEOVER_MS, event: { name: 'command_taken_over', command } }
  return { state: { ...state, commands: [...others, { ...command, isAnswered: false }] }, effects: [again] }
}

/** The other tab may be closed, or suspended in the background. */
export function commandTakenOver(state: ChatState, command: MessageCommand): Step {
  return {
    state,
    effects: state.online && state.commands.some((other) => isSameCommand(command, other)) ? [{ do: 'send_command', command }] : [],
  }
}

/** Another tab reports the command as settled. A newer command for the same message stays. */
export function commandSettledElsewhere(state: ChatState, command: MessageCommand): ChatState {
  return { ...state, commands: state.commands.filter((other) => !isSameCommand(command, other)) }
}

/** Broadcasts settled commands to the other tabs. */
export function broadcastSettledCommands(before: ChatState, now: ChatState): ChatEffect[] {
  if (before.commands === now.commands) return []
  return before.commands
    .filter((command) => !now.commands.some((other) => isSameCommand(command, other)))
    .map((command) => ({ do: 'broadcast', event: { name: 'command_settled_elsewhere', command } }))
}

/** Sends unconfirmed commands again after a reconnect. Commands are idempotent. */
export function resendCommands(state: ChatState): Step {
  const commands = state.commands.map((command) => ({ ...command, isAnswered: false }))
  return { state: { ...state, commands }, effects: sendPaced(commands) }
}

function sendPaced(commands: readonly MessageCommand[]): ChatEffect[] {
  return commands.map((command, index): ChatEffect => {
    const seconds = Math.floor(index / MAX_COMMANDS_PER_SECOND)
    return seconds === 0
      ? { do: 'send_command', command }
      : { do: 'later', ms: seconds * 1_000, event: { name: 'command_taken_over', command } }
  })
}

/**
 * Records that the server answered. Usually that settles the command; if not (one reaction too many, an edit by another device), the
 * timeout drops it.
 */
export function commandAnswered(state: ChatState, id: string, kind: MessageCommand['kind']): ChatState {
  if (!state.commands.some((command) => command.id === id && command.kind === kind)) return state
  return {
    ...state,
    commands: state.commands.map((command) => (command.id === id && command.kind === kind ? { ...command, isAnswered: true } : command)),
  }
}

/** A socket that accepts commands and never answers is dead: drop it, and keep the command for the next one. */
export function commandTimedOut(state: ChatState, command: MessageCommand): Step {
  const pending = state.commands.find((other) => hasSameTarget(command, other))
  if (!pending) return withoutEffects(state)
  if (!pending.isAnswered) return { state, effects: [{ do: 'drop_link' }] }
  return withoutEffects({ ...state, commands: state.commands.filter((other) => other !== pending) })
}

/** Some errors are temporary; any other ends the pending commands of that message. */
export function commandRejected(state: ChatState, id: string, code: ErrorCode): Step {
  const rejected = state.commands.filter((command) => command.id === id)
  if (rejected.length === 0) return withoutEffects(state)
  const ms = retryDelayMs[code]
  if (ms !== undefined)
    return { state, effects: rejected.map((command) => ({ do: 'later', ms, event: { name: 'command_taken_over', command } })) }
  return {
    state: { ...state, commands: state.commands.filter((command) => command.id !== id) },
    effects: [{ do: 'notify_rejected', code, edits: rejected.filter(isEdit) }],
  }
}

/** Removes the commands that the message already reflects. */
export function settleCommands(state: ChatState, message: ChatMessage): ChatState {
  return settleCommandsWhere(state, message.id, (command) => isApplied(command, message, state.me), message.isDeleted)
}

/** An edit of a message that another device deleted stays until the server rejects it, and then its text is kept. */
export function settleCommandsWhere(
  state: ChatState,
  id: string,
  isDone: (command: MessageCommand) => boolean,
  isDeleted = false,
): ChatState {
  const own = state.commands.filter((command) => command.id === id)
  const keepsEdit = isDeleted && !own.some(({ kind }) => kind === 'delete')
  const done = own.filter((command) => isDone(command) && !(keepsEdit && isEdit(command)))
  return done.length === 0 ? state : { ...state, commands: state.commands.filter((command) => !done.includes(command)) }
}

function isApplied(command: MessageCommand, message: ChatMessage, me: string): boolean {
  if (message.isDeleted) return true
  if (command.kind === 'edit') return message.content === command.content
  if (command.kind === 'delete') return false
  return hasReacted(message, command.emoji, me) === command.on
}

const isEdit = <C extends MessageCommand>(command: C): command is C & Edit => command.kind === 'edit'

function hasSameTarget(command: MessageCommand, other: MessageCommand): boolean {
  return targetKey(command) === targetKey(other)
}

function isSameCommand(command: MessageCommand, other: MessageCommand): boolean {
  return commandKey(command) === commandKey(other)
}

/** The full key of a command, to distinguish a repetition from a different command. */
export function commandKey(command: MessageCommand): string {
  if (command.kind === 'edit') return `${targetKey(command)} ${command.content}`
  return command.kind === 'react' ? `${targetKey(command)} ${command.on}` : targetKey(command)
}

/** The key of what a command changes: the text of a message, its existence, or one reaction. */
export function targetKey(command: MessageCommand): string {
  return command.kind === 'react' ? `react ${command.id} ${command.emoji}` : `${command.kind} ${command.id}`
}

export function hasReacted({ reactions }: Pick<ChatMessage, 'reactions'>, emoji: string, uid: string): boolean {
  return reactions.some((reaction) => reaction.emoji === emoji && reaction.by.includes(uid))
}

/** The placeholder of a message that was deleted for everyone. */
export function withoutContent(message: ChatMessage): ChatMessage {
  return { ...message, isDeleted: true, content: '', referenceItem: [], media: [], pictures: [], voice: null, reactions: [], reply: null }
}

export function withCommands(message: ChatMessage, commands: readonly MessageCommand[], me: string): ChatMessage {
  return commands.reduce((current, command) => (command.id === message.id ? withCommand(current, command, me) : current), message)
}

function withCommand(message: ChatMessage, command: MessageCommand, me: string): ChatMessage {
  if (message.isDeleted) return message
  if (command.kind === 'delete') return withoutContent(message)
  if (command.kind === 'edit') return { ...message, content: command.content, editedDate: message.editedDate || message.sent_date }
  if (hasReacted(message, command.emoji, me) === command.on) return message
  const others = message.reactions.map((reaction) =>
    reaction.emoji === command.emoji ? { ...reaction, by: reaction.by.filter((uid) => uid !== me) } : reaction,
  )
  if (!command.on) return { ...message, reactions: others.filter(({ by }) => by.length > 0) }
  const isNew = others.every(({ emoji }) => emoji !== command.emoji)
  const updated = others.map((other) => (other.emoji === command.emoji ? { ...other, by: [...other.by, me] } : other))
  return { ...message, reactions: isNew ? [...updated, { emoji: command.emoji, by: [me] }] : updated }
}
