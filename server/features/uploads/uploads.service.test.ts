import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { uploadedPicture } from '#contract/uploads.ts'
import { errorCode } from '#tests/kit/error-code.ts'
import {
  dataDir,
  faults,
  filesOf,
  hidden,
  jobs,
  momentFor,
  moments,
  noise,
  picture,
  plain,
  pngOf,
  send,
  sent,
  shown,
  signedUp,
  statusOf,
  uploads,
  world,
  setUpUploads,
  type SignedUp,
} from './uploads.test-world.ts'

setUpUploads()

const DAY_MS = 86_400_000

describe('sending a picture', () => {
  test('stores a clean webp under a random name, and shows it to its owner', async () => {
    const alice = await signedUp('alice@example.org')
    const response = await send(alice, picture, { name: '../../etc/passwd', type: 'image/svg+xml' })
    const { id, url, thumbhash, ...rest } = uploadedPicture.parse(response.json())
    expect({ status: response.statusCode, url, ...rest }).toEqual({
      status: 200,
      url: `/files/${id}.webp`,
      small_url: url,
      width: 64,
      height: 48,
      alt: '',
    })
    expect(Buffer.from(thumbhash ?? '', 'base64').length).toBeGreaterThan(4)
    expect(await filesOf(alice)).toContain(`${id}.webp`)
    const seen = await alice.browser.call('GET', url)
    expect([seen.statusCode, (await sharp(seen.rawPayload).metadata()).format]).toEqual([200, 'webp'])
  })

  test('a large one has a second, small size', async () => {
    const alice = await signedUp('alice@example.org')
    const large = await pngOf({ width: 2_400, height: 1_200 })
    const { url, small_url, width, height } = await sent(alice, large)
    const sizes = [url, small_url].map(
      async (address) => (await sharp((await alice.browser.call('GET', address)).rawPayload).metadata()).width,
    )
    expect([width, height, ...(await Promise.all(sizes))]).toEqual([1_920, 960, 1_920, 640])
  })

  test('is stored below the user’s own prefix, whatever path is requested', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const paths = [
      'moments/2026',
      `/${alice.uid}/moments/2026`,
      `/${bob.uid}/moments`,
      '../other',
      'a//b',
      'a/./b',
      'mo.ments',
      'x'.repeat(150),
    ]
    const statuses = []
    for (const path of paths) statuses.push((await send(alice, picture, { path })).statusCode)
    expect(statuses).toEqual([200, 200, 403, 400, 400, 400, 400, 400])
    expect(await readdir(join(dataDir, 'files', alice.uid, 'moments', '2026'))).toHaveLength(2)
    expect(await filesOf(bob)).toEqual([])
  })

  test('two uploads, even of one user, never get the same name', async () => {
    const alice = await signedUp('alice@example.org')
    expect((await sent(alice)).id).not.toBe((await sent(alice)).id)
  })

  test.each([
    ['A28: a web page called .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'unsupported_media'],
    ['A28: nothing', Buffer.alloc(0), 400, 'invalid_input'],
    ['A29: more than the limit', Buffer.alloc(9 * 1024 * 1024), 413, 'too_large'],
  ])('%s is rejected and leaves nothing behind', async (_what, bytes, status, code) => {
    const alice = await signedUp('alice@example.org')
    const response = await send(alice, bytes)
    expect([response.statusCode, response.json()]).toMatchObject([status, { code }])
    expect(await readdir(join(dataDir, 'files', alice.uid)).catch(() => [])).toEqual([])
  })

  test('ends when the user’s quota is used up; the quotas of others don’t change', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const codes = []
    for (let index = 0; index < 300 && codes.at(-1) !== 'quota_exceeded'; index++)
      codes.push(await errorCode(uploads.add(alice.uid, noise)))
    expect([codes[0], codes.at(-1), await errorCode(uploads.add(bob.uid, noise))]).toEqual(['resolved', 'quota_exceeded', 'resolved'])
    expect(await filesOf(alice)).toHaveLength(codes.length - 1)
  })
})

