/* Starts chat for whoever is signed in, on the app's socket, and tells in passing of messages that arrive out of sight. */
import { QueryObserver } from '@tanstack/react-query'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import { privacyCalls, type PrivacySettings } from '#contract/privacy.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { isMuted } from '#web/features/connections/mutes.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { browserTimers } from '#web/platform/app-socket.ts'
import { i18n } from '#web/platform/i18n.ts'
import { dismissNotices, type notify as notifyPerson } from '#web/platform/notices.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { chatApi } from './chat.api.ts'
import { openChatCache } from '../storage/history-cache.ts'
import { provideChat } from './current-chat.ts'
import { openOutbox } from '../storage/outbox.ts'
import { createChatState } from './chat.state.ts'
import { openTabs } from './tabs.ts'
import { tellOfMessages } from './notices.ts'

export type ChatLiveOptions = {
  me: Uid
  link: SocketLink
  notify: typeof notifyPerson
  /** Opens a path of the app, for the action on a notice. */
  open: (path: string) => void
}

/** What is only said now and then is not part of what every page waits for. */
const words = () => import('../engine/messages.ts')

/**
 * Starts chat of that person and hands it to the pages. Returns a function that ends it.
 * @param missed the frames of messages that came before it could listen; they are told of like any other
 */
export function startChatLive({ me, link, notify, open }: ChatLiveOptions, missed: readonly unknown[] = []): () => void {
  const cache = openChatCache(browserTimers)
  const privacy = followPrivacy()
  const chat = createChatState({
    me,
    link,
    api: chatApi,
    outbox: openOutbox(),
    cache,
    tabs: openTabs(me),
    onSendFailed: sayOnce(notify),
    onActRefused: (code) => void words().then(({ actRefusalWords }) => notify('error', actRefusalWords(i18n, code))),
    tells: privacy.tells,
    onTells: privacy.onTells,
    newId: () => newUuidv7(Date.now()),
    nowMs: Date.now,
    timers: browserTimers,
  })
  // Before the chat itself listens: it then still knows whether the message is new.
  const stops = [
    tellOfMessages(chat, { me, link, notify, open, takeBack: dismissNotices, isMuted: (uid) => isMuted(queryClient, uid) }, missed),
    chat.start(),
    provideChat(chat),
    // What it would still write is nobody else's who sits down at this browser. Leaving the page is not signing out.
    onUserLeft(() => void cache.clear()),
    privacy.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

type Told = 'typing' | 'receipts'

/**
 * What the person lets others know. The settings page shares the query, so a switch counts at once.
 * Until it is known nothing is told: silence can be made good, a word cannot be taken back.
 */
function followPrivacy(): { tells: (what: Told) => boolean; onTells: (listener: () => void) => () => void; stop: () => void } {
  const observer = new QueryObserver(queryClient, callQuery(privacyCalls.getPrivacy, {}, { staleMs: Number.POSITIVE_INFINITY }))
  const listeners = new Set<() => void>()
  // A page may have read it already: then there is nothing to wait for.
  let settings: PrivacySettings | undefined = observer.getCurrentResult().data
  const stop = observer.subscribe(({ data }) => {
    settings = data
    for (const listener of listeners) listener()
  })
  return {
    tells: (what) => settings?.[what] === true,
    onTells(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop,
  }
}

/** The spec's words (section 8), once while they are on screen. The messages are kept and go out as soon as they can. */
function sayOnce(notify: typeof notifyPerson): () => void {
  let saidAtMs = -timings.noticeMs
  return () => {
    // A clock that is set back must not silence it until the hour has come round again.
    if (Math.abs(Date.now() - saidAtMs) < timings.noticeMs) return
    saidAtMs = Date.now()
    notify('error', i18n._({ id: 'chat.send-failed', message: 'failed to send message' }))
  }
}
