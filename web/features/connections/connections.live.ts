/* Handles connection events of the socket: updates the request count, refreshes cached responses and shows notices. */
import type { QueryClient } from '@tanstack/react-query'
import { connectionCalls, connectionFrames } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { platformFrames } from '#contract/socket.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import { i18n } from '#web/platform/i18n.ts'
import { restartReads } from '#web/platform/change-aware-client.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { clearFirstResponses } from '#web/platform/first-responses.ts'
import { callKey } from '#web/platform/query.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import { setPersonEverywhere, setRelationEverywhere } from './connections.cache.ts'
import { acceptedHere, useConnectionsStore } from './connections.store.ts'
import { refetchRelation } from './connections.refetch.ts'
import { refetchMuted } from './mutes.ts'

export type ConnectionsLiveOptions = {
  subscribe: SocketLink['subscribe']
  notify: typeof notifyPerson
  queryClient: QueryClient
  /** Opens a path, for the action of a notice. Without it notices have no action. */
  open?: (path: string) => void
  nowMs?: () => number
}

/**
 * Subscribes to connection events; refetches the requests after each socket sign-in, because frames may have been missed. Returns a
 * function that stops.
 */
export function startConnectionsLive({
  subscribe,
  notify,
  queryClient: client,
  open,
  nowMs = Date.now,
}: ConnectionsLiveOptions): () => void {
  const counter = useConnectionsStore.getState
  // Accepting sends two frames to the requester; they become one notice.
  const celebrated = new Map<Uid, number>()

  // The badge component sets the count after each fetch of this list.
  const count = () => {
    const list = { queryKey: callKey(connectionCalls.getRequests) }
    restartReads(client, list)
    void client.invalidateQueries(list, { cancelRefetch: false })
  }

  const changed = (uid: Uid, relation: Relation) => {
    setRelationEverywhere(client, uid, relation)
    void refetchRelation(client, uid)
  }

  const celebrate = (person: PersonCard, sentence: string) => {
    const last = celebrated.get(person.uid)
    celebrated.set(person.uid, nowMs())
    if (last === undefined || nowMs() - last > timings.noticeMs) notify('positive', sentence, actionOn(person))
  }

  const actionOn = ({ uid }: PersonCard) =>
    open
      ? { action: { label: i18n._({ id: 'connections.notice.look', message: 'View' }), run: () => open(`/view-connection/${uid}`) } }
      : {}

  return stopAll([
    subscribe(platformFrames.authenticated, () => {
      count()
      void refetchMuted(client)
    }),
    subscribe(connectionFrames.new_connection_request, ({ person, message }) => {
      counter().rise()
      changed(person.uid, 'asked')
      count()
      const own = i18n._({ id: 'connections.notice.request', message: '{name} wants to connect', values: { name: person.name } })
      notify('info', localizedText(message, own), actionOn(person))
    }),
    subscribe(connectionFrames.connection_request_accepted, ({ person, message }) => {
      changed(person.uid, 'connected')
      const own = i18n._({ id: 'connections.notice.accepted', message: '{name} accepted your request', values: { name: person.name } })
      celebrate(person, localizedText(message, own))
    }),
    subscribe(connectionFrames.new_connection_added, ({ person, message }) => {
      changed(person.uid, 'connected')
      count()
      if (acceptedHere.delete(person.uid)) return
      const own = i18n._({ id: 'connections.notice.added', message: 'You and {name} are buddies now', values: { name: person.name } })
      celebrate(person, localizedText(message, own))
    }),
    subscribe(connectionFrames.connection_request_rejected, ({ person, message }) => {
      counter().fall()
      changed(person.uid, 'none')
      count()
      const own = i18n._({
        id: 'connections.notice.rejected',
        message: 'You declined {name}’s request',
        values: { name: person.name },
      })
      notify('neutral', localizedText(message, own))
    }),
    subscribe(connectionFrames.connection_sent, ({ person, message }) => {
      changed(person.uid, 'requested')
      const own = i18n._({ id: 'connections.notice.sent', message: 'Request sent to {name}', values: { name: person.name } })
      notify('info', localizedText(message, own))
    }),
    subscribe(connectionFrames.person_changed, ({ person }) => setPersonEverywhere(client, person)),
    subscribe(connectionFrames.connection_changed, ({ uid }) => {
      // They came with the session, before the change.
      clearFirstResponses()
      void refetchRelation(client, uid)
      void refetchMuted(client)
      count()
    }),
  ])
}

/** The server's message is en-US; other languages use the app's own. */
function localizedText(message: string, own: string): string {
  return i18n.locale === DEFAULT_LANGUAGE ? message : own
}
