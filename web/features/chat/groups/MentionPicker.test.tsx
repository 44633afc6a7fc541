import { act, fireEvent, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { MessageActionsProvider, type MessageActions } from '../messages/message-actions.ts'
import { MentionPicker } from './MentionPicker.tsx'

const memberOf = (userName: string, role: string) => ({
  role,
  person: { uid: userName, user_name: userName, name: userName, avatar_url: null },
})
const members = [memberOf('mira', 'owner'), memberOf('emeka', 'member'), memberOf('lena.f', 'member'), memberOf('eva', 'invited')]
// Only the fields that the picker reads.
const actions = { me: 'mira', group: { members } } as unknown as MessageActions

/** A composer that sends on Enter. */
function Composer({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <MessageActionsProvider value={actions}>
      <MentionPicker text={text} field={field} onPick={setText} />
      <textarea
        ref={field}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSend(text)
        }}
      />
    </MessageActionsProvider>
  )
}

function show() {
  const sent: string[] = []
  renderInApp(<Composer onSend={(text) => sent.push(text)} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  act(() => field.focus())
  return {
    field,
    sent,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
    options: () =>
      screen.queryAllByRole('option').map((option) => [option.textContent, option.ariaSelected ?? option.getAttribute('aria-selected')]),
  }
}

test('after an "@" alone all other members are listed and none is selected, so Enter sends', () => {
  const { type, press, options, sent } = show()
  type('ready @')
  expect(options().map(([text, selected]) => [text?.split('@')[1], selected])).toEqual([
    ['emeka', 'false'],
    ['lena.f', 'false'],
  ])
  press('Enter')
  expect(sent).toEqual(['ready @'])
})

test('Enter chooses the selected member and sends nothing, and a complete name is sent', () => {
  const { field, type, press, options, sent } = show()
  type('hi @Em')
  expect(options()).toHaveLength(1)
  press('Enter')
  expect([field.value, sent]).toEqual(['hi @emeka ', []])
  type('hi @emeka')
  expect(options()).toEqual([])
  press('Enter')
  expect(sent).toEqual(['hi @emeka'])
})
