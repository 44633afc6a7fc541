/* Pages of a chat as they come in. By then the chat may have begun again elsewhere (a jump, too much that was missed, somebody who
   left and came back): a page is taken only where it belongs, and one that does not belong only frees the way for the next. */
import type { ChatEvent, Step } from './events.ts'
import { emptyThread, MAX_CATCH_UP, withLine, withThread } from './incoming.ts'
import { endOfRun, merge } from './timeline.ts'
import type { ChatState, Thread } from './types.ts'

type PageLoaded = Extract<ChatEvent, { name: 'page_loaded' }>
type PageFailed = Extract<ChatEvent, { name: 'page_failed' }>

const CATCH_UP_AGAIN_MS = 3_000

export function pageLoaded(state: ChatState, page: PageLoaded): ChatState {
  const thread = state.messages[page.chatId]
  // The chat was left, or is not ours to see any more.
  if (!thread) return state
  if (!belongs(thread, page)) return withThread(state, page.chatId, freed(page))
  // What has changed since the page was asked for is asked for again: the page may tell of an earlier state.
  const known = { ...thread, changeSeq: Math.min(thread.changeSeq, page.changeSeq) }
  switch (page.page) {
    case 'newest':
      return newestLoaded(state, known, page)
    case 'around':
      return aroundLoaded(state, known, page)
    case 'older':
      return withThread(state, page.chatId, { ...known, items: merge(thread.items, page.messages), older: 'idle' })
    case 'newer':
      return newerLoaded(state, known, page)
  }
}

/** Whether a page that was asked for with `at` is one of what is loaded, or wanted, now. */
function belongs({ status, items, reachesNewest, target }: Thread, { page, at }: Pick<PageLoaded, 'page' | 'at'>): boolean {
  // What was on its way when the chat was taken away is not ours to see any more.
  if (status === 'missing') return false
  // Somebody who was taken further up meanwhile stays there.
  if (page === 'newest') return status !== 'ready' || reachesNewest || target?.seq === 'newest'
  if (page === 'around') return target?.seq === at
  if (status !== 'ready' || at === null) return false
  const first = items[0]?.seq ?? 1
  return page === 'older' ? at === first : at >= first - 1 && at <= endOfRun(items)
}

/** What was waited for may be asked for again. */
function freed({ page }: Pick<PageLoaded, 'page'>): Partial<Thread> {
  if (page === 'older') return { older: 'idle' }
  return page === 'newer' ? { newer: 'idle', catchingUp: false } : {}
}

/** The chat stands around another place from now on. */
function aroundLoaded(state: ChatState, { target, changeSeq }: Thread, { chatId, messages }: PageLoaded): ChatState {
  const items = merge([], messages)
  const reachesNewest = (items.at(-1)?.seq ?? 0) >= lastSeqOf(state, chatId)
  return withThread(state, chatId, { ...emptyThread, status: 'ready', items, reachesNewest, target, changeSeq })
}

function newerLoaded(state: ChatState, thread: Thread, page: PageLoaded): ChatState {
  const { chatId, at, messages } = page
  if (messages.length === 0 && at === endOfRun(thread.items)) return nothingFollows(state, thread, page)
  const items = merge(thread.items, messages)
  const reachesNewest = thread.reachesNewest || endOfRun(items) >= lastSeqOf(state, chatId)
  return withThread(state, chatId, { ...thread, items, reachesNewest, catchingUp: false, newer: 'idle' })
}

/** Until the conversation itself is known, nobody knows where it ends. */
function lastSeqOf(state: ChatState, chatId: string): number {
  return state.conversations[chatId]?.lastSeq ?? Number.POSITIVE_INFINITY
}

/** Joins what is loaded unless too much lies between: then the chat starts again from its newest. */
function newestLoaded(state: ChatState, thread: Thread, { chatId, messages }: PageLoaded): ChatState {
  const end = Math.max(0, ...messages.map(({ seq }) => seq))
  const joins = thread.status === 'ready' && thread.reachesNewest && end - endOfRun(thread.items) <= MAX_CATCH_UP
  // What arrived while the page was on its way is newer than the page.
  const items = merge(joins ? thread.items : thread.items.filter(({ seq }) => seq > end), messages)
  const { target, changeSeq, isChanging } = thread
  const older = items[0]?.seq === thread.items[0]?.seq ? thread.older : 'idle'
  const next = withThread(state, chatId, { ...emptyThread, status: 'ready', items, older, target, changeSeq, isChanging })
  const conversation = next.conversations[chatId]
  // More is promised than the server has: it has gone back to an earlier state (a restored backup).
  const isPromisedTooMuch = conversation && conversation.lastSeq - endOfRun(items) > MAX_CATCH_UP
  return isPromisedTooMuch ? withLine(next, { ...conversation, lastSeq: endOfRun(items) }) : next
}

/**
 * The server knew nothing after our run: what stands beyond the hole, or was promised before it was asked, is not there (a restored
 * backup). What arrived since is missing now, and fetched as anything that is missing.
 */
function nothingFollows(state: ChatState, thread: Thread, { chatId, lastSeq }: PageLoaded): ChatState {
  const end = endOfRun(thread.items)
  const items = thread.items.filter(({ seq }) => seq <= end)
  const next = withThread(state, chatId, { ...thread, items, catchingUp: false, newer: 'idle', reachesNewest: true })
  const conversation = next.conversations[chatId]
  return conversation?.lastSeq === lastSeq ? withLine(next, { ...conversation, lastSeq: end }) : next
}

export function pageFailed(state: ChatState, failed: PageFailed): Step {
  const { chatId, page, isMissing } = failed
  const thread = state.messages[chatId]
  const only = (change: Partial<Thread>): Step => ({ state: withThread(state, chatId, change), effects: [] })
  if (!thread) return { state, effects: [] }
  if (isMissing) return only({ ...emptyThread, status: 'missing' })
  if (!belongs(thread, failed)) return only(freed(failed))
  if (page === 'older') return only({ older: 'failed' })
  if (page === 'around') return only({ status: thread.status === 'ready' ? 'ready' : 'failed', target: null })
  if (thread.status !== 'ready') return only({ status: 'failed' })
  if (page === 'newer' && thread.newer === 'loading') return only({ newer: 'failed' })
  return { state, effects: [{ do: 'later', ms: CATCH_UP_AGAIN_MS, event: { name: 'catch_up_again', chatId } }] }
}
