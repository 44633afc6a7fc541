import { createHash } from 'node:crypto'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { splitPasswordHash } from '#contract/identity/common-passwords.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { startSession } from '../session.ts'
import type { IdentityProvider } from '../provider/identity.provider.ts'
import { PasswordRules } from './PasswordRules.tsx'

const hashOf = (password: string) => splitPasswordHash(createHash('sha256').update(password).digest('hex'))
const requests: string[] = []
let stop = () => undefined as void
afterEach(() => {
  stop()
  requests.length = 0
  vi.unstubAllGlobals()
})

/** Shows the rules for a password; the server knows one common password. */
function show(password: string, { email, common = 'password123' }: { email?: string; common?: string } = {}): void {
  vi.stubGlobal('fetch', (request: string | URL | Request) => {
    const address = request instanceof Request ? request.url : String(request)
    requests.push(address)
    const { prefix, suffix } = hashOf(common)
    return Promise.resolve(Response.json({ suffixes: address.endsWith(`/${prefix}`) ? [suffix] : [] }))
  })
  // The rules use nothing else of the provider.
  stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    methods: async () => ({ checkPassword: async () => ({ ok: true, missing: [] }) }),
  } as unknown as IdentityProvider)
  renderInApp(
    <PasswordRules id="rules" password={password} email={email} policy={{ min_length: 8, max_length: 128, refuses_common: true }} />,
  )
}

const commonRule = () => screen.getByText(/Not a common password/).closest('li')?.dataset['state']

test('ticks the second rule once the password is known not to be common', async () => {
  show('glass harbour 42')
  await vi.waitFor(() => expect(commonRule()).toBe('met'))
})

test('marks a common password as broken, in capitals too', async () => {
  show('PASSWORD123')
  await vi.waitFor(() => expect(commonRule()).toBe('broken'))
})

test('marks the email address with digits as broken without a request', async () => {
  show('alice.smith99', { email: 'Alice.Smith@example.org' })
  await vi.waitFor(() => expect(commonRule()).toBe('broken'))
  expect(requests).toEqual([])
})

test('leaves the rule open, and sends no request, while the password is too short', async () => {
  show('glass')
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect([commonRule(), requests]).toEqual(['open', []])
})

test('sends three digits of the hash and no part of the password', async () => {
  show('glass harbour 42')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]).toMatch(new RegExp(`/common-passwords/${hashOf('glass harbour 42').prefix}$`))
})
