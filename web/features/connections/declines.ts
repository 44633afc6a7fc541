/* Declined requests. The row disappears at once; the server receives it after a grace period for "Undo", because a declined person has to
   wait before they can ask again. */
import type { IncomingRequest } from '#contract/connections.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { connectionCommands } from './connections.commands.ts'
import { useConnectionsStore } from './connections.store.ts'
import { requestKey, useDeclines } from './requests.ts'

const UNDO_MS = 6_000
/** Longer than the notice, whose timer pauses under the pointer. */
const GRACE_MS = 2 * UNDO_MS

const pending = new Map<string, { request: IncomingRequest; timer: ReturnType<typeof setTimeout> }>()

// A later command would use another user's session.
onUserLeft(() => {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending.clear()
  useDeclines.setState({ hidden: new Set() })
})

/** Hides a request and offers undo. */
export function declineWithUndo(request: IncomingRequest): void {
  const key = requestKey(request)
  if (pending.has(key)) return
  setHidden(key, true)
  pending.set(key, { request, timer: setTimeout(() => void sendDecline(request), GRACE_MS) })
  addEventListener('pagehide', sendAll)
  const message = i18n._({ id: 'connections.declined', message: 'Request from {name} declined.', values: { name: request.person.name } })
  notify('neutral', message, {
    timeoutMs: UNDO_MS,
    action: { label: i18n._({ id: 'match.dismissed.undo', message: 'Undo' }), run: () => undo(key) },
  })
}

function sendAll(): void {
  for (const { request } of pending.values()) void sendDecline(request)
}

function undo(key: string): void {
  // Already sent.
  if (!pending.has(key)) return
  clearTimeout(pending.get(key)?.timer)
  pending.delete(key)
  setHidden(key, false)
}

async function sendDecline(request: IncomingRequest): Promise<void> {
  const key = requestKey(request)
  clearTimeout(pending.get(key)?.timer)
  pending.delete(key)
  // The command lowers the count, which already leaves out hidden requests.
  useConnectionsStore.getState().rise()
  if (!(await connectionCommands.decline(request.person))) setHidden(key, false)
}

function setHidden(key: string, isHidden: boolean): void {
  const hidden = new Set(useDeclines.getState().hidden)
  if (isHidden) hidden.add(key)
  else hidden.delete(key)
  useDeclines.setState({ hidden })
}
