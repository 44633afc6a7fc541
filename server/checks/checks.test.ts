import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acquireLock } from '#server/platform/db/embedded/data-folder-lock.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { readConfig } from '../config.ts'
import { runChecks } from './check.ts'
import { doctorChecks } from './checks.ts'
import { databaseCheck } from './database.check.ts'
import { misspelled, settingsWithoutEffect } from './settings.check.ts'
import { sourceChecks } from './sources.check.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-doctor-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('suggests the correct name for a misspelled setting, but ignores settings of other programs', () => {
  const env = {
    SPOTIFY_CLIENTID: 'a',
    DATABSE_URL: 'b',
    S3_BUCKET_NAME: 'c',
    PATH: 'd',
    HOSTNAME: 'e',
    LOGNAME: 'f',
    NODE_ENV: 'g',
    DEMO: 'on',
  }
  expect(misspelled(env)).toEqual([
    { name: 'SPOTIFY_CLIENTID', nearest: 'SPOTIFY_CLIENT_ID' },
    { name: 'DATABSE_URL', nearest: 'DATABASE_URL' },
    { name: 'S3_BUCKET_NAME', nearest: 'S3_BUCKET' },
  ])
})

test('a component that throws or does not answer is an error with its reason', async () => {
  const rejected = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  const checks = [
    { component: 'one', run: () => Promise.reject(rejected) },
    { component: 'two', run: () => new Promise<never>(() => undefined) },
  ]
  expect(await runChecks(checks, 1)).toEqual([
    { component: 'one', status: 'error', message: 'fetch failed: connect ECONNREFUSED' },
    { component: 'two', status: 'error', message: expect.stringContaining('no answer within') },
  ])
})

test('an installation with default settings has no errors, and the report lists every component', async () => {
  const checked = await runChecks(doctorChecks(readConfig({ DATA_DIR: dataDir }), {}))
  expect(checked.filter(({ status }) => status === 'error')).toEqual([])
  const all = ['settings', 'disk', 'database', 'Redis', 'pictures', 'mail', 'OpenID Connect', 'Firebase', 'Spotify', 'YouTube']
  expect(checked.map(({ component }) => component)).toEqual([...all, 'YouTube key', 'Last.fm', 'public address', 'TLS', 'clock'])
})

test('lists settings that have no effect without another setting, unless they have their default values', () => {
  const env = { S3_ENDPOINT: 'a', MAIL_FROM: 'b', SPOTIFY_TOGETHER: 'yes', YOUTUBE_UNITS_PER_DAY: '5', OTEL_EXPORTER_OTLP_HEADERS: 'c' }
  expect(settingsWithoutEffect(env)).toEqual([
    'S3_ENDPOINT has no effect without S3_BUCKET',
    'MAIL_FROM has no effect without SMTP_URL',
    'SPOTIFY_TOGETHER has no effect without SPOTIFY_CLIENT_ID',
    'SPOTIFY_TOGETHER has no effect without PUBLIC_URL',
    'YOUTUBE_UNITS_PER_DAY has no effect without YOUTUBE_CLIENT_ID or YOUTUBE_API_KEY',
    'OTEL_EXPORTER_OTLP_HEADERS has no effect without OTEL_EXPORTER_OTLP_ENDPOINT',
  ])
  expect(settingsWithoutEffect({ S3_REGION: 'us-east-1', SPOTIFY_MAY_SHARE: 'no', OIDC_LOGOUT: 'no' })).toEqual([])
  expect(settingsWithoutEffect({ MAIL_FROM: 'b', SMTP_URL: 'c', YOUTUBE_UNITS_PER_DAY: '5', YOUTUBE_API_KEY: 'd' })).toEqual([])
})

describe('the doctor and the data folder', () => {
  const check = async (folder: string) => {
    const checked = await runChecks(doctorChecks(readConfig({ DATA_DIR: folder }), {}).slice(1, 3))
    return checked.map(({ component, status, message }) => `${component} ${status}: ${message}`)
  }
  const prepared = join(dataDir, 'prepared')
  beforeAll(() => copyEmbeddedDatabase(join(prepared, 'db')))
  function aFolder(): string {
    const folder = mkdtempSync(join(dataDir, 'folder-'))
    cpSync(prepared, folder, { recursive: true })
    return folder
  }

  test('does not create a database, and reports that the first start will', async () => {
    const missing = join(dataDir, 'a', 'b')
    expect(await check(missing)).toEqual([
      expect.stringMatching(/^disk \w+: .* GB free in .*, which the first start creates$/),
      `database off: embedded PostgreSQL, which the first start creates in ${missing}`,
    ])
    expect(existsSync(join(dataDir, 'a'))).toBe(false)
  })

  test('reads the database files without changing them', async () => {
    const folder = aFolder()
    const files = readdirSync(folder, { recursive: true })
    expect((await check(folder))[1]).toBe(`database ok: embedded PostgreSQL in ${folder}: its files are complete (read, but not opened)`)
    expect(readdirSync(folder, { recursive: true })).toEqual(files)
    rmSync(join(folder, 'db', 'PG_VERSION'))
    expect((await check(folder))[1]).toMatch(/^database error: .*db\/PG_VERSION is missing/)
    rmSync(join(folder, 'db'), { recursive: true })
    writeFileSync(join(folder, 'secret'), 'x')
    expect((await check(folder))[1]).toMatch(/^database error: .*the database \(db\) is missing, but the folder was used before/)
  })

  test('does not check a database that a server uses', async () => {
    const folder = aFolder()
    const lock = acquireLock(folder)
    expect((await check(folder))[1]).toBe(`database off: embedded PostgreSQL in ${folder}: not checked, because a running server uses it`)
    lock.release()
    expect((await runChecks([databaseCheck(readConfig({ DATA_DIR: folder }))]))[0]?.status).toBe('ok')
  })
})

describe('credentials of services', () => {
  let server: Server
  let origins: Parameters<typeof sourceChecks>[1]
  beforeAll(async () => {
    server = createServer((request, response) => {
      let form = ''
      request.on('data', (part: Buffer) => (form += part.toString()))
      request.on('end', () => {
        const isGood = `${request.url} ${form}`.includes('good')
        const isCode = form.includes('authorization_code')
        response.statusCode = isGood && !isCode ? 200 : 400
        response.end(
          JSON.stringify(isGood ? (isCode ? { error: 'invalid_grant' } : {}) : { error: 'invalid_client', error_description: 'Unknown' }),
        )
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    origins = { spotify: origin, google: origin, youtube: origin, lastfm: origin }
  })
  afterAll(() => void server.close())

  const configOf = (value: string) =>
    readConfig({
      SPOTIFY_CLIENT_ID: value,
      SPOTIFY_CLIENT_SECRET: value,
      YOUTUBE_CLIENT_ID: value,
      YOUTUBE_CLIENT_SECRET: value,
      YOUTUBE_API_KEY: value,
      LASTFM_API_KEY: value,
    })

  test('are accepted or rejected with the service’s own message', async () => {
    expect((await runChecks(sourceChecks(configOf('good'), origins))).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    const rejected = await runChecks(sourceChecks(configOf('bad'), origins))
    expect(rejected.map(({ status }) => status)).toEqual(['error', 'error', 'error', 'error'])
    expect(rejected[0]?.message).toMatch(/^Spotify rejected SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET \(400: \w+\)$/)
  })
})
