import { createAuthorization } from '#sandbox/kit/authorization.ts'
import { authorizePages, listenerLogins } from '#sandbox/kit/authorize-pages.ts'
import { json } from '#sandbox/kit/http.ts'
import { STYLE_PATH, stylesheet, type Brand } from '#sandbox/kit/pages.ts'
import { startFakeService, type FakeService, type FakeServiceOptions } from '#sandbox/kit/fake-service.ts'
import { createPlaylists } from '#sandbox/kit/playlists.ts'
import { respondToApi, spotifyError, writeApi } from './spotify.api.ts'

const brand: Brand = {
  service: 'Spotify',
  accent: '#3ddc74',
  onAccent: '#06210f',
  asks: ['Your name and picture', 'What you listen to most, and lately', 'Artists you follow and tracks you saved'],
}

const scopes = [
  'user-top-read',
  'user-follow-read',
  'user-library-read',
  'user-read-recently-played',
  'playlist-read-private',
  'playlist-modify-private',
]

/**
 * Starts a fake of Spotify: accounts (`/authorize`, `/api/token`) and Web API (`/v1/...`) on one origin. Any username logs in;
 * `listeners.ts` has some with a distinct taste, and `empty` is an account without data.
 * @throws Error for a `localhost` origin: Spotify registers loopback addresses by number only
 */
export async function startFakeSpotify(options: FakeServiceOptions): Promise<FakeService> {
  const { redirectOrigins, clientId, clientSecret, applicationSecret = clientSecret, data, now = Date.now } = options
  const rejected = redirectOrigins.find((origin) => new URL(origin).hostname === 'localhost')
  if (rejected) throw new Error(`Spotify does not register ${rejected}; use http://127.0.0.1 instead.`)
  const authorization = createAuthorization({
    clientId,
    clientSecret,
    applicationSecret,
    redirectOrigins,
    redirectPath: '/__auth/spotify',
    scopes,
    rotatesRefreshTokens: clientSecret === null,
    givesRefreshToken: () => true,
    now,
  })
  const playlists = createPlaylists()
  const pages = authorizePages({ authorization, brand, redirectOrigins, ...listenerLogins(data) })
  const fakeService = await startFakeService(options, {
    isApi: (path) => path.startsWith('/v1/'),
    reject: ({ status, reason }) => spotifyError(status, messages[status] ?? 'Something went wrong', reason),
    revoke: (login) => authorization.revokeLogin(login),
    answer(request) {
      if (request.path === STYLE_PATH) return stylesheet(brand)
      if (request.path === '/authorize') return pages(request)
      if (request.path === '/api/token' && request.method === 'POST') return authorization.token(request)
      const shown = playlists.page(/^\/playlist\/(\w+)$/.exec(request.path)?.[1])
      if (shown) return shown
      if (request.path.startsWith('/v1/')) {
        const who = authorization.whoIs(request.headers.authorization)
        if (request.method === 'POST') return writeApi(request, who, playlists)
        return respondToApi(request, who, {
          origin: `http://${request.headers.host ?? ''}`,
          data,
          now,
        })
      }
      return json(404, { error: 'not_found' })
    },
  })
  return fakeService
}

const messages: Record<number, string> = {
  401: 'The access token expired',
  403: 'User not registered in the Developer Dashboard',
  429: 'Too many requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
