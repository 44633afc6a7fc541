import { useState } from 'react'
import { keep, recall } from '#web/platform/local-memory.ts'
import { keepDraft, useDraft } from './chat.drafts.ts'

/** What stands in a composer, and where it is kept. */
export type WrittenText = { text: string; setText: (text: string) => void }

/** Kept while the tab lives. */
export function useTabText(key: string): WrittenText {
  const [text, set] = useState(() => recall(`draft.${key}`, 'tab') ?? '')
  return {
    text,
    setText(next) {
      set(next)
      keep(`draft.${key}`, next || null, 'tab')
    },
  }
}

/** The draft of a conversation: kept over reloads, shown in the list. */
export function useDraftText(chatId: string): WrittenText {
  const draft = useDraft(chatId)
  // What is only blank is no draft, and must be typed all the same.
  const [blank, setBlank] = useState('')
  return {
    text: draft || blank,
    setText(next) {
      setBlank(next.trim() ? '' : next)
      keepDraft(chatId, next)
    },
  }
}

/** Kept nowhere: the new wording of a message that is being edited. */
export function useEditedText(initial: string): WrittenText {
  const [text, setText] = useState(initial)
  return { text, setText }
}
