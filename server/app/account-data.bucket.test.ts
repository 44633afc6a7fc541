import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { placeEmbeddedDatabase } from '#tests/kit/database.ts'
import { type FakeBucket, startFakeBucket } from '#tests/kit/fake-bucket.ts'
import { freePort } from '#tools/free-port.ts'
import { readConfig } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import type { Database } from '#server/platform/db/database.ts'

/** The whole server with its pictures in a bucket whose service misbehaves: account deletion must not depend on it. */
const PASSWORD = 'correct horse'
const folder = mkdtempSync(join(tmpdir(), 'wavelength-bucket-leaving-'))
let bucket: FakeBucket
let server: Server
let database: Database

async function start(): Promise<void> {
  server = await startServer({
    config: readConfig({ DATA_DIR: join(folder, 'data'), LOG: 'off', ...bucket.settings }),
    port: await freePort('127.0.0.1', 0),
    fakeServices: null,
    development: false,
    addPages: async () => undefined,
    fill: async (parts) => {
      database = parts.database
    },
    example: null,
  })
}
async function restart(): Promise<void> {
  await server.stop()
  await start()
}

beforeAll(async () => {
  bucket = await startFakeBucket()
  await placeEmbeddedDatabase(join(folder, 'data', 'db'), { isMigrated: true })
  await start()
}, 120_000)
beforeEach(() => bucket.empty())
afterAll(async () => {
  await server.stop()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

type Asked = { body?: unknown; token?: string; cookie?: string; form?: FormData }
async function ask(method: string, path: string, { body, token, cookie, form }: Asked = {}) {
  const headers = new Headers({ origin: server.origin })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (cookie) headers.set('cookie', cookie)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const sent = form ?? (body === undefined ? undefined : JSON.stringify(body))
  return fetch(`${server.origin}${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
}
// Every response that is read here was sent by the server under test.
const json = async (response: Response) => (await response.json()) as Record<string, unknown>
const signIn = (email: string) => ask('POST', '/identity/sign-in/email', { body: { email, password: PASSWORD } })

async function upload(token: string, width: number) {
  const picture = await sharp({ create: { width, height: 40, channels: 3, background: '#f0a' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  return json(await ask('POST', '/app/auth/uploads', { token, form }))
}

/** A user with three files: an avatar, and a picture in two sizes in a moment that anyone may see. */
async function aUserWithPictures(name: string) {
  // A deleted user's name stays reserved, so each test brings its own.
  const email = `${name}@bucket.example`
  await ask('POST', '/identity/sign-up/email', { body: { email, password: PASSWORD, name } })
  const cookie = (await signIn(email)).headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
  const token = String((await json(await ask('GET', '/identity/token', { cookie })))['token'])
  const avatar = await upload(token, 40)
  const profile = { user_name: `${name}.bucket`, name: 'Bucket User', avatar_id: avatar['id'], languages: ['en'], birth_year: 1990 }
  expect((await ask('POST', '/app/auth/account-setup', { token, body: profile })).status).toBe(200)
  const { id, url } = await upload(token, 1_000)
  const moment = { text: 'look', pictures: [{ id, alt: '' }] }
  expect((await ask('POST', '/app/auth/moments', { token, body: moment })).status).toBe(200)
  expect(bucket.keys()).toHaveLength(3)
  expect((await ask('GET', String(url))).status).toBe(200)
  return { email, token, url: String(url) }
}
type User = Awaited<ReturnType<typeof aUserWithPictures>>

const deleteAccount = ({ token }: User) => ask('POST', '/app/auth/account/delete', { token, body: {} })
const countOf = async (table: string, where = 'true') => (await database.query(`select 1 from ${table} where ${where}`)).length

/** What is left of the account for its owner and for others, with the files still in the bucket or not. */
async function expectGone({ email, url }: User): Promise<void> {
  expect([(await signIn(email)).status, (await ask('GET', url)).status]).toEqual([401, 404])
  expect([await countOf('people'), await countOf('uploads'), await countOf('identity."user"', `email = '${email}'`)]).toEqual([0, 0, 0])
}

test.each(['requires-md5', 'no-batch', 'skips-batch'] as const)(
  'deletes the account and every file on a service that does not delete in batches (%s)',
  async (mode) => {
    const user = await aUserWithPictures(mode.replaceAll('-', '_'))
    bucket.behave(mode)
    const response = await deleteAccount(user)
    expect([response.status, await json(response), bucket.keys()]).toEqual([200, { files_pending: 0 }, []])
    await expectGone(user)
    expect(await countOf('file_deletions')).toBe(0)
  },
)

test.each(['down', 'hangs'] as const)(
  'deletes the account at once while the file store %s, and the files after a restart with a healthy one',
  async (mode) => {
    const user = await aUserWithPictures(mode)
    bucket.behave(mode)
    const response = await deleteAccount(user)
    expect([response.status, await json(response)]).toEqual([200, { files_pending: 3 }])
    await expectGone(user)
    expect([bucket.keys().length, await countOf('file_deletions')]).toEqual([3, 1])
    await restart()
    await expectGone(user)
    bucket.behave('healthy')
    await expect.poll(bucket.keys, { timeout: 50_000 }).toEqual([])
    await expect.poll(() => countOf('file_deletions'), { timeout: 50_000 }).toBe(0)
  },
  120_000,
)
