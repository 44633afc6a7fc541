import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadedPicture, type UploadedPicture } from '#contract/uploads.ts'
import type { Uid } from '#contract/ids.ts'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { openFiles } from './uploads.files.ts'
import { registerFileRoutes } from './uploads.mount.ts'
import { uploadRoutes } from './uploads.routes.ts'
import { createUploads, type Uploads } from './uploads.service.ts'

const QUOTA_BYTES = 2_000
const dataDir = mkdtempSync(join(tmpdir(), 'uploads-'))
const hidden = new Set<string>()
const maySee = async (viewer: Uid, owner: Uid) => !hidden.has(`${viewer} ${owner}`)
let world: IdentityWorld
let uploads: Uploads
let picture: Buffer

beforeAll(async () => {
  const files = await openFiles({ dataDir, bucket: null })
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#e5446d' } })
    .png()
    .toBuffer()
  world = await identityWorld({
    extend: ({ db, clock, log }) => {
      uploads = createUploads({ db, clock, log, files, maySee, quotaBytes: QUOTA_BYTES })
      return uploadRoutes({ uploads })
    },
  })
  registerFileRoutes(world.app, { uploads, viewerOfFileCookie: (header) => world.identity.viewerOfFileCookie(header) })
})
beforeEach(async () => {
  hidden.clear()
  await world.empty()
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signedUp(email: string) {
  const browser = world.browser()
  await browser.signUp(email)
  const token = await browser.token()
  await browser.call('POST', '/app/auth/session', { token })
  return { browser, token, uid: (await world.identity.authenticate(token)).uid }
}
type SignedUp = Awaited<ReturnType<typeof signedUp>>

function send({ browser, token }: SignedUp, bytes: Buffer, { name = 'me.png', type = 'image/png' } = {}) {
  const edge = 'edge-of-the-form'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)])
  return browser.call('POST', '/app/auth/uploads', { token, body, headers: { 'content-type': `multipart/form-data; boundary=${edge}` } })
}

async function sent(who: SignedUp): Promise<UploadedPicture> {
  return uploadedPicture.parse((await send(who, picture)).json())
}

describe('sending a picture', () => {
  test('stores a clean webp under a name that tells nothing, and shows it to its owner', async () => {
    const alice = await signedUp('alice@example.org')
    const answer = await send(alice, picture, { name: '../../etc/passwd', type: 'image/svg+xml' })
    const { id, url, width, height } = uploadedPicture.parse(answer.json())
    expect({ status: answer.statusCode, url, width, height }).toEqual({ status: 200, url: `/files/${id}.webp`, width: 64, height: 48 })
    expect(await readdir(join(dataDir, 'files', alice.uid))).toContain(`${id}.webp`)
    const shown = await alice.browser.call('GET', url)
    expect([shown.statusCode, (await sharp(shown.rawPayload).metadata()).format]).toEqual([200, 'webp'])
  })

  test('two people, or one person twice, never get the same name', async () => {
    const alice = await signedUp('alice@example.org')
    expect((await sent(alice)).id).not.toBe((await sent(alice)).id)
  })

  test.each([
    ['A28: a web page called .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'unsupported_media'],
    ['A28: nothing', Buffer.alloc(0), 400, 'invalid_input'],
    ['A29: more than the limit', Buffer.alloc(9 * 1024 * 1024), 413, 'too_large'],
  ])('%s is refused and leaves nothing behind', async (_what, bytes, status, code) => {
    const alice = await signedUp('alice@example.org')
    const answer = await send(alice, bytes)
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code }])
    expect(await readdir(join(dataDir, 'files', alice.uid)).catch(() => [])).toEqual([])
  })

  test('ends when the person’s space is used up; others still have theirs', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const codes = []
    for (let at = 0; at < 60 && codes.at(-1) !== 413; at++) codes.push((await send(alice, picture)).statusCode)
    expect([codes[0], codes.at(-1), (await send(bob, picture)).statusCode]).toEqual([200, 413, 200])
  })
})

describe('seeing a picture', () => {
  test('is for people with a file session; the answer can’t be run and can’t be used elsewhere', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const { url } = await sent(alice)
    const { statusCode, headers } = await bob.browser.call('GET', url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Cookie',
    })
  })

  test('missing, hidden, signed out and made-up all get the same answer', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const { url } = await sent(alice)
    hidden.add(`${bob.uid} ${alice.uid}`)
    const answers = [
      await bob.browser.call('GET', url),
      await bob.browser.call('GET', '/files/00000000-0000-4000-8000-000000000000.webp'),
      await bob.browser.call('GET', '/files/..%2f..%2fsecret'),
      await bob.browser.call('GET', `/files/${alice.uid}${url.replace('/files', '')}`),
      await bob.browser.call('GET', url.replace('.webp', '')),
      await bob.browser.call('GET', url.replace('.webp', '.webp/')),
      await world.browser().call('GET', url),
    ]
    const same = answers.map((answer) => ({ status: answer.statusCode, ...answer.json<object>(), request_id: '' }))
    expect(same).toEqual(
      answers.map(() => ({ status: 404, type: 'about:blank', title: expect.any(String), code: 'not_found', request_id: '' })),
    )
    expect((await alice.browser.call('GET', url)).statusCode).toBe(200)
  })

  test('a bearer token alone opens no file', async () => {
    const alice = await signedUp('alice@example.org')
    const { url } = await sent(alice)
    expect((await world.browser().call('GET', url, { token: alice.token })).statusCode).toBe(404)
  })

  test('ends at once with everything else when sign-ins are revoked', async () => {
    const alice = await signedUp('alice@example.org')
    const { url } = await sent(alice)
    await world.identity.revokeAll(alice.uid)
    expect((await alice.browser.call('GET', url)).statusCode).toBe(404)
  })

  test('a picture whose bytes were lost is missing, and the log says so', async () => {
    const alice = await signedUp('alice@example.org')
    const { id, url } = await sent(alice)
    await rm(join(dataDir, 'files', alice.uid, `${id}.webp`))
    expect((await alice.browser.call('GET', url)).statusCode).toBe(404)
    expect(world.logged.join('')).toContain('a stored picture is missing')
  })
})

test('a picture belongs to whoever sent it, and to nobody else', async () => {
  const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
  const { id } = await sent(alice)
  expect([await uploads.ownedBy(alice.uid, id), await uploads.ownedBy(bob.uid, id)]).toEqual([true, false])
  expect(await uploads.ownedBy(alice.uid, '00000000-0000-4000-8000-000000000000')).toBe(false)
})
