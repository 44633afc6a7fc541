/* Drafts per conversation, stored over reloads and shared by the browser's tabs. Deleted on sign-out. */
import { visibleText } from '#contract/base/text.ts'
import { createStoredRecord } from './stored-record.ts'

export const DRAFTS_KEY = 'drafts'
const drafts = createStoredRecord(DRAFTS_KEY, (value) => typeof value === 'string')

/** The draft with that key; empty if there is none. */
export const useDraft = (key: string): string => drafts.use((all) => all[key]) ?? ''

/** Reads a draft without subscribing. */
export const readDraft = (key: string): string => drafts.use.getState()[key] ?? ''

/** Adds a text to a draft, once: other tabs may do the same. */
export function addToDraft(key: string, text: string): void {
  const draft = readDraft(key)
  if (!draft.includes(text)) saveDraft(key, draft === '' ? text : `${draft}\n${text}`)
}

export const saveDraft = (key: string, text: string): void => drafts.set(key, visibleText(text) ? text : undefined)
