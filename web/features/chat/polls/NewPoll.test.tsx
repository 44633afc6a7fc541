import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import type { Conversation } from '../engine/state.ts'
import { CHAT } from '../runtime/chat.test-server.ts'
import { NewPoll } from './NewPoll.tsx'

afterEach(() => vi.unstubAllGlobals())

// Only the fields that the dialog reads.
const conversation = { chatId: CHAT, person: {} } as unknown as Conversation
const write = (name: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(name) }), { target: { value: text } })

test('a failed attempt is sent again with the same id, and with a new one after a change', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const ids: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    // The client sends JSON as text.
    ids.push((JSON.parse(body as string) as { id: unknown }).id)
    return new Response('', { status: 503 })
  })
  renderInApp(<NewPoll conversation={conversation} onClose={() => undefined} />)
  for (const [place, text] of ['Which one?', 'Which?'].entries()) {
    write('Question', text)
    write('Option 1', 'This')
    write('Option 2', 'That')
    for (const attempt of [1, 2]) {
      fireEvent.click(screen.getByRole('button', { name: 'Send poll' }))
      await waitFor(() => expect(ids).toHaveLength(2 * place + attempt))
      expect(await screen.findByText('That didn’t work. Please try again.')).toBeDefined()
    }
  }
  const [first, second, third] = ids
  expect([typeof first, second === first, third === first]).toEqual(['string', true, false])
})

test.each([
  { label: 'Question', max: limits.poll.question.max },
  { label: 'Option 1', max: limits.poll.option.max },
])('a text that is too long is not cut, and the poll can’t be sent until it is shorter: $label', ({ label, max }) => {
  renderInApp(<NewPoll conversation={conversation} onClose={() => undefined} />)
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(name) })
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
