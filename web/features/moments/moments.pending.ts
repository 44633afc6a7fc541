/* Pending moments: new and edited ones, shown in the feed at once. A rejected one returns to its composer; without a connection it is
   stored in this browser until the server is reachable, also across reloads. */
import { create } from 'zustand'
import { findLink } from '#contract/links/links.ts'
import { momentCalls, type Moment, type QuotedMoment } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { useAuthStore, onUserLeft } from '#web/features/identity/auth.store.ts'
import { readApi, type ApiResult } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { readStored, writeText } from '#web/platform/storage/browser-storage.ts'
import { queryClient } from '#web/platform/query.ts'
import { buddiesFeed, changeEverywhere, feedKey, withPrepended, type FeedPages } from './moments.cache.ts'

export type PendingMoment = {
  kind: 'post' | 'edit'
  /** The moment after the change. */
  moment: Moment
  /** `waiting`: the server can't be reached. `rejected`: hidden until its author has it back in the composer. */
  state: 'sending' | 'waiting' | 'rejected'
  /** Why it was rejected. */
  failure: ApiFailure | null
}

/** Pending moments in the order of writing. */
export const usePendingMoments = create<{ all: readonly PendingMoment[] }>()(() => ({ all: [] }))

// Another user must not see pending moments.
onUserLeft(() => usePendingMoments.setState({ all: [] }))

/** A new moment. Its ID is the idempotency key after a lost answer. */
export type MomentToPost = {
  id: string
  text: string
  audience: Audience
  pictures: readonly UploadedPicture[]
  quoted?: QuotedMoment | null | undefined
}

/** `waiting`: it is sent later. */
type Outcome = 'done' | 'waiting' | 'rejected'

/** Posts a moment: it appears at once at the top of its feeds. Resolves with the outcome. */
export function postMoment(author: PersonCard, input: MomentToPost): Promise<Outcome> {
  return begin({ kind: 'post', moment: newMoment(author, input), state: 'sending', failure: null })
}

function newMoment({ uid, user_name, name, avatar_url }: PersonCard, { id, text, audience, pictures, quoted }: MomentToPost): Moment {
  return {
    id,
    author: { uid, user_name, name, avatar_url },
    text,
    link: findLink(text),
    pictures: [...pictures],
    audience,
    posted_at: new Date().toISOString(),
    edited_at: null,
    likes: 0,
    liked: false,
    comments: 0,
    mine: true,
    hidden: false,
    is_buddy: false,
    match_percent: null,
    ...(quoted ? { quoted } : {}),
  }
}

/** Edits a moment everywhere. Resolves with the outcome. */
export function editMoment(before: Moment, { text, audience }: { text: string; audience: Audience }): Promise<Outcome> {
  const editedAt = text === before.text ? before.edited_at : new Date().toISOString()
  const moment: Moment = { ...before, text, audience, link: findLink(text), edited_at: editedAt }
  return begin({ kind: 'edit', moment, state: 'sending', failure: null })
}

/** Removes a waiting or rejected moment and returns it; undefined when it is being sent or deleted. */
export function withdrawPending(id: string): PendingMoment | undefined {
  const found = find(id)
  if (!found || found.state === 'sending') return undefined
  drop(id)
  return found
}

/** Whether its author has to look at it again. */
export const isRejected = (id: string): boolean => find(id)?.state === 'rejected'

/** Returns a waiting moment to its author, like a rejected one without a reason. */
export function stopWaiting(id: string): void {
  if (find(id)?.state === 'waiting') change(id, { state: 'rejected', failure: null })
}

/** Resumes pending moments of an earlier visit; waiting ones resume when the server is back, on every page. */
export function resumePendingMoments(): void {
  const pending = usePendingMoments.getState().all
  const left = loadPending().filter(({ moment }) => !pending.some((entry) => entry.moment.id === moment.id))
  usePendingMoments.setState({ all: [...left, ...pending] })
  sendPending()
}

let isListening = false

function sendWhenReachable(): void {
  if (!isListening) onServerBack(sendPending)
  isListening = true
}

