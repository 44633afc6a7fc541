import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'

const minutes = (count: number) => count * 60_000
let world: IdentityWorld
let host = 1
beforeAll(async () => {
  world = await identityWorld({
    limits: {
      password: { limit: 3, windowMs: minutes(15) },
      emailToAddress: { limit: 2, windowMs: minutes(15) },
      emailFromNetwork: { limit: 4, windowMs: minutes(10) },
      code: { limit: 4, windowMs: minutes(10) },
    },
  })
})
beforeEach(async () => {
  await world.empty()
  // Rejections are cached for a few seconds in the process, so each test uses its own account.
  email = `alice-${host++}@example.org`
})
afterAll(() => world.close())

let email = ''
const PASSWORD = 'correct horse'
/** Every attempt comes from its own network address, like those of an attacker with many. */
const stranger = () => world.browser(`198.51.100.${host++ % 250}`)
const spoofed = () => ({
  'x-forwarded-for': `203.0.113.${host}`,
  forwarded: `for=203.0.113.${host}`,
  'x-app-client-ip': `203.0.113.${host}`,
  'x-real-ip': `203.0.113.${host}`,
  cookie: `wl_device=${host}.x.y`,
  'user-agent': `browser ${host++}`,
})

describe('guesses at one account', () => {
  const guess = (browser = stranger()) =>
    browser.call('POST', '/identity/sign-in/email', { body: { email, password: 'a wrong guess' }, headers: spoofed() })

  test('stop after a few, even from many addresses and with any headers', async () => {
    await world.browser().signUp(email)
    const responses = []
    for (let index = 0; index < 5; index++) responses.push(await guess())
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429, 429])
    // The clock continues while passwords are hashed.
    const wait = Number(responses.at(-1)?.headers['retry-after'])
    expect(wait > 0 && wait <= 900).toBe(true)
    expect(responses.at(-1)?.json()).toMatchObject({ code: 'rate_limited' })
  })

  test('are also counted for an unknown account', async () => {
    const codes = []
    for (let index = 0; index < 4; index++) codes.push((await guess()).statusCode)
    expect(codes).toEqual([401, 401, 401, 429])
  })

  test('are all counted when they are sent at the same time', async () => {
    await world.browser().signUp(email)
    const responses = await Promise.all(Array.from({ length: 10 }, () => guess()))
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(3)
  })

  test('are possible again after the pause', async () => {
    await world.browser().signUp(email)
    for (let index = 0; index < 4; index++) await guess()
    world.clock.pass(minutes(15))
    expect((await world.browser().signIn(email, PASSWORD)).statusCode).toBe(200)
  })

  test('by strangers don’t lock the owner out of a device that the owner uses', async () => {
    const own = world.browser()
    await own.signUp(email)
    await own.signOut()
    for (let index = 0; index < 5; index++) await guess()
    expect([(await stranger().signIn(email, PASSWORD)).statusCode, (await own.signIn(email, PASSWORD)).statusCode]).toEqual([429, 200])
  })

  test('from a known device of the account are limited too', async () => {
    const own = world.browser()
    await own.signUp(email)
    const codes = []
    for (let index = 0; index < 4; index++) codes.push((await own.signIn(email, 'a wrong guess')).statusCode)
    expect(codes).toEqual([401, 401, 401, 429])
  })

  test('are counted together, whether at sign-in, at a confirmation or at a change of password', async () => {
    const own = world.browser()
    await own.signUp(email)
    const responses = [
      await own.signIn(email, 'wrong guess 1'),
      await own.post('/reauthenticate', { password: 'wrong guess 2' }),
      await own.post('/password/change', { current: 'wrong guess 3', next: 'another good one' }),
      await own.post('/reauthenticate', { password: PASSWORD }),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429])
  })

  test('are reset once the right password was entered', async () => {
    const own = world.browser()
    await own.signUp(email)
    for (let round = 0; round < 3; round++) {
      await own.signIn(email, 'a wrong guess')
      expect((await own.signIn(email, PASSWORD)).statusCode).toBe(200)
    }
  })
})

describe('emails', () => {
  const sendLink = (to: string, browser = stranger()) => browser.post('/link/send', { email: to, return_to: '/' })

  test('can’t flood one address, from any number of clients and endpoints', async () => {
    const codes = [
      (await sendLink(email)).statusCode,
      (await stranger().post('/password/forgot', { email: email.toUpperCase() })).statusCode,
      (await sendLink(email)).statusCode,
    ]
    expect([codes, (await sendLink('bob@example.org')).statusCode]).toEqual([[200, 200, 429], 200])
  })

  test('are limited per network, whatever the headers say', async () => {
    const codes = []
    for (let index = 0; index < 5; index++) {
      const body = { email: `p${index}@example.org`, return_to: '/' }
      codes.push((await world.browser('192.0.2.7').call('POST', '/identity/link/send', { body, headers: spoofed() })).statusCode)
    }
    expect(codes).toEqual([200, 200, 200, 200, 429])
  })
})

test('codes can’t be tried without end from one network', async () => {
  const codes = []
  for (let index = 0; index < 5; index++)
    codes.push((await world.browser('192.0.2.8').post('/custom-token', { token: `t${index}`, verifier: 'v' })).statusCode)
  expect(codes).toEqual([410, 410, 410, 410, 429])
})

test('an IPv6 connection counts as one network for all of its addresses', async () => {
  const codes = []
  for (let index = 0; index < 5; index++)
    codes.push((await world.browser(`2001:db8:1:2::${index + 1}`).post('/custom-token', { token: `t${index}`, verifier: 'v' })).statusCode)
  expect(codes).toEqual([410, 410, 410, 410, 429])
})

test('the counters name neither addresses nor accounts', async () => {
  await world.browser('192.0.2.9').post('/link/send', { email, return_to: '/' })
  const rows = await world.db.withTables<{ identity_attempts: object }>().selectFrom('identity_attempts').selectAll().execute()
  expect([rows.length, /alice|192/.test(JSON.stringify(rows))]).toEqual([2, false])
})
