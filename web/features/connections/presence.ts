/* The presence of people on screen. Components request one person each; requests of one tick are batched, and frames update the
   answers (presence.live.ts). */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { Uid } from '#contract/base/ids.ts'
import { MAX_PRESENCE_UIDS, type Presence, presenceCalls } from '#contract/chat/presence.ts'
import { readApi } from '#web/platform/api-client.ts'

type PresenceState = { known: ReadonlyMap<Uid, Presence> }

export const usePresenceStore = create<PresenceState>()(() => ({ known: new Map() }))

/** How many components currently show each person. */
const shown = new Map<Uid, number>()
let pending = new Set<Uid>()

/** Whether a person is online, or when they last were. Null while unknown, and when they hide it. */
export function usePresence(uid: Uid): Presence | null {
  useEffect(() => {
    shown.set(uid, (shown.get(uid) ?? 0) + 1)
    if (!usePresenceStore.getState().known.has(uid)) request([uid])
    return () => {
      const left = (shown.get(uid) ?? 1) - 1
      if (left > 0) shown.set(uid, left)
      else shown.delete(uid)
    }
  }, [uid])
  return usePresenceStore((state) => state.known.get(uid) ?? null)
}

/** Refetches the presence of these people, and drops those that are not on screen. */
export function refetchPresence(uids: readonly Uid[]): void {
  forget(uids.filter((uid) => !shown.has(uid)))
  request(uids.filter((uid) => shown.has(uid)))
}

/** Refetches the presence of everyone on screen, because frames were missed. */
export function refetchAllPresence(): void {
  refetchPresence([...new Set([...usePresenceStore.getState().known.keys(), ...shown.keys()])])
}

/** Applies a frame. A person who also hides their last time is removed. */
export function applyPresence(presence: Presence): void {
  store([presence])
}

/** Clears all presence when another user signs in. */
export function clearPresence(): void {
  pending.clear()
  usePresenceStore.setState({ known: new Map() })
}

function request(uids: readonly Uid[]): void {
  if (uids.length === 0) return
  if (pending.size === 0) queueMicrotask(() => void fetchPending())
  for (const uid of uids) pending.add(uid)
}

async function fetchPending(): Promise<void> {
  const uids = [...pending]
  pending = new Set()
  for (let index = 0; index < uids.length; index += MAX_PRESENCE_UIDS) {
    const part = uids.slice(index, index + MAX_PRESENCE_UIDS)
    const result = await readApi(presenceCalls.getPresence, { query: { uids: part.join(',') } })
    // Without a response no user is shown as online; the next socket sign-in retries.
    if (!result.ok) continue
    forget(part)
    store(result.value.people)
  }
}

function store(people: readonly Presence[]): void {
  const known = new Map(usePresenceStore.getState().known)
  for (const person of people) known.set(person.uid, person)
  usePresenceStore.setState({ known })
}

function forget(uids: readonly Uid[]): void {
  if (uids.length === 0) return
  const known = new Map(usePresenceStore.getState().known)
  for (const uid of uids) known.delete(uid)
  usePresenceStore.setState({ known })
}
