import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { identityCalls } from '#contract/identity/identity.ts'
import { profileCalls } from '#contract/profiles.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { type BrowserAccount, IdentityError, type IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { startSession } from '#web/features/identity/session.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { AccountPanel } from './AccountPanel.tsx'

const uid = (index: number) => `0199d3a0-0000-7000-8000-00000000000${index}`
const account = (name: string, index: number, isActive = false): BrowserAccount => ({
  subject: `s-${name}`,
  uid: uid(index),
  email: `${name}@example.org`,
  isActive,
})
const mira = account('mira', 1, true)
const ben = account('ben', 2)

let accounts: BrowserAccount[]
let performed: string[]
let hasEnded: boolean

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/session')) return new Response(null, { status: 404 })
    performed.push('file session ended')
    return Response.json({})
  })
  accounts = [mira, ben]
  performed = []
  hasEnded = false
  for (const { uid: id, email } of [mira, ben])
    queryClient.setQueryData(callKey(profileCalls.getProfile, { params: { uid: id ?? '' } }), {
      uid: id,
      name: email === mira.email ? 'Mira' : 'Ben Oduya',
      avatar_url: null,
    })
  enable('several_accounts')
  // The panel uses nothing else of the provider.
  const provider = {
    kind: 'builtin',
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
    methods: async () => ({
      accounts: async () => ({
        list: async () => accounts,
        switchTo: async (subject: string) => {
          if (hasEnded) throw new IdentityError('session-expired')
          performed.push(`switched to ${subject}`)
        },
        signOutAll: async () => void performed.push('signed out all'),
      }),
    }),
  } as unknown as IdentityProvider
  const stop = startSession(provider)
  useAuthStore.setState({ user: { subject: mira.subject, email: mira.email, emailVerified: true, displayName: null }, isKnown: true })
  useAuthStore.setState({ exists: true, uid: mira.uid })
  return () => {
    stop()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

const enable = (...actions: string[]) =>
  queryClient.setQueryData(callKey(identityCalls.getCapabilities, {}), { identity: { account: actions } })

function open() {
  renderInApp(<AccountPanel onClose={() => undefined} />)
  return within(screen.getByRole('region', { name: 'Accounts' }))
}

it('shows the active account and switches to another one, after its picture session has ended', async () => {
  const panel = open()
  expect(panel.getByText('Active account').closest('div')?.textContent).toContain('Mira')
  fireEvent.click(await panel.findByRole('button', { name: /^Ben Oduya.*Switch to this account$/ }))
  await expect.poll(() => performed).toEqual(['file session ended', 'switched to s-ben'])
})

it('reports that the other account is signed out, and loads the list again', async () => {
  const panel = open()
  const button = await panel.findByRole('button', { name: /^Ben Oduya.*Switch to this account$/ })
  hasEnded = true
  accounts = [mira]
  fireEvent.click(button)
  expect(await panel.findByText('That account is signed out. Add it again.')).toBeTruthy()
  await expect.poll(() => panel.queryByRole('button', { name: /^Ben Oduya.*Switch to this account$/ })).toBeNull()
})

it('offers to log out of one or of all accounts', async () => {
  const panel = open()
  await panel.findByRole('button', { name: 'Log out of all accounts' })
  expect(panel.getByRole('button', { name: 'Log out of mira@example.org' })).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: 'Log out of all accounts' }))
  await expect.poll(() => performed.at(-1)).toBe('signed out all')
})

it('offers to add an account up to five', async () => {
  expect((await open().findByRole('link', { name: 'Add an account' })).getAttribute('href')).toBe('/login?add=account')
  accounts = [mira, ...[2, 3, 4, 5].map((index) => account(`other${index}`, index))]
  await queryClient.refetchQueries({ queryKey: ['identity', 'accounts'] })
  await expect.poll(() => screen.queryByRole('link', { name: 'Add an account' })).toBeNull()
  expect(screen.getByText('You can’t add more accounts in this browser.')).toBeTruthy()
})

it('offers only to log out where a browser has one account', () => {
  enable('list_sessions')
  const panel = open()
  expect([panel.queryByRole('link'), panel.getAllByRole('button').map((button) => button.textContent)]).toEqual([null, ['Log out']])
})
