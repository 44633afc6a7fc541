import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import type { Conversation } from '../engine/state.ts'
import { CHAT } from '../runtime/chat.test-server.ts'
import { NewPoll } from './NewPoll.tsx'

test.each([
  { label: 'Question', max: limits.poll.question.max },
  { label: 'Option 1', max: limits.poll.option.max },
])('a text that is too long is not cut, and the poll can’t be sent until it is shorter: $label', ({ label, max }) => {
  // Only the fields that the dialog reads.
  renderInApp(<NewPoll conversation={{ chatId: CHAT, person: {} } as unknown as Conversation} onClose={() => undefined} />)
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(name) })
  const write = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send poll' })
  write('Question', 'Which one?')
  write('Option 1', 'This')
  write('Option 2', 'That')
  expect(button.disabled).toBe(false)
  write(label, 'x'.repeat(max + 1))
  expect([field(label).maxLength, field(label).value.length, field(label).getAttribute('aria-invalid')]).toEqual([-1, max + 1, 'true'])
  expect([screen.getByText(`${max + 1} / ${max}`).textContent, button.disabled]).toEqual([`${max + 1} / ${max}`, true])
  write(label, 'x'.repeat(max))
  expect(button.disabled).toBe(false)
})
