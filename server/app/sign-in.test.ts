import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFakeIdentityToolkit, type FakeIdentityToolkit } from '#sandbox/identity-toolkit/identity-toolkit.fake.ts'
import { readConfig } from '#server/config.ts'
import { RELOAD_EVERY_MS } from '#server/features/identity/tokens/remote-keys.ts'
import { systemClock } from '#server/platform/clock.ts'
import { signInProviders } from './sign-in.ts'

const log = pino({ level: 'silent' })
const fakeIssuer = { name: 'Example ID', issuer: 'http://127.0.0.1:9', clientId: 'demo' }
const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'wave' }
const firebase = { FIREBASE_PROJECT_ID: 'demo-app', FIREBASE_API_KEY: 'key', FIREBASE_AUTH_DOMAIN: 'demo-app.firebaseapp.com' }

let dataDir: string
let toolkit: FakeIdentityToolkit
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-sign-in-'))
  toolkit = await startFakeIdentityToolkit({ host: '127.0.0.1', port: 0, projectId: 'demo-app', apiKey: 'key' })
})
afterAll(async () => {
  await toolkit.close()
  rmSync(dataDir, { recursive: true })
})

const providers = (env: Record<string, string>, more: { fakeIssuer?: typeof fakeIssuer | null } = {}) =>
  signInProviders({
    config: readConfig({ ...env, DATA_DIR: dataDir }),
    fakeIssuer: null,
    clock: systemClock,
    log,
    google: { keys: toolkit.keysUrl, toolkit: toolkit.origin },
    ...more,
  })

test('without configuration the demo uses its fake service, and other installations have no other sign-in', () => {
  expect(providers({}, { fakeIssuer }).identity).toEqual({ federated: [{ id: 'oidc', clientSecret: null, ...fakeIssuer }] })
  expect(providers({}).identity).toEqual({ federated: [] })
})

test('a configured issuer replaces the fake service', () => {
  const federated = providers(oidc, { fakeIssuer }).identity.federated ?? []
  expect(federated.map(({ id, issuer }) => [id, issuer])).toEqual([['oidc', 'https://id.example']])
})

test('with Firebase there is no other sign-in', () => {
  const { identity, outside } = providers(firebase, { fakeIssuer })
  expect([identity.federated, identity.capabilities?.kind, identity.otherIssuers?.map(({ issuer }) => issuer)]).toEqual([
    undefined,
    'firebase',
    ['https://securetoken.google.com/demo-app'],
  ])
  expect(outside.frames).toEqual(['https://demo-app.firebaseapp.com'])
})

test('the keys of Firebase are fetched at the start and every ten minutes, and cached in the data folder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = providers(firebase).start()
  await expect.poll(() => [toolkit.keyFetches(), readdirSync(dataDir)]).toEqual([1, ['keys-firebase.json']])
  vi.advanceTimersByTime(RELOAD_EVERY_MS)
  await expect.poll(() => toolkit.keyFetches()).toBe(2)
  stop()
  vi.advanceTimersByTime(RELOAD_EVERY_MS * 5)
  vi.useRealTimers()
  expect(toolkit.keyFetches()).toBe(2)
})

test('with the emulator unsigned tokens are accepted and no keys are read', async () => {
  const env = { FIREBASE_PROJECT_ID: 'demo-app', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
  const { identity, outside, start } = providers(env)
  const before = toolkit.keyFetches()
  start()()
  expect([identity.otherIssuers?.map(({ algorithm }) => algorithm), outside.connections, toolkit.keyFetches()]).toEqual([
    ['none'],
    ['http://127.0.0.1:9099'],
    before,
  ])
  expect(providers(firebase).identity.otherIssuers?.map(({ algorithm }) => algorithm)).toEqual(['RS256'])
})
