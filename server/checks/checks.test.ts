import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { runChecks } from './check.ts'
import { doctorChecks } from './checks.ts'
import { misspelled } from './settings.check.ts'
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

test('an installation on its defaults has no errors, and names every component', async () => {
  const checked = await runChecks(doctorChecks(readConfig({ DATA_DIR: dataDir }), {}))
  expect(checked.filter(({ status }) => status === 'error')).toEqual([])
  const all = ['settings', 'disk', 'database', 'Redis', 'pictures', 'mail', 'OpenID Connect', 'Firebase', 'Spotify', 'YouTube']
  expect(checked.map(({ component }) => component)).toEqual([...all, 'YouTube key', 'Last.fm', 'public address', 'TLS', 'clock'])
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
