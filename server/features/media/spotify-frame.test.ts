import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerSpotifyFrame } from './spotify-frame.ts'

const app = Fastify()
registerSpotifyFrame(app, { spotify: 'https://open.spotify.com' })
const ID = '3AA28KZvwAUcZuOKwyblJQ'

test('A49: the page that runs Spotify’s script has no origin of its own and loads nothing but Spotify', async () => {
  const { statusCode, headers, body } = await app.inject(`/players/spotify/embed/track/${ID}`)
  expect(statusCode).toBe(200)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(body).toContain(`data-uri="spotify:track:${ID}"`)
  expect(body).toContain('src="https://open.spotify.com/embed/iframe-api/v1"')
})

test.each([`track/${ID}x`, `user/${ID}`, 'track/', `track/${ID}/..`, 'track/%22%3E%3Cscript%3E', `track/${ID}%22`])(
  'A49: there is no page for %s',
  async (path) => {
    expect((await app.inject(`/players/spotify/embed/${path}`)).body).not.toContain('data-uri')
  },
)
