/* Changes that can be undone: what they hide disappears at once, and the server receives them after a grace period for "Undo", or when
   the tab closes. */
import type { StoreApi } from 'zustand'
import { timings } from '#contract/limits.ts'
import { i18n } from './i18n.ts'
import { notify } from './notices.ts'

/** The keys of hidden items. */
export type Hidden = { hidden: ReadonlySet<string> }

type UndoableOptions<T> = {
  store: StoreApi<Hidden>
  keyOf: (item: T) => string
  /** Sends a change, by a request that outlives the page. @returns whether the server stored it; otherwise the item is shown again */
  send: (item: T) => Promise<boolean>
  /** How long the notice offers "Undo". */
  noticeMs?: number
}

/** Changes of one kind. Call `clear` when the user leaves: a later request would use another user's session. */
export function createUndoable<T>({ store, keyOf, send, noticeMs = timings.noticeMs }: UndoableOptions<T>) {
  const pending = new Map<string, { item: T; timer: ReturnType<typeof setTimeout> }>()

  function setHidden(key: string, isHidden: boolean): void {
    const hidden = new Set(store.getState().hidden)
    if (isHidden) hidden.add(key)
    else hidden.delete(key)
    store.setState({ hidden })
  }

  /** @returns whether the change was still pending */
  function removePending(key: string): boolean {
    clearTimeout(pending.get(key)?.timer)
    return pending.delete(key)
  }

  function undo(key: string): void {
    if (removePending(key)) setHidden(key, false)
    // The notice outlived the grace period, because the pointer rested on it.
    else notify('neutral', i18n._({ id: 'moments.removed.late', message: 'It’s too late to undo this.' }))
  }

  async function sendNow(item: T): Promise<void> {
    removePending(keyOf(item))
    if (!(await send(item))) setHidden(keyOf(item), false)
  }

  function sendAll(): void {
    for (const { item } of pending.values()) void sendNow(item)
  }

  return {
    /** Hides an item and offers undo. */
    start(item: T, message: string): void {
      const key = keyOf(item)
      if (pending.has(key)) return
      setHidden(key, true)
      // Longer than the notice, whose timer pauses under the pointer.
      pending.set(key, { item, timer: setTimeout(() => void sendNow(item), 2 * noticeMs) })
      addEventListener('pagehide', sendAll)
      notify('neutral', message, {
        timeoutMs: noticeMs,
        action: { label: i18n._({ id: 'match.dismissed.undo', message: 'Undo' }), run: () => undo(key) },
      })
    },

    /** Shows an item again. */
    show: (item: T): void => setHidden(keyOf(item), false),

    clear(): void {
      for (const key of pending.keys()) removePending(key)
      store.setState({ hidden: new Set() })
    },
  }
}
