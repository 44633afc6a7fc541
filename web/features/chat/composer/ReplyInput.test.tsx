import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useChatSettings } from '../runtime/settings.ts'
import { ReplyInput } from './ReplyInput.tsx'

// A growing field is measured again once fonts arrive; jsdom has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

let sent: string[]
let typed: number
beforeEach(() => {
  sent = []
  typed = 0
  sessionStorage.clear()
})
afterEach(cleanup)

function composer({ takes = true, ...extra }: { takes?: boolean; onUp?: () => void; mayBeEmpty?: boolean; isBusy?: boolean } = {}) {
  const send = (text: string) => {
    sent.push(text)
    return takes
  }
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
        <ReplyInput name="Jonas Weir" draftKey="chat-1" onSend={send} onTyping={() => typed++} {...extra} />
      </I18nProvider>
    </MantineProvider>,
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Jonas Weir' })
  return {
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    press: (key: string, more = {}) => fireEvent.keyDown(field, { key, ...more }),
    sendButton: screen.getByRole('button', { name: 'Send' }),
  }
}

test('Enter sends and empties the field', () => {
  const { field, type, press } = composer()
  type('Not yet! Send it over')
  press('Enter')
  expect([sent, field.value]).toEqual([['Not yet! Send it over'], ''])
})

test('Shift and Enter start a new line, and Enter that ends a composed word sends nothing', () => {
  const { type, press } = composer()
  type('one')
  press('Enter', { shiftKey: true })
  press('Enter', { isComposing: true })
  expect(sent).toEqual([])
})

test('the button sends as well', () => {
  const { type, sendButton } = composer()
  type('hi')
  fireEvent.click(sendButton)
  expect(sent).toEqual(['hi'])
})

test('by setting, Enter starts a new line, and Ctrl or Cmd with Enter send', () => {
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

test('the setting of another tab holds here at once', () => {
  const { type, press } = composer()
  const elsewhere = (value: string | null) => {
    if (value === null) localStorage.removeItem('wl.chat.enter')
    else localStorage.setItem('wl.chat.enter', value)
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'wl.chat.enter', newValue: value })))
  }
  type('one')
  elsewhere('newline')
  press('Enter')
  expect(sent).toEqual([])
  elsewhere(null)
  press('Enter')
  expect(sent).toEqual(['one'])
})

test('arrow up in an empty field asks for the last message, in a written one it moves the cursor', () => {
  let asked = 0
  const { type, press } = composer({ onUp: () => asked++ })
  press('ArrowUp')
  type('words')
  press('ArrowUp')
  expect(asked).toBe(1)
})

test('a picture may go without words, but not before it is stored', () => {
  const { press } = composer({ mayBeEmpty: true, isBusy: true })
  press('Enter')
  expect(sent).toEqual([])
  cleanup()
  composer({ mayBeEmpty: true }).press('Enter')
  expect(sent).toEqual([''])
})

test.each([' \n\t ', '\u3164\u200b', '\u2800'])('blank text (%j) is not sent, and the field says why', (blank) => {
  const { type, press, sendButton } = composer()
  type(blank)
  press('Enter')
  fireEvent.click(sendButton)
  expect([sent, sendButton.getAttribute('aria-disabled'), typed]).toEqual([[], 'true', 0])
  expect(screen.getByText('Your message is empty.')).toBeTruthy()
})

test('near the limit the rest is counted, over it nothing is sent', () => {
  const { field, type, press } = composer()
  type('x'.repeat(3_799))
  expect(screen.queryByText(/letters/)).toBeNull()
  type('x'.repeat(3_800))
  expect(screen.getByText('200 characters left')).toBeTruthy()
  type('x'.repeat(4_001))
  press('Enter')
  const count = screen.getByText('1 character too many')
  expect(field.getAttribute('aria-describedby')).toContain(count.id)
  expect([sent, field.getAttribute('aria-invalid')]).toEqual([[], 'true'])
})

test('what was not taken stays, and what was not sent is there again later', () => {
  const { field, type, press } = composer({ takes: false })
  type('a draft')
  press('Enter')
  expect(field.value).toBe('a draft')
  cleanup()
  expect(composer().field.value).toBe('a draft')
})
