/* Notices (toasts). Any module may call `notify`; the view and its library load at the first notice. */
import { timings } from '#contract/limits.ts'

export type NoticeKind = 'positive' | 'neutral' | 'info' | 'error'
export type Notice = {
  /** Also the ID of the rendered notice, as text. */
  key: number
  kind: NoticeKind
  message: string
  /** Display duration in milliseconds. */
  timeoutMs: number
  action: NoticeAction | null
  /** The subject: a newer notice with the same subject replaces it. */
  about: string | null
  /** The direct action where the phone's system shows the notice; null if there is nothing. */
  answer: NoticeAnswer | null
}
export type NoticeAction = { label: string; run: () => void }
export type NoticeAnswer =
  | { kind: 'reply'; label: string; run: (text: string) => void }
  | { kind: 'accept'; label: string; run: () => void }

/** The phone's own notifications, in the native app. */
export type SystemNotices = {
  show: Listener
  hide: (about: string) => void
  state: () => Promise<'denied' | 'off' | 'on'>
  /** Requests the permission if needed. */
  enable: () => Promise<void>
  disable: () => Promise<void>
}

type Listener = (notice: Notice) => void
const waiting: Notice[] = []
let view: { show: Listener; hide: (about: string) => void } | null = null
let undo: (() => void) | null = null
let system: SystemNotices | null = null
let nextKey = 1

/**
 * Shows a notice at the bottom for 5 seconds. A notice `about` the same subject replaces the older one: ten messages in one conversation
 * are one notice.
 * @example notify('error', i18n._({ id: 'chat.send-failed', message: 'failed to send message' }))
 */
export function notify(
  kind: NoticeKind,
  message: string,
  options: { action?: NoticeAction; timeoutMs?: number; about?: string; answer?: NoticeAnswer } = {},
): void {
  const { timeoutMs = timings.noticeMs, action = null, about = null, answer = null } = options
  const notice: Notice = { key: nextKey++, kind, message, timeoutMs, action, about, answer }
  if (system && kind === 'neutral' && document.visibilityState === 'hidden') system.show(notice)
  if (view) {
    view.show(notice)
    return
  }
  waiting.push(notice)
  undo?.()
}

/** Dismisses the notices about a subject, because the user is looking at it. */
export function dismissNotices(about: string): void {
  waiting.splice(0, waiting.length, ...waiting.filter((notice) => notice.about !== about))
  view?.hide(about)
  system?.hide(about)
}

/** Called when the first notice is queued and no view is loaded. Returns an unsubscribe function. */
export function onFirstNotice(load: () => void): () => void {
  undo = load
  if (waiting.length > 0) load()
  return () => {
    if (undo === load) undo = null
  }
}

/**
 * Registers the view: it receives the queued notices, then each new one. Returns a function that unregisters it.
 * @param hide removes the notice about a subject from the screen
 */
export function setNoticeView(show: Listener, hide: (about: string) => void = () => undefined): () => void {
  const taken = { show, hide }
  view = taken
  for (const notice of waiting.splice(0)) show(notice)
  return () => {
    if (view === taken) view = null
  }
}

/** Registers the phone's notifications: they receive the neutral notices of the hidden app. Returns a function that unregisters them. */
export function setSystemNotices(notices: SystemNotices): () => void {
  system = notices
  return () => {
    if (system === notices) system = null
  }
}

/** The phone's notifications; null in a browser. */
export const systemNotices = (): SystemNotices | null => system
