import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { CommentForm } from './CommentForm.tsx'

afterEach(() => vi.unstubAllGlobals())

it('a screen reader reads that a comment was sent, until the next one is written', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const me = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'mira', name: 'Mira', avatar_url: null }
  const comment = {
    id: me.uid,
    author: me,
    text: 'Yes',
    posted_at: '2026-11-20T12:00:00.000Z',
    mine: true,
    can_delete: true,
    likes: 0,
    liked: false,
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(comment)))
  renderInApp(<CommentForm moment={{ id: '018f0000-0000-7000-8000-000000000002', author: me, audience: 'everyone' }} me={me} />)
  const field = screen.getByRole('textbox', { name: 'Your comment' })
  fireEvent.change(field, { target: { value: 'Yes' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const said = await screen.findByText('Comment sent.')
  expect(said.tagName).toBe('OUTPUT')
  fireEvent.change(field, { target: { value: 'And' } })
  expect(said.textContent).toBe('')
})
