import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { tally, verdict } from '#tests/kit/identity.ts'
import { setUpIdentity, world, type Browser } from '#tests/kit/identity-world.ts'

setUpIdentity()
beforeEach(() => world.empty())

const EMAIL = 'alice@example.org'

describe('a custom token', () => {
  const verifier = () => randomBytes(32).toString('base64url')
  const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  const mint = async (browser: Browser, secret: string) =>
    (
      await browser.call('POST', '/app/auth/custom-token', { body: { challenge: challengeOf(secret) }, token: await browser.token() })
    ).json<{ token: string }>().token

  async function signedUp() {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    return browser
  }

  test('signs in the requesting device as the same user', async () => {
    const laptop = await signedUp()
    const secret = verifier()
    const token = await mint(laptop, secret)
    const phone = world.browser()
    expect(verdict(await phone.post('/custom-token', { token, verifier: secret }))).toBe('signed in')
    const uids = await Promise.all([laptop, phone].map(async (device) => (await world.identity.authenticate(await device.token())).uid))
    expect(uids[0]).toBe(uids[1])
  })

  test('is consumed by only one of many simultaneous requests', async () => {
    const secret = verifier()
    const token = await mint(await signedUp(), secret)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => world.browser().post('/custom-token', { token, verifier: secret })),
    )
    expect(tally(responses.map(verdict))).toEqual({ invalid_custom_token: 9, 'signed in': 1 })
  })

  test('is invalid without the verifier, and stays valid for the requesting device', async () => {
    const secret = verifier()
    const token = await mint(await signedUp(), secret)
    for (const guess of [verifier(), challengeOf(secret), token]) {
      expect(verdict(await world.browser().post('/custom-token', { token, verifier: guess }))).toBe('invalid_custom_token')
    }
    expect(verdict(await world.browser().post('/custom-token', { token, verifier: secret }))).toBe('signed in')
  })

  test('runs out after a minute', async () => {
    const laptop = await signedUp()
    const secret = verifier()
    const [early, late] = [await mint(laptop, secret), await mint(laptop, secret)]
    world.clock.pass(59_000)
    expect(verdict(await world.browser().post('/custom-token', { token: early, verifier: secret }))).toBe('signed in')
    world.clock.pass(1_000)
    expect(verdict(await world.browser().post('/custom-token', { token: late, verifier: secret }))).toBe('invalid_custom_token')
  })

  test('keeps the time of the original sign-in', async () => {
    const laptop = await signedUp()
    const { token: first } = await world.identity.authenticate(await laptop.token())
    world.clock.pass(240_000)
    const secret = verifier()
    const phone = world.browser()
    await phone.post('/custom-token', { token: await mint(laptop, secret), verifier: secret })
    const transferred = await world.identity.authenticate(await phone.token())
    expect(first.authTimeMs - transferred.token.authTimeMs).toBeGreaterThan(0)
    expect(first.authTimeMs - transferred.token.authTimeMs).toBeLessThan(250)
    world.clock.pass(61_000)
    expect(() => world.identity.assertRecent(transferred)).toThrow('log in again')
  })

  test('A13: is not a bearer token', async () => {
    const token = await mint(await signedUp(), verifier())
    expect((await world.browser().call('GET', '/app/auth/check-user-exist', { token })).statusCode).toBe(401)
  })

  test('is not issued without a sign-in, nor for an invalid challenge', async () => {
    const laptop = await signedUp()
    expect((await world.browser().call('POST', '/app/auth/custom-token', { body: { challenge: challengeOf('x') } })).statusCode).toBe(401)
    const response = await laptop.call('POST', '/app/auth/custom-token', { body: { challenge: 'plain' }, token: await laptop.token() })
    expect(response.json()).toMatchObject({ code: 'invalid_input' })
  })
})
