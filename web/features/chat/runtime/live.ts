/* Starts chat for the signed-in user on the app's socket, with notices of messages off screen. */
import { QueryObserver } from '@tanstack/react-query'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import { privacyCalls, type PrivacySettings } from '#contract/identity/privacy.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { isMuted } from '#web/features/connections/mutes.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { dismissNotices, type notify as notifyPerson } from '#web/platform/notices.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import { browserTimers, type SocketLink } from '#web/platform/socket/socket-link.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import { chatApi } from './chat.api.ts'
import { openChatCache } from '../storage/history-cache.ts'
import { provideChat } from './current-chat.ts'
import { openOutbox } from '../storage/outbox.ts'
import { createChatState } from './chat.state.ts'
import { openTabs } from './tabs.ts'
import { type NewMessage, notifyOfMessages } from './notices.ts'
import { loadGoneChats, notifyOfRemoval } from './removal-notice.ts'

export type ChatStartOptions = {
  me: Uid
  link: SocketLink
  notify: typeof notifyPerson
  /** Navigates to a path, for the action of a notice. */
  open: (path: string) => void
}

/** Loaded on demand, to keep the initial bundle small. */
const loadRejections = () => import('./rejections.ts')

/**
 * Starts chat and provides it to the pages. Returns a function that stops it.
 * @param missed frames of messages that arrived before the start; they get notices too
 */
export function startChat({ me, link, notify, open }: ChatStartOptions, missed: readonly NewMessage[] = []): () => void {
  const cache = openChatCache(browserTimers)
  const privacy = followPrivacy()
  const chat = createChatState({
    me,
    link,
    api: chatApi,
    outbox: openOutbox(),
    cache,
    deleteDrafts: (chatId, keepsText) =>
      void loadGoneChats().then(({ deleteDraftsOfGone }) => deleteDraftsOfGone(chatId, keepsText, { chat, notify, open })),
    tabs: openTabs(me),
    onSendFailed: notifyOnce(notify),
    onCommandRejected: (code, edits) => void loadRejections().then(({ reportRejected }) => reportRejected(code, edits, notify)),
    shares: privacy.shares,
    onPrivacyChange: privacy.onPrivacyChange,
    newId: () => newUuidv7(Date.now()),
    nowMs: Date.now,
    timers: browserTimers,
  })
  // Before chat itself subscribes, so that new messages are still recognized as new.
  return stopAll([
    notifyOfMessages(chat, { me, link, notify, open, dismiss: dismissNotices, isMuted: (uid) => isMuted(queryClient, uid) }, missed),
    notifyOfRemoval(chat, { link, notify }),
    chat.start(),
    provideChat(chat),
    // Pending writes must not reach the next user of this browser. Leaving the page is not a sign-out.
    onUserLeft(() => void cache.clear()),
    privacy.stop,
  ])
}

type Shared = 'typing' | 'receipts'

/**
 * Follows the privacy settings; the settings page shares the query, so changes apply at once. Until they are loaded nothing is shared:
 * a receipt can be sent later, but not taken back.
 */
function followPrivacy(): { shares: (topic: Shared) => boolean; onPrivacyChange: (listener: () => void) => () => void; stop: () => void } {
  const observer = new QueryObserver(queryClient, callQuery(privacyCalls.getPrivacy, {}, { staleMs: Number.POSITIVE_INFINITY }))
  const listeners = new Set<() => void>()
  // A page may have loaded them already.
  let settings: PrivacySettings | undefined = observer.getCurrentResult().data
  const stop = observer.subscribe(({ data }) => {
    settings = data
    for (const listener of listeners) listener()
  })
  return {
    shares: (topic) => settings?.[topic] === true,
    onPrivacyChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop,
  }
}

/** Shows the spec's notice (section 8), once per display time. The messages stay queued. */
function notifyOnce(notify: typeof notifyPerson): () => void {
  let shownAtMs = -timings.noticeMs
  return () => {
    // `abs`: a clock that was set back must not suppress the notice for long.
    if (Math.abs(Date.now() - shownAtMs) < timings.noticeMs) return
    shownAtMs = Date.now()
    notify('error', i18n._({ id: 'chat.send-failed', message: 'failed to send message' }))
  }
}
