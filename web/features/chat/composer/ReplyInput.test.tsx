import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { useChatSettings } from '../runtime/settings.ts'
import { ReplyInput, type ReplyInputProps } from './ReplyInput.tsx'

// The textarea measures itself again when fonts load; jsdom has no `fonts`.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

let sent: string[]
let typed: number
beforeEach(() => {
  sent = []
  typed = 0
  sessionStorage.clear()
})

function composer({ takes = true, ...extra }: { takes?: boolean } & Partial<ReplyInputProps> = {}) {
  const send = (text: string) => {
    sent.push(text)
    return takes
  }
  renderInApp(<ReplyInput name="Jonas Weir" draftKey="chat-1" onSend={send} onTyping={() => typed++} {...extra} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Jonas Weir' })
  return {
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    press: (key: string, more = {}) => fireEvent.keyDown(field, { key, ...more }),
    sendButton: screen.getByRole('button', { name: 'Send' }),
  }
}

test('Enter sends the text and clears the field', () => {
  const { field, type, press } = composer()
  type('Not yet! Send it over')
  press('Enter')
  expect([sent, field.value]).toEqual([['Not yet! Send it over'], ''])
})

test('Shift+Enter starts a new line, and Enter during IME composition sends nothing', () => {
  const { type, press } = composer()
  type('one')
  press('Enter', { shiftKey: true })
  press('Enter', { isComposing: true })
  expect(sent).toEqual([])
})

test('the send button sends the text', () => {
  const { type, sendButton } = composer()
  type('hi')
  fireEvent.click(sendButton)
  expect(sent).toEqual(['hi'])
})

test('with the setting, Enter starts a new line and Ctrl+Enter or Cmd+Enter sends', () => {
  useChatSettings.getState().setSendsByEnter(false)
  const { type, press } = composer()
  type('one')
  press('Enter')
  expect(sent).toEqual([])
  press('Enter', { ctrlKey: true })
  type('two')
  press('Enter', { metaKey: true })
  expect(sent).toEqual(['one', 'two'])
  useChatSettings.getState().setSendsByEnter(true)
})

test('a setting changed in another tab applies at once', () => {
  const { type, press } = composer()
  const otherTabs = (value: string | null) => {
    if (value === null) localStorage.removeItem('wl.chat.enter')
    else localStorage.setItem('wl.chat.enter', value)
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'wl.chat.enter', newValue: value })))
  }
  type('one')
  otherTabs('newline')
  press('Enter')
  expect(sent).toEqual([])
  otherTabs(null)
  press('Enter')
  expect(sent).toEqual(['one'])
})

test('arrow up edits the last message only from an empty field', () => {
  let requests = 0
  const { type, press } = composer({ onArrowUp: () => requests++ })
  press('ArrowUp')
  type('words')
  press('ArrowUp')
  expect(requests).toBe(1)
})

test('a placeholder without room for its name is shortened', () => {
  expect(composer({ placeholder: 'Message Sunday listeners' }).field.placeholder).toBe('Message')
})

test('a picture is sent without text, but only after its upload', () => {
  const { press } = composer({ allowsEmpty: true, isBusy: true })
  press('Enter')
  expect(sent).toEqual([])
  cleanup()
  composer({ allowsEmpty: true }).press('Enter')
  expect(sent).toEqual([''])
})

test.each([' \n\t ', '\u3164\u200b', '\u2800'])('blank text (%j) is not sent, and the field explains why', (blank) => {
  const { type, press, sendButton } = composer()
  type(blank)
  press('Enter')
  fireEvent.click(sendButton)
  expect([sent, sendButton.getAttribute('aria-disabled'), typed]).toEqual([[], 'true', 0])
  expect(screen.getByText('Your message is empty.')).toBeTruthy()
})

test('shows the characters left near the limit, and sends nothing over it', () => {
  const { field, type, press } = composer()
  type('x'.repeat(3_799))
  expect(screen.queryByText(/characters/)).toBeNull()
  type('x'.repeat(3_800))
  expect(screen.getByText('200 characters left')).toBeTruthy()
  type('x'.repeat(4_001))
  press('Enter')
  const count = screen.getByText('1 character too many')
  expect(field.getAttribute('aria-describedby')).toContain(count.id)
  expect([sent, field.getAttribute('aria-invalid')]).toEqual([[], 'true'])
})

test('a rejected text stays in the field, and the draft is restored later', () => {
  const { field, type, press } = composer({ takes: false })
  type('a draft')
  press('Enter')
  expect(field.value).toBe('a draft')
  cleanup()
  expect(composer().field.value).toBe('a draft')
})
