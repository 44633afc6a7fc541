/* Moments on their way to the server: new ones and edited ones. They stand in the feed at once. What the server refuses goes back to
   where it was written; what could not be told waits in this browser, over reloads too, until the server is back. */
import * as z from 'zod/mini'
import { create } from 'zustand'
import { findLink } from '#contract/links.ts'
import { moment as momentSchema, momentCalls, type Moment } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { useAuthStore, whenPersonLeaves } from '#web/features/identity/auth.store.ts'
import { readApi, type ApiResult } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { queryClient } from '#web/platform/query.ts'
import { buddiesFeed, changeEverywhere, feedKey, withFirst, type FeedPages } from './moments.cache.ts'

const kinds = z.enum(['post', 'edit'])

export type Outgoing = {
  kind: z.output<typeof kinds>
  /** As it will be. */
  moment: Moment
  /** `waiting`: the server can't be reached. `refused`: it stands nowhere until whoever wrote it has it back. */
  state: 'sending' | 'waiting' | 'refused'
  /** Why it was refused. */
  failure: ApiFailure | null
}

/** Those on their way, in the order they were written. */
export const useOutgoing = create<{ all: readonly Outgoing[] }>()(() => ({ all: [] }))

// What is on its way is nobody else's who signs in here.
whenPersonLeaves(() => useOutgoing.setState({ all: [] }))

/** What is posted. The same id again, after a lost answer, is still one moment. */
export type MomentToPost = { id: string; text: string; audience: Audience; pictures: readonly UploadedPicture[] }

/** Posts a moment: it stands at the head of the feeds it belongs to from now on. Resolves once it is known what became of it. */
export function postMoment(
  { uid, user_name, name, avatar_url }: PersonCard,
  { id, text, audience, pictures }: MomentToPost,
): Promise<void> {
  const moment: Moment = {
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
  }
  return begin({ kind: 'post', moment, state: 'sending', failure: null })
}

/** Changes one's own moment wherever it stands. Resolves once it is known what became of it. */
export function editMoment(before: Moment, { text, audience }: { text: string; audience: Audience }): Promise<void> {
  const editedAt = text === before.text ? before.edited_at : new Date().toISOString()
  const moment: Moment = { ...before, text, audience, link: findLink(text), edited_at: editedAt }
  return begin({ kind: 'edit', moment, state: 'sending', failure: null })
}

/** Takes back what waits or was refused; undefined when it is on its way again, or gone. */
export function takeBack(id: string): Outgoing | undefined {
  const found = find(id)
  if (!found || found.state === 'sending') return undefined
  drop(id)
  return found
}

/** Hands what waits back to whoever wrote it, as if it had been refused, without a reason. */
export function stopWaiting(id: string): void {
  if (find(id)?.state === 'waiting') change(id, { state: 'refused', failure: null })
}

/** Goes on with what an earlier visit left; whatever waits goes on by itself when the server is back, on every page. */
export function resumeOutgoing(): void {
  const known = useOutgoing.getState().all
  const left = recallOutgoing().filter(({ moment }) => !known.some((one) => one.moment.id === moment.id))
  useOutgoing.setState({ all: [...left, ...known] })
  sendWaiting()
}

let isListening = false

function goOnWhenBack(): void {
  if (!isListening) onServerBack(sendWaiting)
  isListening = true
}

function begin(entry: Outgoing): Promise<void> {
  const busy = find(entry.moment.id)
  useOutgoing.setState(({ all }) => ({
    all: busy ? all.map((one) => (one === busy ? { ...entry, kind: busy.kind } : one)) : [...all, entry],
  }))
  remember()
  // Whoever changes it again while an answer is awaited is sent after that one: the last wish must arrive last.
  return busy?.state === 'sending' ? Promise.resolve() : send(entry.moment.id)
}

function sendWaiting(): void {
  for (const { state, moment } of useOutgoing.getState().all) if (state === 'waiting') void send(moment.id)
}

async function send(id: string): Promise<void> {
  const entry = find(id)
  if (!entry) return
  goOnWhenBack()
  change(id, { state: 'sending', failure: null })
  const result = await tell(entry)
  const now = find(id)
  // Forgotten meanwhile: somebody has signed out.
  if (!now) return
  if (now.moment !== entry.moment) {
    if (result.ok) change(id, { kind: 'edit' })
    return send(id)
  }
  if (result.ok) {
    // In one go for whoever draws: the moment neither leaves the feed nor stands there twice.
    settle(entry.kind, result.value)
    drop(id)
    return
  }
  const { kind } = result.failure
  change(id, kind === 'offline' || kind === 'signed_out' ? { state: 'waiting' } : { state: 'refused', failure: result.failure })
}

function tell({ kind, moment: { id, text, audience, pictures } }: Outgoing): Promise<ApiResult<Moment>> {
  if (kind === 'edit') return readApi(momentCalls.editMoment, { params: { id }, body: { text, audience } })
  return readApi(momentCalls.postMoment, { body: { id, text, audience, pictures: pictures.map((one) => ({ id: one.id, alt: one.alt })) } })
}

function settle(kind: Outgoing['kind'], moment: Moment): void {
  if (kind === 'edit') {
    changeEverywhere(moment.id, () => moment)
    return
  }
  for (const feedOf of [buddiesFeed, { uid: moment.author.uid }]) {
    queryClient.setQueryData<FeedPages>(feedKey(feedOf), (feed) => feed && withFirst(feed, moment))
  }
}

const find = (id: string): Outgoing | undefined => useOutgoing.getState().all.find(({ moment }) => moment.id === id)

function change(id: string, fields: Partial<Outgoing>): void {
  useOutgoing.setState(({ all }) => ({ all: all.map((one) => (one.moment.id === id ? { ...one, ...fields } : one)) }))
  remember()
}

function drop(id: string): void {
  useOutgoing.setState(({ all }) => ({ all: all.filter(({ moment }) => moment.id !== id) }))
  remember()
}

const memoryOf = (uid: string) => `moments-outgoing.${uid}`

/** What was refused is kept as well: it may be that nobody has it back before the page is gone. */
const keptSchema = z.array(z.object({ kind: kinds, moment: momentSchema, isRefused: z.boolean() }))

function remember(): void {
  const { all } = useOutgoing.getState()
  const kept = all.map(({ kind, moment, state }) => ({ kind, moment, isRefused: state === 'refused' }))
  keep(memoryOf(useAuthStore.getState().uid ?? ''), kept.length > 0 ? JSON.stringify(kept) : null)
}

function recallOutgoing(): Outgoing[] {
  try {
    const kept = keptSchema.parse(JSON.parse(recall(memoryOf(useAuthStore.getState().uid ?? '')) ?? '[]'))
    return kept.map(({ kind, moment, isRefused }) => ({ kind, moment, state: isRefused ? 'refused' : 'waiting', failure: null }))
  } catch {
    // An older version, or something else, has written there.
    return []
  }
}
