import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import { startClipEmbeds } from './clip-embeds.fake.ts'
import type { Embeds } from './embeds.ts'
import { startSpotifyEmbeds } from './spotify-embeds.fake.ts'
import { startYouTubeEmbeds } from './youtube-embeds.fake.ts'

const APP = 'http://127.0.0.1:5999'
const data = testCatalog()
const options = { host: '127.0.0.1', port: 0, data, framedBy: [APP] }
const artist = data.artists[0]!
const video = data.channels[0]!.videos[0]!
let spotify: Embeds
let youtube: Embeds
let clips: Embeds

beforeAll(async () => {
  ;[spotify, youtube, clips] = await Promise.all([startSpotifyEmbeds(options), startYouTubeEmbeds(options), startClipEmbeds(options)])
})
afterAll(() => Promise.all([spotify.close(), youtube.close(), clips.close()]))

async function page(url: string, referer: string | null = `${APP}/`) {
  const response = await fetch(url, { headers: referer === null ? {} : { referer } })
  return { status: response.status, policy: response.headers.get('content-security-policy') ?? '', text: await response.text() }
}

test('the players of an artist and a track name their item', async () => {
  const first = await page(`${spotify.origin}/embed/artist/${artist.spotify_id}`)
  expect([first.status, first.text.includes('Fake Spotify'), first.text.includes(artist.name), first.text.includes('Track 0.1')]).toEqual([
    200,
    true,
    true,
    true,
  ])
  const track = artist.tracks[1]!
  expect((await page(`${spotify.origin}/embed/track/${track.spotify_id}`)).text).toContain(track.name)
})

test('a video has a player with its title', async () => {
  const { status, text } = await page(
    `${youtube.origin}/embed/${video.youtube_id}?autoplay=1&mute=1&enablejsapi=1&origin=${encodeURIComponent(APP)}`,
  )
  expect([
    status,
    text.includes('Fake YouTube'),
    text.includes(video.name),
    text.includes(`data-origin="${APP.replaceAll(':', ':')}"`),
  ]).toEqual([200, true, true, true])
})

test('no button can be pressed before the script that listens to it runs', async () => {
  const addresses = [
    `${spotify.origin}/embed/artist/${artist.spotify_id}`,
    `${youtube.origin}/embed/${video.youtube_id}`,
    `${clips.origin}/player/v1/7106594312292453675`,
  ]
  for (const address of addresses) {
    const buttons = (await page(address)).text.match(/<button[^>]*>/g) ?? []
    expect(buttons.length).toBeGreaterThan(0)
    expect(buttons.filter((button) => !button.includes(' disabled'))).toEqual([])
  }
})

test('an album and a list of videos have a player, too', async () => {
  expect((await page(`${spotify.origin}/embed/album/${artist.spotify_id}`)).text).toContain('An album')
  const list = await page(`${youtube.origin}/embed/videoseries?list=PLbpi6ZahtOH6Ar_3GPy3workQAS1hhMmF&enablejsapi=1`)
  expect([list.status, list.text.includes('youtube-player.js')]).toEqual([200, true])
})

test.each([
  ['/player/v1/7106594312292453675?music_info=1', 'TikTok'],
  ['/reel/CxR3hearsal/embed', 'Instagram'],
  [`/plugins/video.php?href=${encodeURIComponent('https://www.facebook.com/watch/?v=1')}`, 'Facebook'],
])('%s is a clip that only the product may frame', async (path, platform) => {
  const { status, policy, text } = await page(`${clips.origin}${path}`)
  expect([status, policy.includes(`frame-ancestors ${APP}`), text.includes(`Fake ${platform}`)]).toEqual([200, true, true])
})

test('a page without a referrer gets error 153, as on YouTube', async () => {
  const { text } = await page(`${youtube.origin}/embed/${video.youtube_id}`, null)
  expect(text).toContain('Error 153')
  expect(text).not.toContain('youtube-player.js')
})

test('only the product may frame YouTube’s player and gets its messages; Spotify’s works in a frame without an origin', async () => {
  expect((await page(`${youtube.origin}/embed/${video.youtube_id}`)).policy).toContain(`frame-ancestors ${APP}`)
  expect((await page(`${spotify.origin}/embed/artist/${artist.spotify_id}`)).policy).not.toContain('frame-ancestors')
  expect((await page(`${youtube.origin}/embed/${video.youtube_id}?enablejsapi=1&origin=https://evil.example`)).text).toContain(
    'data-origin=""',
  )
})

test.each(['/embed/artist/short', '/embed/user/3AA28KZvwAUcZuOKwyblJQ', '/embed/', '/pages/../embed-page.ts', '/pages/nothing.js', '/'])(
  '%s is not there',
  async (path) => {
    expect((await page(`${spotify.origin}${path}`)).status).toBe(404)
    expect((await page(`${youtube.origin}${path}`)).status).toBe(404)
    expect((await page(`${clips.origin}${path}`)).status).toBe(404)
  },
)

test('names with HTML characters are shown as text', async () => {
  const catalog = testCatalog()
  catalog.artists[0]!.name = '<img src=x onerror=alert(1)>"'
  const own = await startSpotifyEmbeds({ ...options, data: catalog })
  const { text } = await page(`${own.origin}/embed/artist/${artist.spotify_id}`)
  expect(text).not.toContain('<img')
  await own.close()
})

test('a page can be made to fail', async () => {
  youtube.failNext({ status: 503, path: '/embed/' })
  const url = `${youtube.origin}/embed/${video.youtube_id}`
  expect([(await page(url)).status, (await page(url)).status]).toEqual([503, 200])
})
