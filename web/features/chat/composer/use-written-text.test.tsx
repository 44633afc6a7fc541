import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addToDraft, readDraft, saveDraft } from '../storage/drafts.ts'
import { useDraftText } from './use-written-text.ts'

const CHAT = 'chat'

afterEach(() => {
  saveDraft(CHAT, '')
  document.body.replaceChildren()
})

/** The text of a field that has the focus. */
function aField() {
  const field = document.body.appendChild(document.createElement('textarea'))
  field.focus()
  const { result } = renderHook(() => useDraftText(CHAT, { current: field }))
  return { text: () => result.current.text, write: (text: string) => act(() => result.current.setText(text)) }
}

test('text added to the draft while the user writes is shown, and is kept at the next keystroke', () => {
  const { text, write } = aField()
  write('Hello')
  act(() => addToDraft(CHAT, 'the text of an edit'))
  expect(text()).toBe('Hello\nthe text of an edit')
  write(`${text()}!`)
  expect(readDraft(CHAT)).toBe('Hello\nthe text of an edit!')
})

test('a draft that another tab replaces does not replace what the user writes here', () => {
  const { text, write } = aField()
  write('Hello')
  act(() => saveDraft(CHAT, 'Another text'))
  expect(text()).toBe('Hello')
})
