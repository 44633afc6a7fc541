import { createAuthorization } from '#sandbox/kit/authorization.ts'
import { authorizePages, listenerLogins } from '#sandbox/kit/authorize-pages.ts'
import { json } from '#sandbox/kit/http.ts'
import { STYLE_PATH, stylesheet, type Brand } from '#sandbox/kit/pages.ts'
import { startFakeService, type FakeService, type FakeServiceOptions } from '#sandbox/kit/fake-service.ts'
import type { Fault } from '#sandbox/kit/faults.ts'
import { createPlaylists } from '#sandbox/kit/playlists.ts'
import { respondToApi, writeApi, youtubeError } from './youtube.api.ts'

const brand: Brand = {
  service: 'YouTube',
  accent: '#ff8080',
  onAccent: '#2b0505',
  asks: ['Your channel', 'Channels you subscribe to', 'Videos you liked'],
}

/**
 * Starts a fake of Google's sign-in and of the YouTube Data API, on one origin (`/o/oauth2/v2/auth`, `/token`, `/revoke`,
 * `/youtube/v3/...`). `empty` is an account without a channel. With `apiKey`, an application may read public data without a user's account.
 */
export function startFakeYouTube(options: FakeServiceOptions & { apiKey?: string }): Promise<FakeService> {
  const { apiKey, redirectOrigins, clientId, clientSecret, data, now = Date.now } = options
  const authorization = createAuthorization({
    clientId,
    clientSecret,
    redirectOrigins,
    redirectPath: '/__auth/youtube',
    scopes: ['https://www.googleapis.com/auth/youtube.readonly', 'https://www.googleapis.com/auth/youtube'],
    rotatesRefreshTokens: false,
    // Google returns a refresh token only for offline access, and reliably only after a new consent.
    givesRefreshToken: (request) => request.get('access_type') === 'offline' && request.get('prompt') === 'consent',
    now,
  })
  const playlists = createPlaylists()
  const pages = authorizePages({ authorization, brand, redirectOrigins, ...listenerLogins(data) })
  return startFakeService(options, {
    isApi: (path) => path.startsWith('/youtube/'),
    reject,
    revoke: (login) => authorization.revokeLogin(login),
    answer(request) {
      const { path, method, form, query } = request
      if (path === STYLE_PATH) return stylesheet(brand)
      if (path === '/o/oauth2/v2/auth') return pages(request)
      if (path === '/token' && method === 'POST') return authorization.token(request)
      if (path === '/revoke' && method === 'POST') {
        const isRevoked = authorization.revokeToken(form.get('token') ?? query.get('token') ?? '')
        return isRevoked ? json(200, {}) : json(400, { error: 'invalid_token', error_description: 'Token expired or revoked' })
      }
      const shown = path === '/playlist' ? playlists.page(query.get('list')) : null
      if (shown) return shown
      if (path.startsWith('/youtube/v3/') && method === 'POST')
        return writeApi(request, authorization.whoIs(request.headers.authorization), playlists, data)
      if (path.startsWith('/youtube/v3/')) {
        const isApplication = apiKey !== undefined && request.headers['x-goog-api-key'] === apiKey
        return respondToApi(request, isApplication ? 'application' : authorization.whoIs(request.headers.authorization), data)
      }
      return youtubeError(404, 'notFound', 'Requested entity was not found.', 'NOT_FOUND')
    },
  })
}

function reject({ status, reason }: Fault) {
  const [usual, message, name] = errors[status] ?? ['backendError', 'Backend Error', 'INTERNAL']
  return youtubeError(status, reason ?? usual, message, name)
}

const errors: Record<number, [reason: string, message: string, status: string]> = {
  401: ['authError', 'Request had invalid authentication credentials.', 'UNAUTHENTICATED'],
  403: ['quotaExceeded', 'The request cannot be completed because you have exceeded your quota.', 'PERMISSION_DENIED'],
  429: ['rateLimitExceeded', 'Resource has been exhausted (e.g. check quota).', 'RESOURCE_EXHAUSTED'],
}
