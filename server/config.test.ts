import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createSigningKey } from '#sandbox/kit/signing-key.ts'
import { ConfigError, readConfig } from './config.ts'
import { settingNames } from './settings.ts'

const firebase = { FIREBASE_PROJECT_ID: 'demo-app', FIREBASE_API_KEY: 'key', FIREBASE_AUTH_DOMAIN: 'demo-app.firebaseapp.com' }
const serviceAccount = (project: string) =>
  JSON.stringify({ project_id: project, client_email: 'a@b.example', private_key: createSigningKey('key').privateKey() })
const isPublic = { PUBLIC_URL: 'https://wavelength.example' }

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('configuration', () => {
  test('the default is loopback, embedded components, and the demo world', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      publicOrigin: null,
      databaseUrl: null,
      redisUrl: null,
      demo: true,
    })
  })

  test.each([
    ['not at a public address', {}, true],
    ['at a public address', isPublic, false],
    ['at a public address where it is set', { ...isPublic, SPOTIFY_TOGETHER: 'yes' }, true],
  ])('Spotify’s player in shared sessions, %s', (_, settings, isAllowed) => {
    expect(readConfig(settings).together.spotify).toBe(isAllowed)
  })

  test('a public address turns the demo world off', () => {
    expect(readConfig(isPublic)).toMatchObject({ publicOrigin: 'https://wavelength.example', demo: false, log: { pretty: false } })
  })

  test.each([
    ['demo logins at a public address', { ...isPublic, DEMO: 'on' }, /DEMO=on is rejected/],
    ['a public address without TLS', { PUBLIC_URL: 'http://wavelength.example' }, /must start with https/],
    ['a public address with a path', { PUBLIC_URL: 'https://wavelength.example/app' }, /bare origin/],
    ['something that is no address', { PUBLIC_URL: 'wavelength' }, /not an address/],
    ['plain HTTP off loopback', { HOST: '0.0.0.0' }, /without TLS/],
    ['off loopback without a proxy', { ...isPublic, HOST: '0.0.0.0' }, /TRUSTED_PROXIES/],
    ['a proxy that is no address', { ...isPublic, TRUSTED_PROXIES: 'proxy.internal' }, /TRUSTED_PROXIES must be/],
    ['a Redis password with a slash', { REDIS_URL: 'redis://:sEcr/et+PW@127.0.0.1:6379' }, /^REDIS_URL .*percent-encoded/],
    ['a Redis that is another database', { REDIS_URL: 'mysql://127.0.0.1' }, /^REDIS_URL/],
    ['a Redis without a scheme', { REDIS_URL: 'nonsense' }, /^REDIS_URL/],
    ['a database password with a slash', { DATABASE_URL: 'postgres://a:sEcr/et@127.0.0.1/b' }, /^DATABASE_URL .*percent-encoded/],
    ['a database password with digits and a slash', { DATABASE_URL: 'postgres://a:12/et@127.0.0.1/b' }, /^DATABASE_URL/],
    ['a database password with a hash', { DATABASE_URL: 'postgres://a:12#et@127.0.0.1/b' }, /^DATABASE_URL/],
    ['another database', { DATABASE_URL: 'mysql://a:b@127.0.0.1/c' }, /^DATABASE_URL/],
    ['a database without a scheme', { DATABASE_URL: 'nonsense' }, /^DATABASE_URL/],
    ['a database that is no address', { DATABASE_URL: 'postgres:nonsense' }, /^DATABASE_URL/],
    ['a short secret', { SECRET: 'short' }, /32 characters/],
    ['a short admin token at a public address', { ...isPublic, ADMIN_TOKEN: 'x'.repeat(31) }, /ADMIN_TOKEN must have at least 32/],
    ['a level without a part of the log', { LOG: 'warn' }, /^LOG .*: warn\. .*Parts: app, http.* Levels: trace, debug/],
    ['an unknown part of the log', { LOG: 'chat,sockets=debug' }, /^LOG .*: sockets=debug\./],
    ['an unknown level of the log', { LOG: 'chat=loud' }, /^LOG .*: chat=loud\./],
    ['a floating port at a public address', { ...isPublic, PORT: '0' }, /fixed port/],
    ['a port that is no number', { PORT: 'eight' }, /^PORT/],
    ['a bucket without its keys', { S3_BUCKET: 'pictures' }, /S3_ACCESS_KEY_ID/],
    ['a client secret without its id', { SPOTIFY_CLIENT_SECRET: 'x' }, /SPOTIFY_CLIENT_ID/],
    ['MusicBrainz without a contact', { MUSICBRAINZ: 'on' }, /OPERATOR_CONTACT/],
    ['Google without its secret', { GOOGLE_CLIENT_ID: 'x' }, /GOOGLE_CLIENT_SECRET/],
    ['an issuer without a client', { OIDC_ISSUER: 'https://id.example' }, /OIDC_CLIENT_ID/],
    ['an issuer in the clear', { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'x' }, /https address/],
    ['half of Firebase', { FIREBASE_PROJECT_ID: 'demo-app' }, /FIREBASE_API_KEY/],
    ['a Firebase domain that is an address', { ...firebase, FIREBASE_AUTH_DOMAIN: 'https://a.example' }, /bare host/],
    ['a Firebase domain that would open the policy', { ...firebase, FIREBASE_AUTH_DOMAIN: "a.example 'unsafe-inline'" }, /bare host/],
    ['a way in that Firebase has not', { ...firebase, FIREBASE_METHODS: 'telepathy' }, /FIREBASE_METHODS/],
    ['an emulator at a public address', { ...isPublic, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, /unsigned/],
    [
      'an emulator of Firebase at a public address',
      { ...isPublic, ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      /unsigned/,
    ],
    ['an emulator on another machine', { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '10.0.0.1:9099' }, /on this machine/],
    ['an emulator that would open the policy', { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099 *' }, /on this machine/],
    ['a service account that is none', { ...firebase, FIREBASE_SERVICE_ACCOUNT: '{"project_id":"demo-app"}' }, /service account/],
    ['a service account whose file is missing', { ...firebase, FIREBASE_SERVICE_ACCOUNT: '/no/such/key.json' }, /service account/],
    ['a service account of another project', { ...firebase, FIREBASE_SERVICE_ACCOUNT: serviceAccount('other') }, /another project/],
    ['Firebase beside another issuer', { ...firebase, GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }, /Firebase/],
  ])('%s does not start', (_name, env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(sentence)
  })

  test('all errors are reported at once, one sentence each, without those that only follow from another', () => {
    const error = caught(() =>
      readConfig(
        {
          PORT: 'eight',
          OPERATOR_NAME: 'x'.repeat(201),
          PUBLIC_URL: 'wavelength',
          S3_BUCKET: 'pictures',
          SMTP_URL: 'nonsense',
          GOOGLE_CLIENT_SECRET: 'x',
          OIDC_ISSUER: 'https://id.example',
          ADMIN_TOKEN: 'short',
          SECRET: 'short',
          MUSICBRAINZ: 'on',
          DEMO: 'on',
        },
        { isServed: true },
      ),
    )
    expect(String(error).split('\n')).toEqual([
      expect.stringMatching(/^ConfigError: PORT is not valid/),
      expect.stringMatching(/^OPERATOR_NAME is not valid/),
      expect.stringMatching(/^PUBLIC_URL is not an address/),
      expect.stringMatching(/^S3_BUCKET needs/),
      expect.stringMatching(/^SMTP_URL is not/),
      expect.stringMatching(/^GOOGLE_CLIENT_SECRET is set/),
      expect.stringMatching(/^OIDC_ISSUER and OIDC_CLIENT_ID/),
      expect.stringMatching(/^SECRET must have/),
      expect.stringMatching(/ADMIN_TOKEN must have/),
      expect.stringMatching(/^DEMO=on is rejected/),
    ])
  })

  test.each(['REDIS_URL', 'DATABASE_URL'])('a rejected %s is not shown', (name) => {
    const scheme = name === 'REDIS_URL' ? 'redis' : 'postgres'
    const error = caught(() => readConfig({ [name]: `${scheme}://:sEcr/et+PW@127.0.0.1:6379` }))
    expect(inspect(error)).not.toMatch(/sEcr|et\+PW/)
    expect(error).toBeInstanceOf(ConfigError)
  })

  test.each([
    ['REDIS_URL', 'redis://host:6379'],
    ['REDIS_URL', 'rediss://user:sEcr%2Fet@host:6379/2'],
    ['DATABASE_URL', 'postgres://user:sEcr%2Fet@host:5432/wavelength?sslmode=verify-full'],
    ['DATABASE_URL', 'postgresql://user@host/wavelength'],
    ['DATABASE_URL', 'postgresql:///wavelength?host=/var/run/postgresql'],
  ])('%s=%s is used as it is', (name, url) => {
    const { redisUrl, databaseUrl } = readConfig({ [name]: url })
    expect(name === 'REDIS_URL' ? redisUrl : databaseUrl).toBe(url)
  })

  test.each([
    ['a long admin token at a public address', { ...isPublic, ADMIN_TOKEN: 'x'.repeat(32) }],
    ['a short one on loopback', { ADMIN_TOKEN: 'short' }],
  ])('%s is accepted', (_, settings) => {
    expect(readConfig(settings).adminToken).toBe(settings.ADMIN_TOKEN)
  })

  test.each(['off', 'chat,socket=debug', 'taste.sync=warn, db', '*=warn,chat'])('LOG=%s is accepted', (filter) => {
    expect(readConfig({ LOG: filter }).log.filter).toBe(filter)
  })

  test('an operator’s name is required at a public address only', () => {
    const operator = { OPERATOR_NAME: 'Ada Example', OPERATOR_CONTACT: 'ada@wavelength.example' }
    expect(() => readConfig({}, { isServed: true })).not.toThrow()
    expect(() => readConfig(isPublic, { isServed: true })).toThrow(/OPERATOR_NAME/)
    expect(() => readConfig({ ...isPublic, ...operator }, { isServed: true })).not.toThrow()
    expect(readConfig(operator).operator).toEqual({ name: 'Ada Example', contact: 'ada@wavelength.example' })
    expect(() => readConfig({ OPERATOR_NAME: 'Ada Example' })).toThrow(/belong together/)
    expect(() => readConfig({ ...operator, OPERATOR_CONTACT: 'javascript:alert(1)' })).toThrow(/https/)
  })

  test('only a trusted proxy may set the client’s address: a configured proxy, or a local proxy if the server has a public address', () => {
    expect(readConfig({}).trustedProxies).toEqual([])
    expect(readConfig(isPublic).trustedProxies).toEqual(['loopback'])
    expect(readConfig({ ...isPublic, TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16' }).trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16'])
  })

  test('other issuers and Firebase are read with their defaults', () => {
    const oidc = { OIDC_ISSUER: 'https://id.example/realms/one', OIDC_CLIENT_ID: 'wave' }
    expect(readConfig({ ...oidc, GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' }).issuers).toEqual([
      {
        id: 'google',
        name: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: 'g',
        clientSecret: 's',
        prompt: 'select_account',
        signsOut: false,
      },
      {
        id: 'oidc',
        name: 'id.example',
        issuer: 'https://id.example/realms/one',
        clientId: 'wave',
        clientSecret: null,
        prompt: null,
        signsOut: false,
      },
    ])
    expect(readConfig({ ...oidc, OIDC_PROMPT: 'login consent', OIDC_LOGOUT: 'yes' }).issuers).toMatchObject([
      { prompt: 'login consent', signsOut: true },
    ])
    expect(() => readConfig({ ...oidc, OIDC_PROMPT: 'none' })).toThrow(/^OIDC_PROMPT is not valid/)
    expect(readConfig(firebase).firebase).toEqual({
      projectId: 'demo-app',
      apiKey: 'key',
      authDomain: 'demo-app.firebaseapp.com',
      methods: ['password'],
      serviceAccount: null,
      emulatorHost: null,
    })
    expect(readConfig({ ...firebase, FIREBASE_SERVICE_ACCOUNT: serviceAccount('demo-app') }).firebase?.serviceAccount).toEqual({
      email: 'a@b.example',
      privateKey: expect.stringContaining('BEGIN PRIVATE KEY'),
    })
    // The emulator needs only a project, and is useless without one.
    const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    expect(readConfig({ ...emulator, FIREBASE_PROJECT_ID: 'demo-app' }).firebase).toMatchObject({
      apiKey: 'emulator',
      authDomain: 'demo-app.firebaseapp.com',
      emulatorHost: '127.0.0.1:9099',
    })
    expect(readConfig(emulator).firebase).toBeNull()
    expect([readConfig({}).issuers, readConfig({}).firebase]).toEqual([[], null])
  })

  test('.env.example lists every setting and no others', () => {
    const named = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(settingNames))
    expect(named.length).toBe(settingNames.length)
  })
})
