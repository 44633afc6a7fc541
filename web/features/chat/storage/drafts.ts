/* Drafts per conversation, stored over reloads and shared by the browser's tabs. Deleted on sign-out. */
import { visibleText } from '#contract/base/text.ts'
import { create } from 'zustand'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { onStoredChange, writeStored, readStored } from '#web/platform/browser-storage.ts'

type Drafts = Readonly<Record<string, string>>

const NAME = 'drafts'

const useDrafts = create<Drafts>()(() => read())
onStoredChange(NAME, () => useDrafts.setState(read(), true))
onUserLeft(() => useDrafts.setState({}, true))

/** The draft with that key; empty if there is none. */
export function useDraft(key: string): string {
  return useDrafts((drafts) => drafts[key] ?? '')
}

/** Reads a draft without subscribing. */
export function readDraft(key: string): string {
  return useDrafts.getState()[key] ?? ''
}

export function saveDraft(key: string, text: string): void {
  const { [key]: _, ...others } = useDrafts.getState()
  const next = visibleText(text) ? { ...others, [key]: text } : others
  useDrafts.setState(next, true)
  writeStored(NAME, Object.keys(next).length > 0 ? JSON.stringify(next) : null)
}

function read(): Drafts {
  try {
    const stored: unknown = JSON.parse(readStored(NAME) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    // Invalid stored data; ignore it.
    return {}
  }
}