describe('viewing a picture', () => {
  test('A28, A48: is for people with a file session; the answer can’t be run, not as a worker either, and can’t be used elsewhere', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const { url } = await shown(alice)
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
    const { url } = await shown(alice)
    hidden.add(`${bob.uid} ${alice.uid}`)
    const responses = [
      await bob.browser.call('GET', url),
      await bob.browser.call('GET', '/files/00000000-0000-4000-8000-000000000000.webp'),
      await bob.browser.call('GET', '/files/..%2f..%2fsecret'),
      await bob.browser.call('GET', `/files/${alice.uid}${url.replace('/files', '')}`),
      await bob.browser.call('GET', url.replace('.webp', '')),
      await bob.browser.call('GET', url.replace('.webp', '.webp/')),
      await world.browser().call('GET', url),
    ]
    const same = responses.map((answer) => ({ status: answer.statusCode, ...answer.json<object>(), request_id: '' }))
    expect(same).toEqual(
      responses.map(() => ({ status: 404, type: 'about:blank', title: expect.any(String), code: 'not_found', request_id: '' })),
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

  test('a picture whose bytes were lost is missing, and this is logged', async () => {
    const alice = await signedUp('alice@example.org')
    const { id, url } = await sent(alice)
    await rm(join(dataDir, 'files', alice.uid, `${id}.webp`))
    expect((await alice.browser.call('GET', url)).statusCode).toBe(404)
    expect(world.logged.join('')).toContain('picture file missing')
  })
})

describe('what a picture is attached to', () => {
  test('decides who sees it; before that, only its owner does', async () => {
    const [alice, bob, carol] = [
      await signedUp('alice@example.org'),
      await signedUp('bob@example.org'),
      await signedUp('carol@example.org'),
    ]
    const { id, url } = await sent(alice)
    expect([await statusOf(alice, url), await statusOf(bob, url)]).toEqual([200, 404])
    const moment = momentFor(bob)
    await uploads.attach(alice.uid, [{ id, alt: 'A cat' }], moment)
    expect([await statusOf(alice, url), await statusOf(bob, url), await statusOf(carol, url)]).toEqual([200, 200, 404])
    moments.get(moment.id)?.delete(bob.uid)
    expect(await statusOf(bob, url)).toBe(404)
  })

  test('without a rule of a higher feature only its owner sees it', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const { id, url } = await sent(alice)
    await uploads.attach(alice.uid, plain({ id }), { of: 'message', id: randomUUID() })
    expect([await statusOf(alice, url), await statusOf(bob, url)]).toEqual([200, 404])
  })

  test('keeps the order and the descriptions; a second choice replaces the first', async () => {
    const alice = await signedUp('alice@example.org')
    const [picture1, picture2, picture3] = [await sent(alice), await sent(alice), await sent(alice)]
    const moment = momentFor()
    const chosen = async () => (await uploads.getMany('moment', [moment.id])).get(moment.id)?.map(({ id, alt }) => ({ id, alt }))
    const first = [picture2, picture1].map(({ id }) => ({ id, alt: `it is ${id}` }))
    await uploads.attach(alice.uid, first, moment)
    expect(await chosen()).toEqual(first)
    const second = [...plain(picture3), { id: picture2.id, alt: 'again' }]
    await uploads.attach(alice.uid, second, moment)
    expect(await chosen()).toEqual(second)
    await uploads.attach(alice.uid, [], moment)
    expect(await chosen()).toBeUndefined()
  })

  test('A5: rejects pictures of others, of other moments, and with made-up ids, and changes nothing', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const [own, taken, foreign] = [await sent(alice), await sent(alice), await sent(bob)]
    await uploads.attach(alice.uid, plain(taken), momentFor())
    const moment = momentFor()
    for (const id of [taken.id, foreign.id, randomUUID()]) {
      expect(await errorCode(uploads.attach(alice.uid, plain(own, { id }), moment))).toBe('not_found')
    }
    expect((await uploads.getMany('moment', [moment.id])).size).toBe(0)
  })
})

