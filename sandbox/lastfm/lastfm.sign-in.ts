import { createHash, randomBytes } from 'node:crypto'
import type { Catalog } from '#sandbox/kit/catalog.ts'
import { json, redirect, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { libraryOf } from '#sandbox/kit/library.ts'
import { listeners, normalizeLogin } from '#sandbox/kit/listeners.ts'
import { consentPage, errorPage, loginPage, type Brand } from '#sandbox/kit/pages.ts'

export const brand: Brand = {
  service: 'Last.fm',
  accent: '#ff5a52',
  onAccent: '#1d0302',
  asks: ['Your user name', 'What you listen to, which is public already'],
}

/** The error codes of the sign-in; their texts are in `lastfm.fake.ts`. */
export const authErrors = { invalidToken: 4, invalidSignature: 13, notAuthorized: 14 } as const

const TOKEN_SECONDS = 3_600

export type SignInOptions = {
  apiKey: string
  sharedSecret: string
  redirectOrigins: readonly string[]
  data: Catalog
  now: () => number
}

/** Web authorization: login, consent, and back with a token that one signed call turns into a session. */
export function createSignIn({ apiKey, sharedSecret, redirectOrigins, data, now }: SignInOptions) {
  const tokens = new Map<string, { login: string; expiresAt: number }>()
  const pageOptions = { brand, redirectOrigins }

  return {
    pages({ method, path, query, form }: FakeRequest): FakeResponse {
      const request = method === 'POST' ? form : query
      const back = URL.parse(request.get('cb') ?? '')
      if (request.get('api_key') !== apiKey) return errorPage('Invalid API key', pageOptions)
      if (!back || !redirectOrigins.some((origin) => isOf(origin, back)))
        return errorPage('The callback address is not registered', pageOptions)
      const login = normalizeLogin(request.get('login') ?? '')
      if (!login) return loginPage(request, path, listeners, pageOptions)
      if (method !== 'POST') return consentPage(request, path, login, libraryOf(login, data).displayName, pageOptions)
      // A user who declines is sent back without a token.
      if (request.get('decision') !== 'agree') return redirect(back.href)
      const token = randomBytes(24).toString('base64url')
      tokens.set(token, { login, expiresAt: now() + TOKEN_SECONDS * 1_000 })
      back.searchParams.set('token', token)
      return redirect(back.href)
    },

    /** `auth.getSession`; an error of the API as its number. */
    session(query: URLSearchParams): FakeResponse | number {
      if (query.get('api_sig') !== signature(query, sharedSecret)) return authErrors.invalidSignature
      const sentToken = query.get('token') ?? ''
      const token = tokens.get(sentToken)
      // A token can be exchanged for one session.
      tokens.delete(sentToken)
      if (!token) return /^[\w-]{32}$/.test(sentToken) ? authErrors.notAuthorized : authErrors.invalidToken
      if (token.expiresAt <= now()) return authErrors.notAuthorized
      return json(200, { session: { subscriber: 0, name: token.login, key: randomBytes(16).toString('hex') } })
    },
  }
}

/** A loopback origin without a port matches every port. */
const isOf = (origin: string, url: URL): boolean =>
  url.origin === origin || (/^http:\/\/(127\.0\.0\.1|\[::1\])$/.test(origin) && `${url.protocol}//${url.hostname}` === origin)

function signature(query: URLSearchParams, secret: string): string {
  const signed = [...query].filter(([name]) => name !== 'format' && name !== 'api_sig').toSorted(([one], [two]) => (one < two ? -1 : 1))
  return createHash('md5')
    .update(`${signed.map(([name, value]) => `${name}${value}`).join('')}${secret}`)
    .digest('hex')
}
