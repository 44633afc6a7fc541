/* Commands on another person: request, withdraw, accept, decline, unfriend, block, unblock. The screen changes at once; a rejected
   command is rolled back with a notice. Commands on one person run in order, and each completes even if the page is closed. */
import { connectionCalls, type Connection } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { readApi, type ApiResult } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient, refreshCall, cacheResponse } from '#web/platform/query.ts'
import { connectionErrorMessage } from './connections.messages.ts'
import { setRelationEverywhere } from './connections.cache.ts'
import { acceptedHere, useConnectionsStore } from './connections.store.ts'
import { fetchCount, refetchRelation, invalidateEarlierFetches } from './connections.refetch.ts'

type Send = (input: { params: { uid: Uid }; keepalive: true }) => Promise<ApiResult<Connection>>
type Command = { person: PersonCard; from: Relation; to: Relation; send: Send }

/** Each command resolves to whether it succeeded; failures have been shown. */
export const connectionCommands = {
  request: (person: PersonCard, from: Relation, note: string) =>
    perform({ person, from, to: 'requested', send: (input) => readApi(connectionCalls.requestConnection, { ...input, body: { note } }) }),
  withdraw: (person: PersonCard) =>
    perform({ person, from: 'requested', to: 'none', send: (input) => readApi(connectionCalls.withdrawRequest, input) }),
  accept: (person: PersonCard) => {
    acceptedHere.add(person.uid)
    return perform({ person, from: 'asked', to: 'connected', send: (input) => readApi(connectionCalls.acceptRequest, input) })
  },
  decline: (person: PersonCard) =>
    perform({ person, from: 'asked', to: 'none', send: (input) => readApi(connectionCalls.declineRequest, input) }),
  unfriend: (person: PersonCard) =>
    perform({ person, from: 'connected', to: 'none', send: (input) => readApi(connectionCalls.removeBuddy, input) }),
  block: (person: PersonCard, from: Relation) =>
    perform({ person, from, to: 'blocked', send: (input) => readApi(connectionCalls.blockPerson, input) }),
  unblock: (person: PersonCard) =>
    perform({ person, from: 'blocked', to: 'none', send: (input) => readApi(connectionCalls.unblockPerson, input) }),
}

// The latest unanswered command on each person.
const queues = new Map<Uid, Promise<unknown>>()

async function perform(act: Command): Promise<boolean> {
  const { uid } = act.person
  setRelationEverywhere(queryClient, uid, act.to)
  if (act.from === 'asked') useConnectionsStore.getState().fall()
  const fetches = invalidateEarlierFetches(uid)
  const answer = (queues.get(uid) ?? Promise.resolve()).then(() => act.send({ params: { uid }, keepalive: true }))
  queues.set(uid, answer)
  const result = await answer
  // A later command on the same person is pending: the screen already shows its result.
  const isLatest = queues.get(uid) === answer
  if (isLatest) queues.delete(uid)
  if (result.ok) {
    if (isLatest) settle(act, result.value)
    // An event arrived during the command: only the server knows which is newer.
    if (isLatest && fetchCount(uid) !== fetches) void refetchRelation(queryClient, uid)
    return true
  }
  if (isLatest) undo(act)
  notify('error', connectionErrorMessage(i18n, result.failure, act.person))
  return false
}

function settle(act: Command, connection: Connection): void {
  const { uid } = act.person
  setRelationEverywhere(queryClient, uid, connection.relation)
  cacheResponse(connectionCalls.getConnection, { params: { uid } }, connection)
  if (act.from === 'asked') void refreshCall(connectionCalls.getRequests)
  if (act.from === 'connected' || connection.relation === 'connected') void refreshCall(connectionCalls.getBuddies)
  // The end of a block shows the person on every page again.
  if (act.from === 'blocked') void queryClient.invalidateQueries()
}

function undo(act: Command): void {
  const { uid } = act.person
  acceptedHere.delete(uid)
  setRelationEverywhere(queryClient, uid, act.from)
  if (act.from === 'asked') useConnectionsStore.getState().rise()
  void refreshCall(connectionCalls.getConnection, { params: { uid } })
  void refreshCall(connectionCalls.getRequests)
}
