import { createServer, type Server } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recognizeLink } from '#contract/links/links.ts'
import starter from '#server/features/media/starter-catalog.json' with { type: 'json' }
import { createMedia } from '#server/features/media/media.service.ts'
import { createLinkLookUp } from '#server/features/media/link-look-up.ts'
import { fakeLinkSitesFetch } from '#server/app/external/external-services.ts'
import type { Database } from '#server/platform/db/database.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createLinkSites } from '#server/providers/link-sites/link-sites.client.ts'
import { startFakeLinkSites, type FakeLinkSites } from '#sandbox/link-sites/link-sites.fake.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { manualClock } from '#tests/kit/people.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { createCards, type Cards } from './cards.service.ts'
import type { SearchElsewhere } from './cards.types.ts'

const viewer = '00000000-0000-4000-8000-000000000001'
const SONG = 'https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG'
const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'
const CLIP = 'https://www.tiktok.com/@tiny.kitchen.band/video/7212345678901234567'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let database: Database
let sites: FakeLinkSites
let jobs: ReturnType<typeof manualJobs>
let clock: ReturnType<typeof manualClock>
let cards: Cards
/** Represents a host that must never be reached. */
let inside: Server
let visits = 0
/** The searches at the other platform, and their results. */
const searched: string[] = []
let findElsewhere: SearchElsewhere
const log = pino({ enabled: false })

/** The pages of the catalog, by the id of the link. */
const knownPages = new Map<string, { item: string | null; by: string | null }>()
const cardsWith = (queue: Pick<typeof jobs, 'register' | 'add'>) =>
  createCards({
    db: database.db,
    clock,
    jobs: queue,
    sites: createLinkSites({ fetch: fakeLinkSitesFetch(sites.origin) }),
    lookUp: createLinkLookUp(database.db),
    pagesOf: async (links) => links.map(({ id }) => knownPages.get(id ?? '') ?? { item: null, by: null }),
    search: async (link) => {
      searched.push(link.title ?? '')
      return findElsewhere(link)
    },
    log,
  })

