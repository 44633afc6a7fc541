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
let view: Listener | null = null
let asked: (() => void) | null = null
/** The key of the last notice about each thing. */
const lastAbout = new Map<string, number>()
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
  if (about !== null) lastAbout.set(about, notice.key)
  if (view) {
    view(notice)
    return
  }
  waiting.push(notice)
  asked?.()
}

/** Takes back what was told about that, because the person is looking at the thing itself. */
export async function takeBackNotices(about: string): Promise<void> {
  const key = lastAbout.get(about)
  if (key === undefined) return
  lastAbout.delete(about)
  waiting.splice(0, waiting.length, ...waiting.filter((notice) => notice.about !== about))
  if (!view) return
  // The view that draws it has brought the library already.
  const { notifications } = await import('@mantine/notifications')
  notifications.hide(String(key))
}

/** Fires once a first notice waits and no view is there yet: time to load it. Returns a function that stops listening. */
export function onNoticesWanted(load: () => void): () => void {
  asked = load
  if (waiting.length > 0) load()
  return () => {
    if (asked === load) asked = null
  }
}

/** The view takes over: it gets what waited, then every notice as it comes. Returns a function that lets go. */
export function showNoticesWith(listener: Listener): () => void {
  view = listener
  for (const notice of waiting.splice(0)) listener(notice)
  return () => {
    if (view === listener) view = null
  }
}
