import type { IncomingRequest } from '#contract/connections.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { createUndoable } from '#web/platform/undoable.ts'
import { connectionCommands } from './connections.commands.ts'
import { useConnectionsStore } from './connections.store.ts'
import { requestKey, useDeclines } from './requests.ts'

const declines = createUndoable({ store: useDeclines, keyOf: requestKey, send: sendDecline, noticeMs: 6_000 })
onUserLeft(declines.clear)

/** Declines a request, with undo: a declined person has to wait before they can ask again. */
export function declineWithUndo(request: IncomingRequest): void {
  const { name } = request.person
  declines.start(request, i18n._({ id: 'connections.declined', message: 'Request from {name} declined.', values: { name } }))
}

function sendDecline({ person }: IncomingRequest): Promise<boolean> {
  // The command lowers the count, which already leaves out hidden requests.
  useConnectionsStore.getState().rise()
  return connectionCommands.decline(person)
}
