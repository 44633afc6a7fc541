/* What the app tells in passing. Anybody may call `notify`; the view (with its library) is loaded at the first notice. */
import { timings } from '#contract/limits.ts'

export type NoticeKind = 'positive' | 'neutral' | 'info' | 'error'
export type Notice = {
  /** As text it is also its id where it is drawn. */
  key: number
  kind: NoticeKind
  message: string
  /** Milliseconds until it goes by itself. */
  timeoutMs: number
  action: NoticeAction | null
  /** What it is about: a newer one about the same takes its place. */
  about: string | null
}
export type NoticeAction = { label: string; run: () => void }

type Listener = (notice: Notice) => void
const waiting: Notice[] = []
let view: { show: Listener; hide: (about: string) => void } | null = null
let asked: (() => void) | null = null
let nextKey = 1

/**
 * Shows a notice at the bottom for 5 seconds. One `about` the same as an older one takes its place: ten messages of one person
 * are one notice, not ten that wait for each other.
 * @example notify('error', i18n._({ id: 'chat.send-failed', message: 'failed to send message' }))
 */
export function notify(
  kind: NoticeKind,
  message: string,
  options: { action?: NoticeAction; timeoutMs?: number; about?: string } = {},
): void {
  const { timeoutMs = timings.noticeMs, action = null, about = null } = options
  const notice: Notice = { key: nextKey++, kind, message, timeoutMs, action, about }
  if (view) {
    view.show(notice)
    return
  }
  waiting.push(notice)
  asked?.()
}

/** Takes back what was told about that, because the person is looking at the thing itself. */
export function takeBackNotices(about: string): void {
  waiting.splice(0, waiting.length, ...waiting.filter((notice) => notice.about !== about))
  view?.hide(about)
}

/** Fires once a first notice waits and no view is there yet: time to load it. Returns a function that stops listening. */
export function onNoticesWanted(load: () => void): () => void {
  asked = load
  if (waiting.length > 0) load()
  return () => {
    if (asked === load) asked = null
  }
}

/**
 * The view takes over: it gets what waited, then every notice as it comes. Returns a function that lets go.
 * @param hide takes off the screen what is told about that
 */
export function showNoticesWith(show: Listener, hide: (about: string) => void = () => undefined): () => void {
  const taken = { show, hide }
  view = taken
  for (const notice of waiting.splice(0)) show(notice)
  return () => {
    if (view === taken) view = null
  }
}
