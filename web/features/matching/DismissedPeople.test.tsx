import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { DismissedPeople } from './DismissedPeople.tsx'

const person = (index: number, name: string) => ({
  uid: `018f0000-0000-7000-8000-00000000000${index}`,
  user_name: name.toLowerCase(),
  name,
  avatar_url: null,
})
let people = [person(1, 'Jonas'), person(2, 'Amara')]

beforeEach(() => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    if (method === 'DELETE') people = people.filter(({ uid }) => !address.includes(uid))
    return Promise.resolve(Response.json(address.endsWith('/matches-dismissed') ? { people } : {}))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('restored people leave the list, which keeps the focus; without anyone the section disappears and the page gets it', async () => {
  renderInApp(
    <main tabIndex={-1}>
      <DismissedPeople />
    </main>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'People you passed on' }))
  const restore = async (name: string) => {
    const button = screen.getByRole('button', { name: `Suggest ${name} again` })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
  }
  await restore('Jonas')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'People you passed on' })))
  await restore('Amara')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  expect(screen.queryByRole('button')).toBeNull()
})
