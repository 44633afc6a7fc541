import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import S3rver from 's3rver'
import { Client } from 'pg'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startFakeSmtpServer } from '#sandbox/smtp/smtp.fake.ts'
import { runChecks } from '#server/checks/check.ts'
import { clockCheck } from '#server/checks/clock.check.ts'
import { databaseCheck } from '#server/checks/database.check.ts'
import { mailCheck } from '#server/checks/mail.check.ts'
import { redisCheck } from '#server/checks/redis.check.ts'
import { bucketCheck } from '#server/checks/storage.check.ts'
import { issuerChecks } from '#server/checks/sign-in.check.ts'
import { readConfig } from '#server/config.ts'
import { freePort } from '#tools/free-port.ts'

const postgresUrl = inject('postgresUrl') ?? ''
const redisUrl = inject('redisUrl') ?? ''
const run = promisify(execFile)
let folder: string
let bucketUrl: string
let bucketServer: S3rver

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-checks-'))
  const port = await freePort('127.0.0.1', 0)
  bucketServer = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  await bucketServer.run()
  bucketUrl = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await bucketServer.close()
  rmSync(folder, { recursive: true, force: true })
})

const bucketOf = (name: string, keyId = 'S3RVER') =>
  bucketCheck(
    readConfig({ S3_BUCKET: name, S3_ENDPOINT: bucketUrl, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: 'S3RVER', DATA_DIR: folder }),
  )
const runCheck = async (check: Parameters<typeof runChecks>[0][number]) => (await runChecks([check]))[0]

describe.skipIf(postgresUrl === '')('the database', () => {
  /** An address with a user who needs a password, or who may not create tables. */
  async function withUser<T>(user: string, work: (url: string) => Promise<T>): Promise<T> {
    const admin = new Client({ connectionString: postgresUrl })
    await admin.connect()
    await admin.query(`create role ${user} login password 'right'`)
    try {
      const url = new URL(postgresUrl)
      url.username = user
      return await work(url.href)
    } finally {
      await admin.query(`drop role ${user}`)
      await admin.end()
    }
  }

  test('passes, or reports that fsync is off', async () => {
    expect(await runCheck(databaseCheck(readConfig({ DATABASE_URL: postgresUrl })))).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('fsync'),
    })
    expect(await runCheck(clockCheck(readConfig({ DATABASE_URL: postgresUrl })))).toMatchObject({ status: 'ok' })
    const late = clockCheck(readConfig({ DATABASE_URL: postgresUrl }), () => Date.now() + 120_000)
    expect(await runCheck(late)).toMatchObject({ status: 'error', message: expect.stringMatching(/^12\d s ahead of PostgreSQL$/) })
  })

  test('that does not exist, or whose user may not create tables, stops the start with instructions', async () => {
    const missing = new URL(postgresUrl)
    missing.pathname = '/nowhere'
    expect(await runCheck(databaseCheck(readConfig({ DATABASE_URL: missing.href })))).toMatchObject({
      preventsStart: true,
      message: expect.stringContaining('has no database nowhere'),
    })
    const weak = await withUser('weak', (url) => runCheck(databaseCheck(readConfig({ DATABASE_URL: url }))))
    expect(weak).toMatchObject({ preventsStart: true, message: expect.stringContaining('weak may not create tables') })
  })

  test('with an unknown user makes npm start print one sentence without a stack', async () => {
    const url = new URL(postgresUrl)
    url.username = 'stranger'
    url.password = 'a-secret-password'
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: url.href, LOG: 'off' }
    const failed = await run('node_modules/node/bin/node', ['tools/start.ts'], { env }).catch((error: { stderr: string }) => error)
    expect(failed.stderr).toContain('database: PostgreSQL at')
    expect(failed.stderr).toContain('rejected the user stranger or the password of DATABASE_URL')
    expect(failed.stderr).not.toMatch(/at .*\.ts:\d|a-secret-password/)
  })
})

describe.skipIf(redisUrl === '')('Redis', () => {
  test('stops the start with a wrong password, but not when it can’t be reached', async () => {
    const admin = createClient({ url: redisUrl })
    await admin.connect()
    await admin.sendCommand(['ACL', 'SETUSER', 'wave', 'on', '>right', '~*', '&*', '+@all'])
    const { host } = new URL(redisUrl)
    expect(await runCheck(redisCheck(readConfig({ REDIS_URL: `redis://wave:right@${host}` })))).toMatchObject({ status: 'ok' })
    expect(await runCheck(redisCheck(readConfig({ REDIS_URL: `redis://wave:wrong@${host}` })))).toMatchObject({
      status: 'error',
      preventsStart: true,
      message: expect.stringContaining('rejected the login of REDIS_URL'),
    })
    await admin.sendCommand(['ACL', 'DELUSER', 'wave'])
    admin.destroy()
    const away = await runCheck(redisCheck(readConfig({ REDIS_URL: 'redis://127.0.0.1:9' })))
    expect([away?.status, away?.preventsStart, away?.message]).toEqual(['error', undefined, expect.stringContaining('ECONNREFUSED')])
  })
})

describe('the bucket', () => {
  test('is tested by writing, reading and deleting an object', async () => {
    expect(await runCheck(bucketOf('pictures'))).toMatchObject({ status: 'ok' })
  })

  test('that does not exist, or a wrong key, stops the start', async () => {
    expect(await runCheck(bucketOf('nowhere'))).toMatchObject({
      preventsStart: true,
      message: expect.stringMatching(/nowhere .* does not exist$/),
    })
    expect(await runCheck(bucketOf('pictures', 'wrong'))).toMatchObject({
      preventsStart: true,
      message: expect.stringContaining('rejected S3_ACCESS_KEY_ID'),
    })
  })
})

describe('mail', () => {
  const mailOf = (url: string) => runCheck(mailCheck(readConfig({ SMTP_URL: url })))

  test('is tested with the login, and nothing is sent', async () => {
    const server = await startFakeSmtpServer({ login: { user: 'wave', password: 'right' } })
    expect(await mailOf(server.url)).toMatchObject({ status: 'ok' })
    expect(await mailOf(server.url.replace('right', 'wrong'))).toMatchObject({
      status: 'error',
      message: expect.stringContaining('rejected the user or the password of SMTP_URL'),
    })
    expect(server.received).toEqual([])
    await server.close()
    expect(await mailOf(server.url)).toMatchObject({ status: 'error', message: expect.stringContaining("can't be used") })
  })
})

describe('an issuer', () => {
  let server: Server
  afterAll(() => void server.close())

  test('with a different issuer name is an error that contains the name', async () => {
    const port = await freePort('127.0.0.1', 0)
    server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"issuer":"https://other"}'))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${port}`
    const [check] = issuerChecks(readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'wave' }))
    if (!check) throw new Error('no check for a configured issuer')
    expect(await runCheck(check)).toMatchObject({
      status: 'error',
      fix: expect.stringContaining('OIDC_ISSUER must be exactly'),
    })
  })
})