function begin(entry: PendingMoment): Promise<Outcome> {
  const pendingEntry = find(entry.moment.id)
  usePendingMoments.setState(({ all }) => ({
    all: pendingEntry
      ? all.map((current) => (current === pendingEntry ? { ...entry, kind: pendingEntry.kind } : current))
      : [...all, entry],
  }))
  savePending()
  // A second edit is sent after the pending one, so that the last change wins.
  return pendingEntry?.state === 'sending' ? Promise.resolve('waiting') : send(entry.moment.id)
}

function sendPending(): void {
  for (const { state, moment } of usePendingMoments.getState().all) if (state === 'waiting') void send(moment.id)
}

async function send(id: string): Promise<Outcome> {
  const entry = find(id)
  if (!entry) return 'waiting'
  sendWhenReachable()
  change(id, { state: 'sending', failure: null })
  const result = await request(entry)
  const now = find(id)
  // Cleared in the meantime by a sign-out.
  if (!now) return 'waiting'
  if (now.moment !== entry.moment) {
    if (result.ok) change(id, { kind: 'edit' })
    return send(id)
  }
  if (result.ok) {
    // One update: the moment neither disappears nor appears twice.
    settle(entry.kind, result.value)
    drop(id)
    return 'done'
  }
  const { kind } = result.failure
  const state = kind === 'offline' || kind === 'signed_out' ? 'waiting' : 'rejected'
  // A rejected repost has nothing to restore.
  if (state === 'rejected' && entry.kind === 'post' && entry.moment.quoted && entry.moment.text === '') {
    drop(id)
    return state
  }
  change(id, state === 'rejected' ? { state, failure: result.failure } : { state })
  return state
}

function request({ kind, moment: { id, text, audience, pictures, quoted } }: PendingMoment): Promise<ApiResult<Moment>> {
  if (kind === 'edit') return readApi(momentCalls.editMoment, { params: { id }, body: { text, audience } })
  const chosen = pictures.map((picture) => ({ id: picture.id, alt: picture.alt }))
  return readApi(momentCalls.postMoment, { body: { id, text, audience, pictures: chosen, ...(quoted ? { quote_of: quoted.id } : {}) } })
}

function settle(kind: PendingMoment['kind'], moment: Moment): void {
  if (kind === 'edit') {
    changeEverywhere(moment.id, () => moment)
    return
  }
  for (const feedOf of [buddiesFeed, { uid: moment.author.uid }]) {
    queryClient.setQueryData<FeedPages>(feedKey(feedOf), (feed) => feed && withPrepended(feed, moment))
  }
}

const find = (id: string): PendingMoment | undefined => usePendingMoments.getState().all.find(({ moment }) => moment.id === id)

function change(id: string, fields: Partial<PendingMoment>): void {
  usePendingMoments.setState(({ all }) => ({ all: all.map((entry) => (entry.moment.id === id ? { ...entry, ...fields } : entry)) }))
  savePending()
}

function drop(id: string): void {
  usePendingMoments.setState(({ all }) => ({ all: all.filter(({ moment }) => moment.id !== id) }))
  savePending()
}

/** The storage key of the user's pending moments. */
export const pendingKey = (uid: string) => `moments-outgoing.${uid}`

/** Includes rejected moments, which the author may not have back before the page closes. */
type Stored = { kind: PendingMoment['kind']; moment: Moment; isRefused: boolean }[]

function savePending(): void {
  const { all } = usePendingMoments.getState()
  const stored: Stored = all.map(({ kind, moment, state }) => ({ kind, moment, isRefused: state === 'rejected' }))
  writeText(pendingKey(useAuthStore.getState().uid ?? ''), stored.length > 0 ? JSON.stringify(stored) : null)
}

function loadPending(): PendingMoment[] {
  try {
    const stored = JSON.parse(readStored(pendingKey(useAuthStore.getState().uid ?? '')) ?? '[]') as Stored
    return stored.map(({ kind, moment, isRefused }) => ({
      kind,
      // An earlier version's moment may lack newer fields.
      moment: { ...newMoment(moment.author, moment), ...moment },
      state: isRefused ? 'rejected' : 'waiting',
      failure: null,
    }))
  } catch {
    // Not written by this app.
    return []
  }
}
