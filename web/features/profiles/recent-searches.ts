import { create } from 'zustand'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'

const MAX_SEARCHES = 8

type RecentSearches = {
  /** Newest first. */
  recent: readonly string[]
  /** Loads a user's searches from this browser. */
  read: (uid: Uid) => void
  add: (uid: Uid, typed: string) => void
  forget: (uid: Uid, typed: string) => void
  clear: (uid: Uid) => void
}

/** Recent searches, stored only in this browser. */
export const useRecentSearches = create<RecentSearches>()((set) => {
  const write = (uid: Uid, recent: readonly string[]) => {
    writeStored(storageKey(uid), recent.length > 0 ? JSON.stringify(recent) : null)
    set({ recent })
  }
  return {
    recent: [],
    read: (uid) => set({ recent: loadSearches(uid) }),
    add: (uid, typed) => write(uid, [typed, ...without(loadSearches(uid), typed)].slice(0, MAX_SEARCHES)),
    forget: (uid, typed) => write(uid, without(loadSearches(uid), typed)),
    clear: (uid) => write(uid, []),
  }
})

// Stored data is cleared elsewhere (web/app/clear-user-data.ts).
onUserLeft(() => useRecentSearches.setState({ recent: [] }))

/** The saved text of a search with a choice: the chosen name if it can be searched, else the typed text. */
export function searchTextOfChoice(name: string, typed: string): string {
  return name.length >= limits.search.min && name.length <= limits.search.max ? name : typed
}

const without = (recent: readonly string[], typed: string) =>
  recent.filter((other) => other.toLocaleLowerCase() !== typed.toLocaleLowerCase())
const storageKey = (uid: Uid) => `searches.${uid}`

function loadSearches(uid: Uid): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(uid)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((typed) => typeof typed === 'string') : []
  } catch {
    // Invalid stored data counts as empty.
    return []
  }
}
