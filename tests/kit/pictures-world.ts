import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { BucketSettings } from '#server/features/uploads/uploads.files.ts'
import { type Server, startServer } from '#server/main.ts'
import type { Database } from '#server/platform/db/database.ts'
import { JOBS_SCHEMA } from '#server/platform/jobs/jobs.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { sendRequest, cookiesOf, json, type RequestInput } from './requests.ts'
import { freePort } from '#tools/free-port.ts'

const PASSWORD = 'correct horse'

type User = { email: string; token: string; uid: string; url: string }

export type PicturesWorld = Awaited<ReturnType<typeof picturesWorld>>

/** A whole server with its pictures in this bucket, and users with pictures. */
export async function picturesWorld(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: BucketSettings,
  { bucketTimeoutMs }: { bucketTimeoutMs?: number } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-bucket-leaving-'))
  const settings = {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    ...(endpoint ? { S3_ENDPOINT: endpoint } : {}),
  }
  let server: Server
  let database: Database

  async function start(): Promise<void> {
    server = await startServer({
      config: readConfig({ DATA_DIR: join(folder, 'data'), LOG: 'off', ...settings }),
      port: await freePort('127.0.0.1', 0),
      fakeServices: null,
      ...(bucketTimeoutMs ? { bucketTimeoutMs } : {}),
      development: false,
      addPages: async () => undefined,
      fill: async (parts) => {
        database = parts.database
      },
      example: null,
    })
  }
  await copyEmbeddedDatabase(join(folder, 'data', 'db'), { isMigrated: true })
  await start()

  const request = (method: string, path: string, input?: RequestInput) => sendRequest(server.origin, method, path, input)
  const signIn = (email: string) => request('POST', '/identity/sign-in/email', { body: { email, password: PASSWORD } })

  async function upload(token: string, width: number) {
    const picture = await sharp({ create: { width, height: 40, channels: 3, background: '#f0a' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
    return json(await request('POST', '/app/auth/uploads', { token, form }))
  }
  const countOf = async (table: string, where = 'true') => (await database.query(`select 1 from ${table} where ${where}`)).length

  return {
    /** A user with three files: an avatar, and a picture in two sizes in a public moment. */
    async aUserWithPictures(name: string): Promise<User> {
      // A deleted user's name stays reserved, so each test uses its own.
      const email = `${name}@bucket.example`
      await request('POST', '/identity/sign-up/email', { body: { email, password: PASSWORD, name } })
      const cookie = cookiesOf(await signIn(email))
      const token = String((await json(await request('GET', '/identity/token', { cookie })))['token'])
      const avatar = await upload(token, 40)
      const profile = { user_name: `${name}.bucket`, name: 'Bucket User', avatar_id: avatar['id'], languages: ['en'], birth_year: 1990 }
      const setUp = await request('POST', '/app/auth/account-setup', { token, body: profile })
      expect(setUp.status).toBe(200)
      const { id, url } = await upload(token, 1_000)
      const moment = { text: 'look', pictures: [{ id, alt: '' }] }
      expect((await request('POST', '/app/auth/moments', { token, body: moment })).status).toBe(200)
      expect((await request('GET', String(url))).status).toBe(200)
      return { email, token, uid: String((await json(setUp))['uid']), url: String(url) }
    },

    deleteAccount: ({ token }: User) => request('POST', '/app/auth/account/delete', { token, body: {} }),

    countOf,

    /** Ends the pauses of all jobs. */
    endPauses: () => database.query(`update ${JOBS_SCHEMA}.job set start_after = now() where state in ('created', 'retry')`),

    /** The owner and others see nothing of the account, whether its files are still in the bucket or not. */
    async expectGone({ email, url }: User): Promise<void> {
      expect([(await signIn(email)).status, (await request('GET', url)).status]).toEqual([401, 404])
      expect([await countOf('people'), await countOf('uploads'), await countOf('identity."user"', `email = '${email}'`)]).toEqual([0, 0, 0])
    },

    async restart(): Promise<void> {
      await server.stop()
      await start()
    },

    async close(): Promise<void> {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