beforeAll(async () => {
  database = await testDatabase()
  clock = manualClock()
  const media = createMedia({ db: database.db, clock, newId: () => newUuidv7(clock.now().getTime()) })
  await media.resolve([
    { kind: 'artist', name: 'Gorillaz', spotify_id: '3AA28KZvwAUcZuOKwyblJQ', youtube_id: 'UCNIV5B_aJnLrKDSnW_MOmcQ' },
    { kind: 'track', name: 'Rhinestone Eyes', by: 'Gorillaz', spotify_id: '1foMv2HQwfQ2vntFf9HFeG' },
    { kind: 'track', name: 'Clint Eastwood', by: 'Gorillaz', spotify_id: '1RKUoGiLEbcXN4GY4spQDx', youtube_id: 'Qzb2VcBuA3U' },
  ])
  sites = await startFakeLinkSites({ host: '127.0.0.1', port: 0, data: starter })
  inside = createServer((socket) => {
    visits++
    socket.destroy()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  // Expires all cards for each test: a year later.
  clock.pass(365 * DAY_MS)
  jobs = manualJobs()
  sites.requests.length = 0
  visits = 0
  searched.length = 0
  findElsewhere = async () => null
  cards = cardsWith(jobs)
})
afterAll(async () => {
  inside.close()
  await sites.close()
  await database.close()
})

const cardOf = async (link: string) => (await cards.cardsOf(viewer, [link]))[0]
/** The card once its job has run. */
async function readCard(link: string) {
  await cardOf(link)
  await jobs.runWaiting()
  return cardOf(link)
}

describe('a card', () => {
  test('is pending first, then has the platform’s data and a picture on this server', async () => {
    const target = recognizeLink(VIDEO)
    const pages = { item: null, by: null }
    const empty = { title: null, author: null, thumbnail_url: null, other_side: null, pages }
    expect(await cardOf(VIDEO)).toEqual({ link: VIDEO, target, ...empty, state: 'waiting' })
    await jobs.runWaiting()
    expect(await cardOf(VIDEO)).toEqual({
      link: VIDEO,
      target,
      title: 'Big Buck Bunny',
      author: 'Blender',
      thumbnail_url: '/art/youtube/YE7VzlLtp-4',
      state: 'ready',
      other_side: null,
      pages,
    })
  })

  test('names the pages of its target and of the artist or channel', async () => {
    const paths = { item: '/track/1', by: '/channel/2' }
    knownPages.set('YE7VzlLtp-4', paths)
    expect([(await cardOf(VIDEO))?.pages, (await readCard(VIDEO))?.pages]).toEqual([paths, paths])
    knownPages.clear()
  })

  const expectedCards: [string, string, object][] = [
    [
      'Spotify',
      SONG,
      {
        title: 'Rhinestone Eyes',
        author: 'Gorillaz',
        thumbnail_url: expect.stringMatching(/^\/art\/spotify\/[0-9a-f]{40}$/),
        state: 'ready',
      },
    ],
    ['TikTok', CLIP, { author: 'Tiny Kitchen Band', thumbnail_url: expect.stringMatching(/^\/art\/link\/[0-9a-f]{64}$/), state: 'ready' }],
    ['Instagram', 'https://www.instagram.com/p/CabcDEF-_1/', { title: null, author: null, thumbnail_url: null, state: 'ready' }],
    ['Facebook', 'https://www.facebook.com/watch/?v=123', { title: null, author: null, thumbnail_url: null, state: 'ready' }],
    [
      'a YouTube channel',
      'https://www.youtube.com/channel/UCSMOQeBJ2RAnuFungnQOxLg',
      { title: 'Blender', thumbnail_url: expect.stringMatching(/^\/art\/channel\//), state: 'ready' },
    ],
  ]
  test.each(expectedCards)('shows the data of %s', async (_platform, link, expected) => {
    expect(await readCard(link)).toMatchObject(expected)
  })

  test.each([
    ['YouTube', 'https://youtu.be/goneVideo_1'],
    ['Spotify', 'https://open.spotify.com/track/gone000000000000000000'],
    ['TikTok', 'https://www.tiktok.com/@gone.band/video/1'],
    ['Instagram', 'https://www.instagram.com/reel/gonereel/'],
    ['Facebook', 'https://www.facebook.com/reel/gone1'],
    ['a YouTube channel', 'https://www.youtube.com/@goneChannel'],
  ])('the card of a removed item at %s has the state “gone”', async (_platform, link) => {
    expect(await readCard(link)).toMatchObject({ state: 'gone', title: null, thumbnail_url: null })
  })

  test('is the same for all forms of a link', async () => {
    await readCard('https://youtu.be/YE7VzlLtp-4?si=tracking&t=10')
    expect(await cardOf(VIDEO)).toMatchObject({ link: VIDEO, state: 'ready', author: 'Blender' })
    expect(sites.requests).toHaveLength(1)
    expect(sites.requests[0]).not.toContain('tracking')
  })

  test('contains the link of each reader, never that of the first one', async () => {
    const ofAda = 'https://youtu.be/YE7VzlLtp-4?si=shared-in-a-private-chat'
    const ofBob = 'https://www.youtube.com/watch?v=YE7VzlLtp-4&t=90'
    await readCard(ofAda)
    expect(await cardOf(ofBob)).toMatchObject({ target: recognizeLink(ofBob), author: 'Blender' })
    const rows = await database.db.withTables<{ link_cards: object }>().selectFrom('link_cards').selectAll().execute()
    expect(JSON.stringify([rows, sites.requests])).not.toContain('shared-in-a-private-chat')
  })

  test('stored with the link of the first reader does not reveal it', async () => {
    const [ofAda, short] = ['https://youtu.be/YE7VzlLtp-4?si=hers', 'https://vm.tiktok.com/ZMkitchen/']
    await readCard(ofAda)
    const led = await readCard(short)
    // The format of earlier versions: with the whole query.
    await sql`update link_cards set target = jsonb_set(target, '{link}', to_jsonb(${ofAda}::text)) where target->>'platform' = 'youtube'`.execute(
      database.db,
    )
    await sql`update link_cards set target = jsonb_set(target, '{link}', to_jsonb(target->>'link' || '?_t=hers'))
      where target->>'platform' = 'tiktok'`.execute(database.db)
    expect(await cardOf(VIDEO)).toMatchObject({ target: recognizeLink(VIDEO), author: 'Blender' })
    expect([(await cardOf(short))?.target, led?.target.link]).toEqual([recognizeLink(CLIP), CLIP])
  })

  test('is separate for a link that contains two ids', async () => {
    const theirs = 'https://www.facebook.com/permalink.php?story_fbid=42&id=7'
    const craftedLink = 'https://www.facebook.com/photo.php?fbid=666&story_fbid=42'
    expect(recognizeLink(craftedLink)?.id).toBe(recognizeLink(theirs)?.id)
    await readCard(craftedLink)
    expect(await cardOf(theirs)).toMatchObject({ target: recognizeLink(theirs), state: 'waiting' })
    await jobs.runWaiting()
    expect(sites.requests.map((request) => new URL(`https://${request}`).searchParams.get('url'))).toEqual([
      craftedLink.replace('fbid=666&story_fbid=42', 'story_fbid=42&fbid=666'),
      theirs,
    ])
  })

  test('is separate for each form of a legacy channel name, which may be a different channel', async () => {
    const forms = ['c/gorillaz', 'user/gorillaz', '@gorillaz'].map((form) => `https://www.youtube.com/${form}`)
    for (const form of forms) await readCard(`${form}?si=x`)
    expect(sites.requests).toEqual(forms.map((form) => form.replace('https://', '')))
    await readCard('https://m.youtube.com/c/gorillaz/videos')
    expect(sites.requests).toHaveLength(3)
  })

  test('is loaded once for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => cards.cardsOf(viewer, [VIDEO, SONG])))
    await jobs.runWaiting()
    expect(sites.requests).toHaveLength(2)
  })

  test('can be prefetched', async () => {
    const record = recognizeLink(SONG)
    if (record) await cards.prefetch(record)
    await jobs.runWaiting()
    expect(await cardOf(SONG)).toMatchObject({ state: 'ready', title: 'Rhinestone Eyes' })
  })

  test('ignores a failed prefetch', async () => {
    const unlucky = cardsWith({ register: () => undefined, add: () => Promise.reject(new Error('no queue')) })
    const record = recognizeLink(SONG)
    if (!record) throw new Error('not recognized')
    await expect(unlucky.prefetch(record)).resolves.toBeUndefined()
  })

  test('is left out for other sites', async () => {
    expect(await cards.cardsOf(viewer, ['https://example.org/', 'javascript:alert(1)', 'https://youtube.com.evil.example/x'])).toEqual([])
    expect(jobs.count()).toBe(0)
  })
})

describe('expiry', () => {
  test('a card is refreshed after a day and not shown after its platform’s retention time', async () => {
    await readCard(SONG)
    clock.pass(23 * HOUR_MS)
    await cardOf(SONG)
    expect(jobs.count()).toBe(0)
    clock.pass(2 * HOUR_MS)
    expect(await cardOf(SONG)).toMatchObject({ state: 'ready', title: 'Rhinestone Eyes' })
    expect(jobs.count()).toBe(1)
    clock.pass(7 * DAY_MS)
    expect(await cardOf(SONG)).toMatchObject({ state: 'waiting', title: null })
  })

  test('expired cards are deleted', async () => {
    const id = (await readCard('https://www.tiktok.com/@a.b/video/7'))?.thumbnail_url?.replace('/art/link/', '') ?? ''
    expect(await cards.pictureOf(id)).toMatch(/^https:\/\/p16-sign-va\.tiktokcdn\.com\//)
    clock.pass(2 * DAY_MS + 1)
    await cards.deleteExpired()
    expect(await cards.pictureOf(id)).toBeNull()
  })

  test('a failed platform is retried after ten minutes; the card shows only the link until then', async () => {
    sites.failNext({ status: 500, path: 'www.youtube.com' })
    expect(await readCard(VIDEO)).toMatchObject({ state: 'ready', title: null, thumbnail_url: null })
    expect(jobs.count()).toBe(0)
    clock.pass(11 * 60_000)
    expect(await readCard(VIDEO)).toMatchObject({ state: 'ready', author: 'Blender' })
  })

  test('a later failure keeps the card’s data', async () => {
    await readCard(VIDEO)
    clock.pass(25 * HOUR_MS)
    sites.failNext({ status: 200, path: 'www.youtube.com', body: '<html>sorry</html>' })
    expect(await readCard(VIDEO)).toMatchObject({ state: 'ready', author: 'Blender' })
  })

  test('requests of a viewer are limited', async () => {
    const links = Array.from({ length: 400 }, (_, index) => `https://www.tiktok.com/@a.b/video/${index + 1}`)
    const found = []
    for (let index = 0; index < links.length; index += 20) found.push(...(await cards.cardsOf(viewer, links.slice(index, index + 20))))
    expect([found.length, found[299]?.state, found[300]?.state]).toEqual([400, 'waiting', 'ready'])
    await jobs.runWaiting()
    expect(sites.requests).toHaveLength(300)
  })
})

describe('a short link', () => {
  test.each([
    ['https://spotify.link/rhinestone', SONG, 'Rhinestone Eyes'],
    ['https://vm.tiktok.com/ZMkitchen/', CLIP, 'One chord, forty people'],
    ['https://www.tiktok.com/t/ZTkitchen/', CLIP, 'One chord, forty people'],
    ['https://www.facebook.com/share/r/rooftop', 'https://www.facebook.com/reel/1234567890', null],
  ])('resolves %s', async (link, leadsTo, title) => {
    const card = await readCard(link)
    expect(card?.target.link.startsWith(leadsTo)).toBe(true)
    expect(card?.target.id).toBe(recognizeLink(leadsTo)?.id)
    expect(card?.title).toBe(title)
  })

  test.each(['https://vm.tiktok.com/ZMelsewhere/', 'https://vm.tiktok.com/ZMcircle/', 'https://vm.tiktok.com/ZMnothing/'])(
    'A27: %s stays unresolved: it redirects out, in circles or nowhere',
    async (link) => {
      expect(await readCard(link)).toMatchObject({ state: 'ready', target: recognizeLink(link), title: null })
      expect(sites.requests.length).toBeLessThanOrEqual(3)
    },
  )

  test.each(['https://spotify.link/metadata', 'https://spotify.link/inside'])(
    'A26: %s redirects into the network and is not followed',
    async (link) => {
      expect(await readCard(link)).toMatchObject({ state: 'ready', target: recognizeLink(link) })
      expect([sites.requests.length, visits]).toEqual([1, 0])
    },
  )
})

describe('A26: other URLs in place of a link', () => {
  test('are rejected before a connection', async () => {
    const address = inside.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const hosts = [
      '127.0.0.1',
      '[::1]',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
      '169.254.169.254',
      '[::ffff:10.0.0.1]',
      '100.64.0.1',
      'localhost.',
    ]
    const links = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`])
    const schemes = ['file:///etc/passwd', `gopher://127.0.0.1:${port}/`, 'https://www.youtube.com:22/watch?v=YE7VzlLtp-4']
    expect(await cards.cardsOf(viewer, [...links, ...schemes])).toEqual([])
    await jobs.runWaiting()
    expect([sites.requests, visits]).toEqual([[], 0])
  })
})

describe('the other platform', () => {
  test('is searched once per card if the catalog has no match, and is a guess', async () => {
    const target = recognizeLink('https://www.youtube.com/watch?v=abcdefghijk')
    findElsewhere = async () => target
    expect((await readCard(SONG))?.other_side).toEqual({ target, is_guess: true })
    clock.pass(DAY_MS + 1)
    expect((await readCard(SONG))?.other_side).toEqual({ target, is_guess: true })
    expect(searched).toEqual(['Rhinestone Eyes'])
  })

  test('is not searched if the catalog has a match', async () => {
    await readCard('https://youtu.be/Qzb2VcBuA3U')
    expect(searched).toEqual([])
  })

  test('is searched at the next refresh after a failed search', async () => {
    findElsewhere = () => Promise.reject(new ProviderError('quota', 'the daily searches are used up', {}))
    expect(await readCard(SONG)).toMatchObject({ state: 'ready', title: 'Rhinestone Eyes', other_side: null })
    clock.pass(DAY_MS + 1)
    await readCard(SONG)
    expect(searched).toHaveLength(2)
  })

  test('of a song in the catalog is certain', async () => {
    expect((await readCard('https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx'))?.other_side).toEqual({
      target: recognizeLink('https://www.youtube.com/watch?v=Qzb2VcBuA3U'),
      is_guess: false,
    })
    expect((await readCard('https://youtu.be/Qzb2VcBuA3U'))?.other_side).toEqual({
      target: recognizeLink('https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx'),
      is_guess: false,
    })
  })

  test('of an artist is the topic channel, and vice versa', async () => {
    const artist = 'https://open.spotify.com/artist/3AA28KZvwAUcZuOKwyblJQ'
    const channel = 'https://www.youtube.com/channel/UCNIV5B_aJnLrKDSnW_MOmcQ'
    expect((await readCard(artist))?.other_side).toEqual({ target: recognizeLink(channel), is_guess: false })
    expect((await readCard(channel))?.other_side).toEqual({ target: recognizeLink(artist), is_guess: false })
  })

  test('of a video that matches a song only by name is a guess', async () => {
    const find = createLinkLookUp(database.db)
    const target = recognizeLink('https://youtu.be/abcdefghijk')
    if (!target) throw new Error('not recognized')
    const guess = { target: recognizeLink(SONG), isGuess: true }
    const sides = async (...links: Parameters<typeof find>[0]) => (await find(links)).map(({ otherSide }) => otherSide)
    expect(
      await sides(
        { target, title: 'Gorillaz - Rhinestone Eyes (Official Video)', author: 'GorillazVEVO' },
        { target, title: 'Rhinestone Eyes', author: 'Gorillaz - Topic' },
        { target, title: 'Rhinestone Eyes', author: 'Another author' },
        { target, title: null, author: null },
      ),
    ).toEqual([guess, guess, null, null])
  })
})
