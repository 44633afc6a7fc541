import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStored } from '#web/platform/storage/browser-storage.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { CommentForm } from './CommentForm.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const me = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'mira', name: 'Mira', avatar_url: null }
const MOMENT = '018f0000-0000-7000-8000-000000000002'
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

/** A server whose answers the test gives, and the form. */
function form() {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const ids: unknown[] = []
  const answers: ((answer: Response | Error) => void)[] = []
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string } = {}) => {
    if (address === '/healthz') return Promise.reject(new TypeError('Failed to fetch'))
    ids.push((JSON.parse(body ?? '{}') as { id: unknown }).id)
    return new Promise((resolve, reject) => answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))))
  })
  renderInApp(<CommentForm moment={{ id: MOMENT, author: me, audience: 'everyone' }} me={me} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  const answer = async (given: Response | Error) => {
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers.pop()?.(given))
  }
  return {
    ids,
    field,
    write,
    answer,
    send: () => fireEvent.keyDown(field, { key: 'Enter' }),
    stored: () => readStored(`comment.${me.uid}.${MOMENT}`, 'tab'),
  }
}

it('a comment whose answer was lost is sent again as the same one', async () => {
  const { ids, field, write, send, answer } = form()
  write('Yes')
  send()
  await answer(new TypeError('Failed to fetch'))
  await vi.waitFor(() => expect(field.value).toBe('Yes'))
  send()
  await answer(Response.json(comment))
  write('Yes')
  send()
  await answer(Response.json(comment))
  expect([ids.length, new Set(ids).size, ids[0]]).toEqual([3, 2, ids[1]])
})

it('a rejected comment is restored before what was written since', async () => {
  const { field, write, send, answer } = form()
  write('Yes')
  send()
  write('And')
  await answer(Response.json({}, { status: 500 }))
  await vi.waitFor(() => expect(field.value).toBe('Yes\nAnd'))
})

it('the text of a comment stays stored until the server has it', async () => {
  const { field, write, send, answer, stored } = form()
  write('Yes')
  send()
  expect([field.value, stored()]).toEqual(['', 'Yes'])
  await answer(Response.json(comment))
  await vi.waitFor(() => expect(stored()).toBeNull())
})

it('a screen reader reads that a comment was sent, until the next one is written', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(comment)))
  renderInApp(<CommentForm moment={{ id: MOMENT, author: me, audience: 'everyone' }} me={me} />)
  const field = screen.getByRole('textbox', { name: 'Your comment' })
  fireEvent.change(field, { target: { value: 'Yes' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const said = await screen.findByText('Comment sent.')
  expect(said.tagName).toBe('OUTPUT')
  fireEvent.change(field, { target: { value: 'And' } })
  expect(said.textContent).toBe('')
})
