import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { IdentityError } from '../provider/identity.provider.ts'
import { PasskeyLogin } from './PasskeyLogin.tsx'

type Request = { isSuggestion?: boolean; signal?: AbortSignal }
/** The requests for a passkey, each with what its browser dialog answers. */
let requests: { asked: Request; cancel: () => void }[]

vi.mock('../can-use-passkeys.ts', () => ({ canUsePasskeys: () => true }))
vi.mock('../session.ts', () => ({
  identityMethods: async () => ({
    passkeys: async () => ({
      signIn: (asked: Request = {}) => {
        const { promise, reject } = Promise.withResolvers<never>()
        const cancel = () => reject(new IdentityError('passkey-cancelled'))
        asked.signal?.addEventListener('abort', cancel)
        requests.push({ asked, cancel })
        return promise
      },
    }),
  }),
}))

beforeEach(async () => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true })
  renderInApp(<PasskeyLogin onDone={() => undefined} />)
  await pass(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** The requests that are still open. */
const open = () => requests.filter(({ asked }) => !asked.signal?.aborted).map(({ asked }) => (asked.isSuggestion ? 'suggestion' : 'dialog'))

test('passkeys are suggested again after the dialog of the button was canceled', async () => {
  expect(open()).toEqual(['suggestion'])
  fireEvent.click(screen.getByRole('button', { name: 'Log in with a passkey' }))
  await pass(0)
  expect(open()).toEqual(['dialog'])
  requests.at(-1)?.cancel()
  await pass(0)
  expect(screen.getByText('No passkey was used.')).toBeTruthy()
  expect(open()).toEqual(['dialog', 'suggestion'])
})

test('a suggestion is renewed before its challenge expires, so that it also works on a page that stays open', async () => {
  await pass(3 * 60_000)
  expect(requests).toHaveLength(1)
  await pass(90_000)
  expect([requests.length, open()]).toEqual([2, ['suggestion']])
})

test('a hidden page renews its suggestion when it is shown', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(60 * 60_000)
  expect(requests).toHaveLength(1)
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect([requests.length, open()]).toEqual([2, ['suggestion']])
})
