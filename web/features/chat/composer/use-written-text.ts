import { useEffect, useRef, useState, type RefObject } from 'react'
import { writeStored, readStored } from '#web/platform/browser-storage.ts'
import { keepDraft, useDraft } from '../storage/drafts.ts'

/** What stands in a composer, and where it is kept. */
export type WrittenText = { text: string; setText: (text: string) => void }

/** Kept while the tab lives. */
export function useTabText(key: string): WrittenText {
  const [text, set] = useState(() => readStored(`draft.${key}`, 'tab') ?? '')
  return {
    text,
    setText(next) {
      set(next)
      writeStored(`draft.${key}`, next || null, 'tab')
    },
  }
}

/** The draft of a conversation: kept over reloads, shown in the list, followed in other tabs unless it is being written here. */
export function useDraftText(chatId: string, field: RefObject<HTMLElement | null>): WrittenText {
  const draft = useDraft(chatId)
  const [text, set] = useState(draft)
  // A cursor that waits in an empty field writes nothing yet.
  const isBegun = useRef(false)
  useEffect(() => {
    const isHere = document.hasFocus() && field.current !== null && document.activeElement === field.current
    if (isHere && isBegun.current) return
    isBegun.current = false
    // oxlint-disable-next-line react/set-state-in-effect -- where the cursor stands is only known outside of rendering
    set(draft)
  }, [draft, field])
  return {
    text,
    setText(next) {
      isBegun.current = next !== ''
      set(next)
      keepDraft(chatId, next)
    },
  }
}

/** Kept nowhere: the new wording of a message that is being edited. */
export function useEditedText(initial: string): WrittenText {
  const [text, setText] = useState(initial)
  return { text, setText }
}
