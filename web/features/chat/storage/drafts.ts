/* Drafts per conversation, stored over reloads and shared by the browser's tabs. Deleted on sign-out. */
import { visibleText } from '#contract/base/text.ts'
import { create } from 'zustand'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { onStoredChange } from '#web/platform/browser-storage.ts'
import { readStoredRecord, writeStoredRecord } from './stored-record.ts'

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
  writeStoredRecord(NAME, next)
}

function read(): Drafts {
  return readStoredRecord(NAME, (value) => typeof value === 'string')
}
