import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { moderationLimits } from '#contract/moderation.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { Appeals } from './Appeals.tsx'

afterEach(() => vi.unstubAllGlobals())

it('an answer without a reason focuses the field for it, and the appeal has the direction of its own language', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const person = { uid: '00000000-0000-4000-8000-000000000002', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
  const at = '2026-11-20T12:00:00.000Z'
  const suspension = { reason: 'Insults', since: at, appeal: { text: 'A lyric', at }, answer: null }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ appeals: [{ person, suspension }] })))
  renderInApp(<Appeals />)
  fireEvent.click(await screen.findByRole('button', { name: 'Keep the suspension' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  expect(screen.getByText('A lyric').dir).toBe('auto')
  expect(screen.getByText('Enter a reason.')).toBeTruthy()

  // A text that is too long stays, and is not sent.
  const { max } = moderationLimits.reason
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'r'.repeat(max + 1) } })
  screen.getByRole('button', { name: 'Keep the suspension' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Keep the suspension' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value.length).toBe(max + 1)
  expect(screen.getByText(`${max + 1} / ${max}`)).toBeTruthy()
})
