import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firebaseSide, type IdentityPage, type Side } from '#tests/kit/identity-sides.ts'

/* The unmodified Firebase SDK against the fake Identity Toolkit, which does not delete accounts while it is down. */

const alice = { email: 'alice@example.org', password: 'correct horse battery' }
const real = globalThis.fetch
let isDown = false
let side: Side
let page: IdentityPage

beforeAll(async () => {
  // The side wraps the fetch that it finds, and the SDK keeps the wrapped one.
  globalThis.fetch = async (input, init) => {
    if (isDown && typeof input === 'string' && input.includes('accounts:delete')) throw new TypeError('Failed to fetch')
    return real(input, init)
  }
  side = await firebaseSide()
})
beforeEach(async () => {
  isDown = false
  await side.empty()
  page = await side.browser().open()
  await page.signUpWithPassword(alice)
})
afterAll(async () => {
  await side.close()
  globalThis.fetch = real
})

/** Our account is deleted, Firebase's is not. */
async function deletedHalf(): Promise<void> {
  const token = await page.getToken()
  await side.world.identity.authenticate(token)
  isDown = true
  await expect(page.deleteAccount()).rejects.toMatchObject({ code: 'network-request-failed' })
  await expect(side.world.identity.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await side.hasAccount(alice.email)).toBe(true)
  isDown = false
}

test('a user deletes the account at Firebase with a second try, although ours is already deleted', async () => {
  await deletedHalf()
  await page.deleteAccount()
  expect([page.currentUser(), await side.hasAccount(alice.email)]).toEqual([null, false])
})

test('the account at Firebase is deleted when the page is opened again', async () => {
  await deletedHalf()
  await page.start()
  expect([page.currentUser(), await side.hasAccount(alice.email)]).toEqual([null, false])
})

test('the open page deletes the Firebase account automatically as soon as it can', async () => {
  await deletedHalf()
  await expect.poll(() => side.hasAccount(alice.email)).toBe(false)
})

test('a page that opens too late for Firebase signs out and does not end a later sign-in', async () => {
  await deletedHalf()
  side.world.clock.pass(600_000)
  await page.start()
  expect([page.currentUser(), await side.hasAccount(alice.email)]).toEqual([null, true])
  await page.signInWithPassword(alice)
  await page.start()
  expect([page.currentUser()?.email, await side.hasAccount(alice.email)]).toEqual([alice.email, true])
})
