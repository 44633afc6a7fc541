import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { startSession } from '#web/features/identity/session.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { UserNameSection } from './UserNameSection.tsx'

const JUNE = '2027-06-01T12:00:00.000Z'

let stop = () => undefined as void
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** Shows the section; the server's answer to a change is `rejected`, or the new name, which may change again in June. */
function show({ changeableAt, rejected }: { changeableAt: string | null; rejected?: Response }): void {
  let own = { user_name: 'hedy', changeable_at: changeableAt }
  vi.stubGlobal('fetch', (...[address, options]: Parameters<typeof fetch>) => {
    const [url, method] = address instanceof Request ? [address.url, address.method] : [String(address), options?.method]
    if (url.includes('/user-names/')) return Promise.resolve(Response.json({ available: true, reason: null, alternatives: [] }))
    if (method === 'POST' && rejected) return Promise.resolve(rejected)
    if (method === 'POST') own = { user_name: 'hedy.l', changeable_at: JUNE }
    return Promise.resolve(Response.json(own))
  })
  // The section uses nothing else of the provider.
  stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
  } as unknown as IdentityProvider)
  useAuthStore.setState({ uid: '0199d3a0-0000-7000-8000-000000000001' })
  renderInApp(<UserNameSection />)
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'New username' })

async function changeTo(name: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Change the username' }))
}

test('changes the user name and then says from when it may change again', async () => {
  show({ changeableAt: null })
  await changeTo('hedy.l')
  expect(await screen.findByText('@hedy.l')).toBeTruthy()
  expect(screen.getByText('You can change it again on June 1, 2027.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('has no field before the 30 days are over', async () => {
  show({ changeableAt: JUNE })
  expect(await screen.findByText('You can change it again on June 1, 2027.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('keeps the typed name when another user has taken it', async () => {
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'user_name_taken' }
  const headers = { 'content-type': 'application/problem+json' }
  show({ changeableAt: null, rejected: new Response(JSON.stringify(problem), { status: 409, headers }) })
  await changeTo('hedy.l')
  expect(await screen.findByText(/is taken|already/i)).toBeTruthy()
  expect((await field()).value).toBe('hedy.l')
})
