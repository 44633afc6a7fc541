import { exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { createKeys } from './keys.ts'

async function newKey(kid: string) {
  const pair = await generateKeyPair('ES256')
  const token = await new SignJWT({ kid }).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey)
  return { jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' }, token }
}

let set: JSONWebKeySet
let reads: number
let isDown: boolean
let nowMs: number

beforeEach(() => {
  set = { keys: [] }
  reads = 0
  isDown = false
  nowMs = 1_000_000
})

function keys() {
  return createKeys({
    read: async () => {
      reads++
      if (isDown) throw new Error('connection refused')
      return set
    },
    clock: { now: () => new Date(nowMs) },
  })
}

test('simultaneous calls read the keys once', async () => {
  const first = await newKey('k1')
  set.keys.push(first.jwk)
  const key = keys()
  await Promise.all(Array.from({ length: 30 }, () => jwtVerify(first.token, key)))
  expect(reads).toBe(1)
})

test('a key that was added later is found', async () => {
  const [first, second] = await Promise.all([newKey('k1'), newKey('k2')])
  set.keys.push(first.jwk)
  const key = keys()
  await jwtVerify(first.token, key)
  set = { keys: [first.jwk, second.jwk] }
  nowMs += 1_000
  expect((await jwtVerify(second.token, key)).payload).toEqual({ kid: 'k2' })
})

test('unknown key names cause no repeated fetches', async () => {
  const first = await newKey('k1')
  set.keys.push(first.jwk)
  const key = keys()
  await jwtVerify(first.token, key)
  for (let index = 0; index < 50; index++) {
    const forged = await newKey(`made-up-${index}`)
    await expect(jwtVerify(forged.token, key)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
  }
  expect(reads).toBe(1)
})

test('an outage fails with "unavailable" if the keys were never loaded, and does not affect known keys later', async () => {
  const [first, second] = await Promise.all([newKey('k1'), newKey('k2')])
  set.keys.push(first.jwk)
  isDown = true
  const key = keys()
  await expect(jwtVerify(first.token, key)).rejects.toMatchObject({ code: 'unavailable' })
  isDown = false
  await jwtVerify(first.token, key)
  isDown = true
  nowMs += 86_400_000
  expect((await jwtVerify(first.token, key)).payload).toEqual({ kid: 'k1' })
  await expect(jwtVerify(second.token, key)).rejects.toMatchObject({ code: 'unavailable' })
})
