import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { channelVideosRoutes } from './media.routes.ts'
import { createChannelVideos } from './channel-videos.service.ts'

const CHANNEL = 'UCSMOQeBJ2RAnuFungnQOxLg'
let world: IdentityWorld
let requests: string[] = []
let get: (path: string) => Promise<{ statusCode: number; json: () => unknown }>

beforeAll(async () => {
  world = await identityWorld({
    extend: ({ db, clock, log }) => {
      const channel = async (channelId: string) => {
        requests.push(channelId)
        return [{ videoId: 'YE7VzlLtp-4', title: 'Big Buck Bunny' }]
      }
      return channelVideosRoutes(createChannelVideos({ db, clock, log, readers: { channel: [channel], video: null } }))
    },
  })
  const browser = world.browser()
  await browser.signUp('ada@example.org')
  const token = await browser.token()
  world.people.add((await world.identity.authenticate(token)).uid)
  get = (path) => browser.call('GET', `/app/auth${path}`, { token })
})
afterAll(() => world.close())

test("returns a channel's videos with the path and names of the spec", async () => {
  const response = await get(`/youtube-channel-videos/${CHANNEL}`)
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { videos: [{ video_id: 'YE7VzlLtp-4', thumbnail_url: '/art/youtube/YE7VzlLtp-4', title: 'Big Buck Bunny' }] },
  ])
})

test.each([
  ['youtube-channel-videos', '"><script>alert(1)</script>'],
  ['youtube-channel-videos', '../../etc/passwd'],
  ['youtube-channel-videos', `${CHANNEL}?part=id&key=x`],
  ['youtube-channel-videos', `${CHANNEL}\n`],
  ['youtube-channel-videos', CHANNEL.slice(1)],
  ['youtube-channel-videos', CHANNEL.toLowerCase()],
  ['youtube-videos', '"><script>'],
  ['youtube-videos', '../../'],
  ['youtube-videos', 'abc?autoplay=1&x='],
])('A25: %s takes no %j', async (path, id) => {
  requests = []
  const response = await get(`/${path}/${encodeURIComponent(id)}`)
  expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })])
  expect(requests).toEqual([])
})

test('rejects unauthenticated requests', async () => {
  expect((await world.browser().call('GET', `/app/auth/youtube-channel-videos/${CHANNEL}`)).statusCode).toBe(401)
})
