import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { database, world, setUpSources } from '#tests/kit/sources-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpSources()

const MINUTE_MS = 60_000
const connections = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from taste_sources`.execute(database.db)).rows[0]?.count

test('connecting sends the browser to the provider with PKCE and returns it to the page it came from', async () => {
  const uid = await world.person()
  const { authorize_url } = await world.sources.begin(uid, 'spotify', '/profile/me')
  const { searchParams } = new URL(authorize_url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:5999/__auth/spotify',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
  const finished = await world.sources.finish(uid, 'spotify', await world.agree(uid, 'spotify', 'ines'))
  expect(finished).toMatchObject({
    return_to: '/social_connect',
    source: { source: 'spotify', status: 'syncing', account: 'Inês', shown_to: 'everyone' },
  })
})

test('A32: a callback with a missing or unknown state connects nothing', async () => {
  const uid = await world.person()
  const { code } = await world.agree(uid, 'spotify', 'kofi')
  const before = await connections()
  expect(await errorCode(world.sources.finish(uid, 'spotify', { code, state: '' }))).toBe('authorization_failed')
  expect(await errorCode(world.sources.finish(uid, 'spotify', { code, state: 'made-up' }))).toBe('authorization_failed')
  expect(await connections()).toBe(before)
})

test('A32: a state works only once', async () => {
  const uid = await world.person()
  const response = await world.agree(uid, 'spotify', 'replayed')
  expect(await errorCode(world.sources.finish(uid, 'spotify', response))).toBe('resolved')
  expect(await errorCode(world.sources.finish(uid, 'spotify', response))).toBe('authorization_failed')
})

test('A32: of two simultaneous callbacks with the same state only one connects', async () => {
  const uid = await world.person()
  const response = await world.agree(uid, 'spotify', 'double')
  const results = await Promise.all([
    errorCode(world.sources.finish(uid, 'spotify', response)),
    errorCode(world.sources.finish(uid, 'spotify', response)),
  ])
  expect(results.toSorted()).toEqual(['authorization_failed', 'resolved'])
})

test('A32: a state expires after ten minutes, even with a fresh code', async () => {
  const uid = await world.person()
  const { authorize_url } = await world.sources.begin(uid, 'spotify', '/social_connect')
  const state = new URL(authorize_url).searchParams.get('state') ?? ''
  world.clock.pass(10 * MINUTE_MS)
  const code = (await logInAt(authorize_url, 'late')).searchParams.get('code') ?? ''
  expect(await errorCode(world.sources.finish(uid, 'spotify', { code, state }))).toBe('authorization_failed')
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('not_connected')
})

test("A33: a user cannot finish another user's authorization, and the owner still can", async () => {
  const [attacker, victim] = [await world.person(), await world.person()]
  const response = await world.agree(attacker, 'spotify', 'attacker')
  expect(await errorCode(world.sources.finish(victim, 'spotify', response))).toBe('authorization_failed')
  expect((await world.statusOf(victim, 'spotify'))?.status).toBe('not_connected')
  expect(await errorCode(world.sources.finish(attacker, 'spotify', response))).toBe('resolved')
})

test("A33: rejects an attacker's code in an authorization that the user started", async () => {
  const [attacker, victim] = [await world.person(), await world.person()]
  const { code } = await world.agree(attacker, 'spotify', 'code.thief')
  const { state } = await world.agree(victim, 'spotify', 'victim')
  expect(await errorCode(world.sources.finish(victim, 'spotify', { code, state }))).toBe('authorization_code_rejected')
  expect((await world.statusOf(victim, 'spotify'))?.status).toBe('not_connected')
})

test('A33: a state issued for one source is rejected for another', async () => {
  const uid = await world.person()
  const response = await world.agree(uid, 'spotify', 'crossing')
  expect(await errorCode(world.sources.finish(uid, 'youtube', response))).toBe('authorization_failed')
})

test('A34: rejects a code that was used before', async () => {
  const uid = await world.person()
  const first = await world.agree(uid, 'spotify', 'used')
  await world.sources.finish(uid, 'spotify', first)
  const { state } = await world.agree(uid, 'spotify', 'used')
  expect(await errorCode(world.sources.finish(uid, 'spotify', { code: first.code, state }))).toBe('authorization_code_rejected')
})

test.each(['spotify', 'youtube'] as const)('a wrong code at %s is named as such, and connects nothing', async (source) => {
  const uid = await world.person()
  const { authorize_url } = await world.sources.begin(uid, source, '/social_connect')
  const state = new URL(authorize_url).searchParams.get('state') ?? ''
  expect(await errorCode(world.sources.finish(uid, source, { code: 'not-a-code', state }))).toBe('authorization_code_rejected')
  expect((await world.statusOf(uid, source))?.status).toBe('not_connected')
})

test('A35: an account belongs to one user; a second user gets account_in_use and no data', async () => {
  const [first, second] = [await world.person(), await world.person()]
  await world.connect(first, 'spotify', 'shared.account')
  expect(await errorCode(world.connect(second, 'spotify', 'shared.account'))).toBe('account_in_use')
  expect((await world.statusOf(second, 'spotify'))?.status).toBe('not_connected')
  expect((await world.statusOf(first, 'spotify'))?.status).toBe('syncing')
  await world.sources.disconnect(first, 'spotify')
  expect(await errorCode(world.connect(second, 'spotify', 'shared.account'))).toBe('resolved')
})

test('A36: tokens, verifier and state are not readable in the database', async () => {
  const uid = await world.person()
  const { provider } = world.providers.spotify
  const { exchangeCode } = provider
  const secret: string[] = []
  provider.exchangeCode = async (answer) => {
    const tokens = await exchangeCode(answer)
    secret.push(answer.verifier, tokens.accessToken, tokens.refreshToken ?? '')
    return tokens
  }
  const { authorize_url } = await world.sources.begin(uid, 'spotify', '/social_connect')
  secret.push(new URL(authorize_url).searchParams.get('state') ?? '')
  await world.connect(uid, 'spotify', 'secretive')
  provider.exchangeCode = exchangeCode
  const { rows } = await sql<{ dump: string }>`
    select concat((select json_agg(s) from taste_sources s), (select json_agg(o) from oauth_states o)) as dump
  `.execute(database.db)
  const dump = rows[0]?.dump ?? ''
  expect(dump).toContain(uid)
  expect(secret.map((text) => text.length > 40)).toEqual([true, true, true, true])
  expect(secret.filter((text) => dump.includes(text))).toEqual([])
})

test('reports an unreachable provider differently from a failed authorization', async () => {
  const uid = await world.person()
  const response = await world.agree(uid, 'spotify', 'unlucky')
  world.spotify.failNext({ status: 500, path: '/api/token' })
  expect(await errorCode(world.sources.finish(uid, 'spotify', response))).toBe('provider_unavailable')
})
