import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OutsideRequest, OutsideResponse } from '#server/providers/outside.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { manualClock } from '#tests/kit/people.ts'
import { ART_HOSTS, artSource } from './art.addresses.ts'
import { createArtCache } from './art.cache.ts'
import { registerArtRoutes } from './art.mount.ts'
import { generatedPictures, platformPictures, type PictureSource } from './art.picture.ts'
import { createArt } from './art.service.ts'

const VIDEO = 'YE7VzlLtp-4'
const ADDRESS = `https://i.ytimg.com/vi/${VIDEO}/mqdefault.jpg`
const COVER = 'ab67616d0000b273'.padEnd(40, '0')

let world: IdentityWorld
let folder: string
let clock: ReturnType<typeof manualClock>
let jpeg: Buffer
let requests: string[]
let answer: Partial<OutsideResponse> | ProviderError
let source: PictureSource
const outside: OutsideRequest = async (address) => {
  requests.push(address)
  if (answer instanceof ProviderError) throw answer
  return { status: 200, type: 'image/jpeg', bytes: jpeg, maxAgeSeconds: 7_200, ...answer }
}
const cache = (maxBytes = 1_000_000) => createArtCache({ folder, clock, maxBytes })
const viewer = '00000000-0000-4000-8000-000000000001'
/** The art of a new server as one viewer sees it. */
const art = () => {
  const { picture } = createArt({ source, cache: cache(), clock, log: world.log })
  return { picture: (path: string) => picture(viewer, path) }
}

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 32, height: 18, channels: 3, background: '#62c6ff' } })
    .jpeg()
    .toBuffer()
  world = await identityWorld()
  registerArtRoutes(world.app, {
    art: { picture: (_viewer, path) => art().picture(path) },
    viewerOfFileCookie: (header) => world.identity.viewerOfFileCookie(header),
  })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'art-'))
  clock = manualClock()
  requests = []
  answer = {}
  source = platformPictures(outside)
  return () => rmSync(folder, { recursive: true, force: true })
})
afterAll(() => world.close())

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

describe('addresses', () => {
  test('refer to one picture at one allowed host', () => {
    const sources = ['youtube/YE7VzlLtp-4', `spotify/${COVER}`, `mosaic/640/${'a'.repeat(160)}`, 'channel/ytc/AIdro_kQ1x2y3z4w5'].map(
      artSource,
    )
    expect(sources).toEqual([
      ADDRESS,
      `https://i.scdn.co/image/${COVER}`,
      `https://mosaic.scdn.co/640/${'a'.repeat(160)}`,
      'https://yt3.ggpht.com/ytc/AIdro_kQ1x2y3z4w5=s240-c-k-c0x00ffffff-no-rj',
    ])
    expect(sources.map((address) => new URL(String(address)).host).toSorted()).toEqual([...ART_HOSTS].toSorted())
  })

  test.each([
    'youtube/"><script>',
    'youtube/../../etc/passwd',
    'youtube/YE7VzlLtp-4/../x',
    'youtube/YE7VzlLtp-4?x=1',
    'youtube/',
    'spotify/https://evil.example/x',
    `spotify/${COVER}@evil.example`,
    'channel/../../../x',
    'constructor/YE7VzlLtp-4',
    '__proto__/x',
    'evil.example/x',
    '',
  ])('A25: %s is invalid', async (path) => {
    expect(await codeOf(art().picture(path))).toBe('not_found')
    expect(requests).toEqual([])
  })
})