describe('unused files', () => {
  const discard = ({ browser, token }: SignedUp, id: string) => browser.call('DELETE', `/app/auth/uploads/${id}`, { token })

  test('only its owner deletes an unattached picture', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const [loose, attached, portrait] = [await sent(alice), await sent(alice), await shown(alice)]
    await uploads.attach(alice.uid, plain(attached), momentFor())
    const responses = [
      await discard(bob, loose.id),
      await discard(alice, attached.id),
      await discard(alice, portrait.id),
      await discard(alice, loose.id),
      await discard(alice, loose.id),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 200, 404])
    expect(await statusOf(alice, loose.url)).toBe(404)
    await jobs.runWaiting()
    expect((await filesOf(alice)).toSorted()).toEqual([`${attached.id}.webp`, `${portrait.id}.webp`].toSorted())
  })

  test('the pictures of a deleted moment disappear at once, and the next job deletes their bytes', async () => {
    const alice = await signedUp('alice@example.org')
    const { id, url } = await sent(alice)
    const moment = momentFor()
    await uploads.attach(alice.uid, plain({ id }), moment)
    await uploads.release('moment', [moment.id])
    expect([await statusOf(alice, url), (await filesOf(alice)).length]).toEqual([404, 1])
    await jobs.runWaiting()
    expect(await filesOf(alice)).toEqual([])
  })

  test('deletes files that were unattached for a day or whose owner was deleted; others stay', async () => {
    const alice = await signedUp('alice@example.org')
    const [attached, forgotten, orphan, portrait] = [await sent(alice), await sent(alice), await sent(alice), await shown(alice)]
    const [moment, gone] = [momentFor(), momentFor()]
    await uploads.attach(alice.uid, plain(attached), moment)
    await uploads.attach(alice.uid, plain(orphan), gone)
    moments.delete(gone.id)
    await uploads.cleanUp()
    expect(await filesOf(alice)).toHaveLength(4)
    world.clock.pass(DAY_MS + 1)
    const fresh = await uploads.add(alice.uid, picture)
    await uploads.cleanUp()
    expect((await filesOf(alice)).toSorted()).toEqual([attached, portrait, fresh].map(({ id }) => `${id}.webp`).toSorted())
    expect(await errorCode(uploads.read(alice.uid, forgotten.id))).toBe('not_found')
  })

  test('a picture whose account is deleted during the upload leaves no file', async () => {
    const alice = await signedUp('alice@example.org')
    faults.onPut = () => sql`delete from uploads where uid = ${alice.uid}`.execute(world.db)
    expect(await errorCode(uploads.add(alice.uid, picture))).toBe('unavailable')
    faults.onPut = async () => undefined
    await jobs.runWaiting()
    expect(await filesOf(alice)).toEqual([])
  })

  test('F13: bytes that could not be stored leave no picture and use no quota', async () => {
    const alice = await signedUp('alice@example.org')
    await rm(join(dataDir, 'files', alice.uid), { recursive: true, force: true })
    await writeFile(join(dataDir, 'files', alice.uid), 'a file where the folder should be')
    expect((await send(alice, picture)).statusCode).toBe(503)
    await rm(join(dataDir, 'files', alice.uid))
    world.clock.pass(DAY_MS)
    await uploads.cleanUp()
    expect(await errorCode(uploads.add(alice.uid, picture))).toBe('resolved')
  })
})

test('a picture belongs only to its uploader', async () => {
  const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
  const { id } = await sent(alice)
  expect([await uploads.ownedBy(alice.uid, id), await uploads.ownedBy(bob.uid, id)]).toEqual([true, false])
  expect(await uploads.ownedBy(alice.uid, '00000000-0000-4000-8000-000000000000')).toBe(false)
})
