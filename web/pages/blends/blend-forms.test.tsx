import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { NewBlendPage } from './NewBlendPage.tsx'
import { RenameDialog } from './RenameDialog.tsx'

const JONAS = '0199d3a0-0000-7000-8000-00000000000a'
const buddies = {
  people: [{ person: { uid: JONAS, user_name: 'jonas', name: 'Jonas', avatar_url: null }, reason: { percent: 60 }, online: false }],
  next: null,
}

let ids: unknown[]
let answer: () => Response
beforeEach(() => {
  ids = []
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => 'me' })
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method === 'GET') return address.includes('recipients') ? Response.json(buddies) : new Response('', { status: 404 })
    // The client sends JSON as text.
    ids.push((JSON.parse(body as string) as { id?: unknown }).id)
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

const limited = () =>
  Response.json({ type: 'about:blank', title: 'Wait.', code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '120' } })

test('a blend that was not made says when to try again beside its button, and another attempt has the same id', async () => {
  answer = limited
  renderInApp(<NewBlendPage />, { path: `/blends/new?with=${JONAS}` })
  for (const attempt of [1, 2]) {
    fireEvent.click(await screen.findByRole('button', { name: 'Create blend' }))
    await waitFor(() => expect(ids).toHaveLength(attempt))
    expect((await screen.findByRole('alert')).textContent).toMatch(/try again in 2 minutes/)
  }
  expect([typeof ids[0], ids[1] === ids[0]]).toEqual(['string', true])
})

test('a new name that was not saved stays in the dialog, which closes once it is saved', async () => {
  answer = () => new Response('', { status: 503 })
  const close = vi.fn<() => void>()
  renderInApp(<RenameDialog id={JONAS} title="Ours" onClose={close} />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  const save = screen.getByRole('button', { name: 'Save' })
  fireEvent.change(field, { target: { value: 'Yours' } })
  fireEvent.click(save)
  await waitFor(() => expect(ids).toHaveLength(1))
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull())
  expect([field.value, close.mock.calls.length]).toEqual(['Yours', 0])
  answer = () => Response.json({ id: JONAS })
  fireEvent.click(save)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})
