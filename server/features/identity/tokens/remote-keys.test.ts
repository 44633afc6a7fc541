import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { manualClock } from '#tests/kit/people.ts'
import { fileKeyStorage } from './key-file.ts'
import { createRemoteKeys, type KeyStorage, type RemoteKeys } from './remote-keys.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
type Signed = { jwk: JWK; token: string }
let first: Signed
let second: Signed
let folder: string

async function newKey(kid: string): Promise<Signed> {
  const pair = await generateKeyPair('RS256')
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid }).sign(pair.privateKey)
  return { jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' }, token }
}

beforeAll(async () => {
  const keys = await Promise.all([newKey('k1'), newKey('k2')])
  first = keys[0]
  second = keys[1]
  folder = mkdtempSync(join(tmpdir(), 'wavelength-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let clock: ReturnType<typeof manualClock>
let list: JSONWebKeySet
let reads: number
let isDown: boolean
let names = 0
let storage: KeyStorage
let file: string

beforeEach(() => {
  clock = manualClock()
  list = { keys: [first.jwk] }
  reads = 0
  isDown = false
  const name = `issuer-${names++}`
  file = join(folder, `keys-${name}.json`)
  storage = fileKeyStorage(folder, name)
})

async function readList(): Promise<JSONWebKeySet> {
  reads++
  if (isDown) throw new Error('connection refused')
  return list
}

/** Simulates a restart of the server; the file still has the last keys. */
function started(): RemoteKeys {
  return createRemoteKeys({ read: readList, storage, clock, log: pino({ level: 'silent' }) })
}

const verdict = (keys: RemoteKeys, token: string) =>
  jwtVerify(token, keys.find).then(
    () => 'good',
    (error: { code: string }) => error.code,
  )
const UNKNOWN_KEY = 'ERR_JWKS_NO_MATCHING_KEY'

test('thirty users at once after a start cause one request to the issuer', async () => {
  const keys = started()
  const all = await Promise.all(Array.from({ length: 30 }, () => verdict(keys, first.token)))
  expect([new Set(all), reads]).toEqual([new Set(['good']), 1])
})

test('fifty made-up keys within half a minute cause no further request to the issuer', async () => {
  const keys = started()
  await verdict(keys, first.token)
  clock.pass(29_000)
  for (let index = 0; index < 50; index++) expect(await verdict(keys, second.token)).toBe(UNKNOWN_KEY)
  expect(reads).toBe(1)
})

test('a new key is found as soon as a token names it, and the old one stays valid while it is listed', async () => {
  const keys = started()
  await verdict(keys, first.token)
  list = { keys: [first.jwk, second.jwk] }
  clock.pass(30_000)
  expect([await verdict(keys, second.token), await verdict(keys, first.token), reads]).toEqual(['good', 'good', 2])
})

test('rejects a key that was removed from the list, after the next fetch', async () => {
  const keys = started()
  await verdict(keys, first.token)
  list = { keys: [second.jwk] }
  await keys.reload()
  expect([await verdict(keys, first.token), await verdict(keys, second.token)]).toEqual([UNKNOWN_KEY, 'good'])
})

test('tokens of an issuer that was never reachable can be retried and are not rejected', async () => {
  isDown = true
  const keys = started()
  expect([await verdict(keys, first.token), await verdict(keys, 'a.b.c')]).toEqual(['unavailable', 'ERR_JWS_INVALID'])
  isDown = false
  expect(await verdict(keys, first.token)).toBe('unavailable')
  clock.pass(1_000)
  expect([await verdict(keys, first.token), reads]).toEqual(['good', 2])
})

test('an outage changes nothing for known keys; an unknown one is unavailable', async () => {
  const keys = started()
  await verdict(keys, first.token)
  isDown = true
  clock.pass(10 * MINUTE)
  await keys.reload()
  expect([await verdict(keys, first.token), await verdict(keys, second.token)]).toEqual(['good', 'unavailable'])
})

test('tokens with invented keys cause no repeated requests during an outage', async () => {
  const keys = started()
  await verdict(keys, first.token)
  isDown = true
  clock.pass(MINUTE)
  for (let index = 0; index < 50; index++) expect(await verdict(keys, second.token)).toBe('unavailable')
  expect(reads).toBe(2)
})

test('keys that could not be fetched again for a day are not trusted until they are', async () => {
  const keys = started()
  await verdict(keys, first.token)
  isDown = true
  clock.pass(24 * HOUR)
  expect(await verdict(keys, first.token)).toBe('good')
  clock.pass(1)
  expect(await verdict(keys, first.token)).toBe('unavailable')
  isDown = false
  clock.pass(30_000)
  expect(await verdict(keys, first.token)).toBe('good')
})

test('a restart while the issuer is down signs no user out within a day', async () => {
  await verdict(started(), first.token)
  isDown = true
  clock.pass(23 * HOUR)
  expect(await verdict(started(), first.token)).toBe('good')
  clock.pass(HOUR + 1)
  expect(await verdict(started(), first.token)).toBe('unavailable')
})

test.each([
  ['half a file', '{"keys":{"keys":[{"kty":"RSA"'],
  ['another file', '[]'],
  ['a file without keys', '{"keys":{"keys":[]},"readAtMs":1}'],
])('%s is treated as no answer', async (_what, text) => {
  writeFileSync(file, text)
  isDown = true
  expect(await verdict(started(), first.token)).toBe('unavailable')
})

test('a file from a clock that ran ahead is not trusted for longer', async () => {
  clock.pass(365 * 24 * HOUR)
  await verdict(started(), first.token)
  clock = manualClock()
  isDown = true
  const keys = started()
  expect(await verdict(keys, first.token)).toBe('good')
  clock.pass(24 * HOUR + 1)
  expect(await verdict(keys, first.token)).toBe('unavailable')
})
