import { expect, test } from 'vitest'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { createAccess } from './sources.access.ts'
import { createTokensStore } from './sources.store.ts'
import { database, world, setUpSources } from '#tests/kit/sources-world.ts'

const HOUR_MS = 3_600_000

setUpSources()

/** Token access as one server process creates it. */
const process = ({
  secret = 'a secret of at least thirty-two characters',
  pause,
}: { secret?: string; pause?: (ms: number) => Promise<void> } = {}) =>
  createAccess({
    store: createTokensStore(database.db),
    secrets: createSecrets({ secret }),
    clock: world.clock,
    ...(pause ? { pause } : {}),
  })

/** A user whose access token has expired, and a count of renewals since. */
async function withOldToken(login: string) {
  const uid = await world.person()
  await world.connect(uid, 'spotify', login)
  world.clock.pass(2 * HOUR_MS)
  const { provider } = world.providers.spotify
  let renewals = 0
  const counting = { ...provider, refresh: (token: string) => provider.refresh(token).finally(() => (renewals += 1)) }
  return { uid, provider: counting, renewals: () => renewals }
}

test('ten concurrent calls with an expired token renew it once', async () => {
  const { uid, provider, renewals } = await withOldToken('busy')
  const access = process()
  const names = await Promise.all(Array.from({ length: 10 }, () => access.withToken(provider, uid, (token) => provider.account(token))))
  expect(new Set(names.map(({ name }) => name))).toEqual(new Set(['busy']))
  expect(renewals()).toBe(1)
})

test('of two processes with an expired token, one calls the provider and the other uses the stored result', async () => {
  const { uid, provider, renewals } = await withOldToken('twice')
  const waiting = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const slow = { ...provider, refresh: (token: string) => waiting.promise.then(() => provider.refresh(token)) }
  const faster = process().withToken(slow, uid, (token) => Promise.resolve(token))
  const slower = process({
    pause: async () => {
      waiting.resolve()
      await done.promise
    },
  }).withToken(provider, uid, (token) => Promise.resolve(token))
  const token = await faster
  done.resolve()
  expect(await slower).toBe(token)
  expect(renewals()).toBe(1)
})

test('a process that crashed during a renewal blocks others for seconds only', async () => {
  const { uid, provider, renewals } = await withOldToken('died')
  const store = createTokensStore(database.db)
  const sealed = (await store.find({ uid, source: 'spotify' }))?.tokens ?? ''
  const now = world.clock.now()
  expect(await store.lease({ uid, source: 'spotify' }, sealed, new Date(now.getTime() + 10_000), now)).toBe(true)
  const others = process({ pause: async (ms) => world.clock.pass(ms) })
  expect(await others.withToken(provider, uid, (token) => provider.account(token))).toMatchObject({ name: 'died' })
  expect(world.clock.now().getTime() - now.getTime()).toBeLessThanOrEqual(10_250)
  expect(renewals()).toBe(1)
})

test('a failed renewal lets the next one start at once', async () => {
  const { uid, provider } = await withOldToken('unlucky')
  world.spotify.failNext({ status: 500, path: '/api/token' })
  await expect(process().withToken(provider, uid, () => Promise.resolve())).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await process().withToken(provider, uid, (token) => provider.account(token))).toMatchObject({ name: 'unlucky' })
})

test('renews a token that the provider rejects early and repeats the call once', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'rejected')
  const { provider } = world.providers.spotify
  world.spotify.failNext({ status: 401, path: '/v1/me' })
  expect(await process().withToken(provider, uid, (token) => provider.account(token))).toMatchObject({ name: 'rejected' })
})

test('tokens sealed with a lost secret ask the user to reconnect', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'lost key')
  const call = process({ secret: 'quite another secret of thirty-two characters' }).withToken(world.providers.spotify.provider, uid, () =>
    Promise.resolve(),
  )
  await expect(call).rejects.toMatchObject({ kind: 'reconnect' })
  await expect(call).rejects.toThrow(ProviderError)
})
