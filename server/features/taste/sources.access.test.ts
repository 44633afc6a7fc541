import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { sourcesWorld } from '#tests/kit/sources.ts'
import type { Database } from '../../platform/db/database.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { createSecrets } from './secrets.ts'
import { createAccess } from './sources.access.ts'
import { createSourcesStore } from './sources.store.ts'

const HOUR_MS = 3_600_000

let database: Database
let world: Awaited<ReturnType<typeof sourcesWorld>>
beforeAll(async () => {
  database = await testDatabase()
  world = await sourcesWorld(database.db)
})
afterAll(async () => {
  await world.close()
  await database.close()
})

/** The tokens' keeper as one server process has it. */
const process = (secret = 'a secret of at least thirty-two characters') =>
  createAccess({ store: createSourcesStore(database.db), secrets: createSecrets({ secret }), clock: world.clock })

/** A person whose access token has run out, and how often it was renewed since. */
async function withOldToken(login: string) {
  const uid = await world.person()
  await world.connect(uid, 'spotify', login)
  world.clock.pass(2 * HOUR_MS)
  const { provider } = world.providers.spotify
  let renewals = 0
  const counting = { ...provider, refresh: (token: string) => provider.refresh(token).finally(() => (renewals += 1)) }
  return { uid, provider: counting, renewals: () => renewals }
}

test('ten calls at once that need a new token renew it once', async () => {
  const { uid, provider, renewals } = await withOldToken('busy')
  const access = process()
  const names = await Promise.all(Array.from({ length: 10 }, () => access.with(provider, uid, (token) => provider.account(token))))
  expect(new Set(names.map(({ name }) => name))).toEqual(new Set(['busy']))
  expect(renewals()).toBe(1)
})

test('two processes that renew at the same moment both end with the token that was stored', async () => {
  const { uid, provider } = await withOldToken('twice')
  const slow = {
    ...provider,
    // The other process is faster: this one presents a refresh token that was used up meanwhile.
    refresh: async (token: string) => {
      await process().with(provider, uid, () => Promise.resolve())
      return provider.refresh(token)
    },
  }
  expect(await process().with(slow, uid, (token) => provider.account(token))).toMatchObject({ name: 'twice' })
  expect(await process().with(provider, uid, (token) => provider.account(token))).toMatchObject({ name: 'twice' })
})

test('a token that the provider refuses early is renewed and the call made once more', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'refused')
  const { provider } = world.providers.spotify
  world.spotify.failNext({ status: 401, path: '/v1/me' })
  expect(await process().with(provider, uid, (token) => provider.account(token))).toMatchObject({ name: 'refused' })
})

test('tokens of a secret that is gone ask to reconnect', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'lost key')
  const call = process('quite another secret of thirty-two characters').with(world.providers.spotify.provider, uid, () => Promise.resolve())
  await expect(call).rejects.toMatchObject({ kind: 'reconnect' })
  await expect(call).rejects.toThrow(ProviderError)
})
