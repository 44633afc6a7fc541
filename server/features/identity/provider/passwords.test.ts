import { betterAuth } from 'better-auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUILTIN_PATH, builtinAuthOptions, CLIENT_ADDRESS_HEADER, defaultRequestLimits } from './builtin.ts'
import { createPasswords } from './passwords.ts'
import { identityWorld, type IdentityWorld, ORIGIN } from '#tests/kit/identity.ts'

test('verifies a password against its hash, and rejects a different one', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('correct horse')
  expect(await passwords.verify({ hash, password: 'correct horse' })).toBe(true)
  expect(await passwords.verify({ hash, password: 'correct house' })).toBe(false)
  expect(await passwords.hash('correct horse')).not.toBe(hash)
})

test('a hash computed in advance is used only within the same request', async () => {
  const passwords = createPasswords()
  const inRequest = await passwords.forRequest(async () => {
    await passwords.prepare('correct horse')
    return [await passwords.hash('correct horse'), await passwords.hash('correct horse'), await passwords.hash('another one')]
  })
  expect(inRequest[1]).toBe(inRequest[0])
  expect(inRequest[2]).not.toBe(inRequest[0])
  expect(await passwords.forRequest(() => passwords.hash('correct horse'))).not.toBe(inRequest[0])
})

describe('signing up', () => {
  let world: IdentityWorld
  beforeAll(async () => {
    world = await identityWorld()
  })
  afterAll(() => world.close())

  /** Signs up and returns the operations on the password, in order. */
  async function hashingOf(password: string): Promise<string[]> {
    const happened: string[] = []
    const real = createPasswords()
    const watched = {
      ...real,
      prepare: async (text: string) => {
        await real.prepare(text)
        happened.push('hashed ahead')
      },
      hash: async (text: string) => {
        // A new hash has its own salt; a prepared one is the same twice.
        const [once, twice] = [await real.hash(text), await real.hash(text)]
        happened.push(once === twice ? 'handed over' : 'hashed inside the transaction')
        return once
      },
    }
    const { db, clock, log } = world
    const options = {
      db,
      clock,
      log,
      secret: 'x'.repeat(40),
      origin: ORIGIN,
      alsoTrusted: [],
      requestLimits: defaultRequestLimits,
      onSignInEnded: async () => undefined,
    }
    const auth = betterAuth(builtinAuthOptions(options, watched))
    const request = new Request(`${ORIGIN}${BUILTIN_PATH}/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, [CLIENT_ADDRESS_HEADER]: '203.0.113.9' },
      body: JSON.stringify({ email: 'alice@example.org', password, name: '' }),
    })
    await real.forRequest(() => auth.handler(request))
    return happened
  }

  test('hashes before the transaction begins, so that no connection waits for it', async () => {
    expect(await hashingOf('correct horse')).toEqual(['hashed ahead', 'handed over'])
  })

  test('with a password that breaks the policy hashes nothing', async () => {
    expect(await hashingOf('short')).toEqual([])
    expect(await hashingOf('x'.repeat(129))).toEqual([])
  })
})
