import { useEffect, useRef, useState, type RefObject } from 'react'
import { readStored, writeText } from '#web/platform/storage/browser-storage.ts'
import { DRAFTS_KEY, saveDraft, useDraft } from '../storage/drafts.ts'
import { EDITS_KEY, writeEdit, useEditedText, type Edited } from '../storage/edits.ts'

export type ComposerText = {
  text: string
  setText: (text: string) => void
  /** The storage key. */
  storedAs: string
}

export function useTabText(key: string): ComposerText {
  const storedAs = `draft.${key}`
  const [text, set] = useState(() => readStored(storedAs, 'tab') ?? '')
  return {
    text,
    storedAs,
    setText(next) {
      set(next)
      writeText(storedAs, next || null, 'tab')
    },
  }
}

/** The draft of a conversation: stored over reloads, shown in the list, and followed from other tabs unless it is being edited here. */
export function useDraftText(chatId: string, field: RefObject<HTMLElement | null>): ComposerText {
  const draft = useDraft(chatId)
  const [text, set] = useState(draft)
  // A focused but empty field doesn't count as editing.
  const isEditing = useRef(false)
  useEffect(() => {
    const isHere = document.hasFocus() && field.current !== null && document.activeElement === field.current
    isEditing.current &&= isHere
    const isOurs = isEditing.current
    // What was added at the end, as the text of a rejected edit, is shown while the user writes.
    // oxlint-disable-next-line react/set-state-in-effect -- the focus is only known outside of rendering
    set((current) => (isOurs && !draft.startsWith(current) ? current : draft))
  }, [draft, field])
  return {
    text,
    storedAs: DRAFTS_KEY,
    setText(next) {
      isEditing.current = next !== ''
      set(next)
      saveDraft(chatId, next)
    },
  }
}

/** The text of a message being edited, stored like a draft. Until something is written, it is the message's own. */
export function useEditText(chatId: string, message: Edited): ComposerText {
  return {
    text: useEditedText(chatId) ?? message.content,
    storedAs: EDITS_KEY,
    setText: (next) => writeEdit(chatId, message, next),
  }
}