describe('a picture', () => {
  test('is fetched once for all viewers, and again when it expires', async () => {
    const pictures = await Promise.all(Array.from({ length: 20 }, () => art().picture(`youtube/${VIDEO}`)))
    expect(pictures.every(({ bytes, type }) => bytes.equals(jpeg) && type === 'image/jpeg')).toBe(true)
    requests = []
    clock.pass(7_199_000)
    expect(await art().picture(`youtube/${VIDEO}`)).toMatchObject({ type: 'image/jpeg', maxAgeSeconds: 1 })
    expect(requests).toEqual([])
    clock.pass(2_000)
    await art().picture(`youtube/${VIDEO}`)
    expect(requests).toEqual([ADDRESS])
  })

  test('is fetched once for concurrent requests', async () => {
    const first = art()
    await Promise.all(Array.from({ length: 50 }, () => first.picture(`youtube/${VIDEO}`)))
    expect(requests).toEqual([ADDRESS])
  })

  test('is not cached when the platform forbids it, and never longer than a week', async () => {
    answer = { maxAgeSeconds: 0 }
    await art().picture(`youtube/${VIDEO}`)
    expect(readdirSync(folder)).toEqual([])
    answer = { maxAgeSeconds: 31_536_000 }
    expect((await art().picture(`youtube/${VIDEO}`)).maxAgeSeconds).toBe(7 * 86_400)
  })

  test.each([
    ['a page', '<html>hello</html>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['nothing', ''],
  ])('is never %s, whatever the other side calls it', async (_name, text) => {
    answer = { bytes: Buffer.from(text), type: 'image/jpeg' }
    expect(await codeOf(art().picture(`youtube/${VIDEO}`))).toBe('provider_unavailable')
    expect(readdirSync(folder)).toEqual([])
  })

  test('is not found when it was deleted, and unavailable when the platform fails', async () => {
    answer = { status: 404 }
    expect(await codeOf(art().picture(`youtube/${VIDEO}`))).toBe('not_found')
    for (const failing of [{ status: 500 }, { status: 302 }, new ProviderError('unavailable', 'no', {})]) {
      answer = failing
      expect(await codeOf(art().picture(`youtube/${VIDEO}`))).toBe('provider_unavailable')
    }
  })

  test('is fetched again when its file was truncated', async () => {
    await art().picture(`youtube/${VIDEO}`)
    const [name = ''] = readdirSync(folder)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(join(folder, name), '{"type":"image/jp')
    expect((await art().picture(`youtube/${VIDEO}`)).bytes.equals(jpeg)).toBe(true)
  })
})

describe('one viewer', () => {
  const path = (index: number) => `youtube/${String(index).padStart(11, '0')}`

  test("can fetch three thousand pictures per hour; cached ones don't count, and other users are unaffected", async () => {
    const { picture } = createArt({ source, cache: cache(), clock, log: world.log })
    const load = (who: string, number: number) => codeOf(picture(who, path(number)))
    expect(await load('ada', 0)).toBe('fine')
    answer = { status: 404 }
    for (let index = 1; index < 3_000; index++) expect([index, await load('ada', index)]).toEqual([index, 'not_found'])
    await expect(picture('ada', path(3_000))).rejects.toMatchObject({ code: 'rate_limited', context: { retryAfterSeconds: 3_600 } })
    expect([await load('ada', 0), await load('bob', 3_000)]).toEqual(['fine', 'not_found'])
    clock.pass(3_600_000)
    expect(await load('ada', 3_000)).toBe('not_found')
  })

  test('cannot block others with two hundred requests', async () => {
    const open: (() => void)[] = []
    source = async (address) => {
      requests.push(address)
      await new Promise<void>((resolve) => open.push(resolve))
      return null
    }
    const { picture } = createArt({ source, cache: cache(), clock, log: world.log })
    const ofAda = Array.from({ length: 200 }, (_, index) => codeOf(picture('ada', path(index))))
    await vi.waitFor(() => expect(requests).toHaveLength(6))
    const ofBob = codeOf(picture('bob', path(200)))
    await vi.waitFor(() => expect(requests.at(-1)).toContain('00000000200'))
    open.at(-1)?.()
    expect(await ofBob).toBe('not_found')
    for (let index = 0; index < 201; index++) {
      await vi.waitFor(() => expect(open.length).toBeGreaterThan(index))
      open[index]?.()
    }
    expect(new Set(await Promise.all(ofAda))).toEqual(new Set(['not_found']))
  })
})

describe('the disk', () => {
  const bytesOf = (files: string[]) => files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const aPicture = (maxAgeSeconds: number) => ({ bytes: jpeg, type: 'image/jpeg', maxAgeSeconds })

  test('never exceeds its limit: the first to expire make room', async () => {
    const maxBytes = 12 * (jpeg.length + 60)
    const files = cache(maxBytes)
    for (let index = 0; index < 40; index++) {
      await files.put(`https://i.ytimg.com/${index}`, aPicture(1_000 + index))
      expect(bytesOf(readdirSync(folder))).toBeLessThanOrEqual(maxBytes)
    }
    expect([await files.get('https://i.ytimg.com/0'), await files.get('https://i.ytimg.com/39')]).toEqual([
      null,
      expect.objectContaining({ type: 'image/jpeg' }),
    ])
    // A new server counts existing files.
    const next = cache(maxBytes)
    await Promise.all(Array.from({ length: 30 }, (_, index) => next.put(`https://i.scdn.co/${index}`, aPicture(2_000 + index))))
    expect(bytesOf(readdirSync(folder))).toBeLessThanOrEqual(maxBytes)
  })

  test('does not cache a picture larger than the limit', async () => {
    await cache(jpeg.length).put(ADDRESS, aPicture(60))
    expect(readdirSync(folder)).toEqual([])
  })

  test('serves pictures even when it is full or read-only', async () => {
    const broken = { ...cache(), put: () => Promise.reject(new Error('ENOSPC')) }
    const { picture } = createArt({ source, cache: broken, clock, log: world.log })
    expect((await picture(viewer, `youtube/${VIDEO}`)).bytes.equals(jpeg)).toBe(true)
  })
})

describe('cleanup', () => {
  test('deletes expired pictures, and the first to expire above the limit', async () => {
    await art().picture('youtube/aaaaaaaaaaa')
    clock.pass(3_600_000)
    await art().picture('youtube/bbbbbbbbbbb')
    await art().picture('youtube/ccccccccccc')
    clock.pass(3_700_000)
    await cache().cleanUp()
    expect(readdirSync(folder)).toHaveLength(2)
    await cache(jpeg.length + 100).cleanUp()
    expect(readdirSync(folder)).toHaveLength(1)
    await cache(0).cleanUp()
    expect(readdirSync(folder)).toEqual([])
  })

  test('succeeds without a folder', async () => {
    rmSync(folder, { recursive: true })
    await expect(cache().cleanUp()).resolves.toBeUndefined()
  })
})

test('with a fake service, each address always has the same drawing', async () => {
  const [first, repeated, other] = await Promise.all(['a', 'a', 'b'].map((id) => generatedPictures(`https://i.ytimg.com/vi/${id}`)))
  expect(first?.bytes.equals(repeated!.bytes)).toBe(true)
  expect(first?.bytes.equals(other!.bytes)).toBe(false)
  expect((await sharp(first!.bytes).metadata()).width).toBe(320)
})

describe('over HTTP', () => {
  async function signedUp(email: string) {
    const browser = world.browser()
    await browser.signUp(email)
    await browser.call('POST', '/app/auth/session', { token: await browser.token() })
    return browser
  }

  test('users with a file session get it without active content', async () => {
    const browser = await signedUp('art@example.org')
    const shown = await browser.call('GET', `/art/youtube/${VIDEO}`)
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'private, max-age=7200',
    ])
    expect([shown.headers['x-content-type-options'], shown.headers['content-security-policy'], shown.headers['vary']]).toEqual([
      'nosniff',
      "default-src 'none'; sandbox",
      'Cookie',
    ])
    expect(shown.rawPayload.equals(jpeg)).toBe(true)
  })

  test('strangers get a 404 whether or not the picture exists', async () => {
    const stranger = world.browser()
    const responses = await Promise.all(['youtube/YE7VzlLtp-4', 'nonsense'].map((path) => stranger.call('GET', `/art/${path}`)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(requests).toEqual([])
  })
})
