/* What was begun and not sent, per conversation, over reloads and in all tabs of this browser. Forgotten at sign-out. */
import { visibleText } from '#contract/base/text.ts'
import { create } from 'zustand'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { onStoredChange, writeStored, readStored } from '#web/platform/browser-storage.ts'

type Drafts = Readonly<Record<string, string>>

const NAME = 'drafts'

const useDrafts = create<Drafts>()(() => read())
onStoredChange(NAME, () => useDrafts.setState(read(), true))
onUserLeft(() => useDrafts.setState({}, true))

/** What was begun under that key; empty when nothing was. */
export function useDraft(key: string): string {
  return useDrafts((drafts) => drafts[key] ?? '')
}

/** The same for those who only ask now and then. */
export function draftNow(key: string): string {
  return useDrafts.getState()[key] ?? ''
}

export function keepDraft(key: string, text: string): void {
  const { [key]: _, ...others } = useDrafts.getState()
  const next = visibleText(text) ? { ...others, [key]: text } : others
  useDrafts.setState(next, true)
  writeStored(NAME, Object.keys(next).length > 0 ? JSON.stringify(next) : null)
}

function read(): Drafts {
  try {
    const kept: unknown = JSON.parse(readStored(NAME) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    // Something else has written there; a draft is no reason to fail.
    return {}
  }
}
