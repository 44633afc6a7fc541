import { type Authorization, createAuthorization } from '#sandbox/kit/authorization.ts'
import { authorizePages } from '#sandbox/kit/authorize-pages.ts'
import { json, type FakeResponse } from '#sandbox/kit/http.ts'
import { type Brand, STYLE_PATH, stylesheet } from '#sandbox/kit/pages.ts'
import { startFakeService, type FakeService, type FakeServiceOptions } from '#sandbox/kit/fake-service.ts'
import { claimsOf, suggestedPeople } from './oidc.people.ts'
import { createIdTokens, type Flaw } from './oidc.tokens.ts'

/** The product's name of the issuer; part of the redirect address. */
export const OIDC_PROVIDER_ID = 'oidc'

const brand: Brand = {
  service: 'Example ID',
  accent: '#8ab4ff',
  onAccent: '#06142e',
  asks: ['Your name', 'Your e-mail address'],
  hint: 'Any name or e-mail address works. There is no password.',
}
const scopes = ['openid', 'email', 'profile']
const DISCOVERY = '/.well-known/openid-configuration'

export type FakeOidcIssuer = FakeService & {
  /** Makes the next id_token invalid in that way. */
  flawNext(flaw: Flaw): void
  /** From now on, tokens are signed with a new key. */
  rotateKey(): void
  /** Whether its pages sever the link to the window that opened them (opener policy `same-origin`). */
  isolatePages(isolated: boolean): void
}

export type OidcOptions = Omit<FakeServiceOptions, 'data' | 'pageDelayMs'> & {
  /** Returns the name and address only in `/userinfo`, like some issuers. */
  thinTokens?: boolean
}

/**
 * Starts an OpenID Connect issuer: discovery, login and consent pages, codes with PKCE and nonce, signed id_tokens, keys
 * and userinfo, all on one origin. "Cancel" on the consent page gives access_denied.
 */
export async function startFakeOidcIssuer(options: OidcOptions): Promise<FakeOidcIssuer> {
  const { clientId, clientSecret, redirectOrigins, now = Date.now, thinTokens: thin = false } = options
  const tokens = createIdTokens({ clientId, now, thin })
  let isolated = false
  let origin = ''
  const authorization = createAuthorization({
    clientId,
    clientSecret,
    redirectOrigins,
    redirectPath: `/identity/callback/${OIDC_PROVIDER_ID}`,
    scopes,
    rotatesRefreshTokens: false,
    givesRefreshToken: () => false,
    besides: (grant) => tokens.answer({ issuer: origin, ...grant }),
    now,
  })
  const authorize = authorizePages({
    authorization,
    brand,
    redirectOrigins,
    suggested: suggestedPeople,
    nameOf: (login) => claimsOf(login).name,
  })

  const fakeService = await startFakeService(
    { ...options, data: { artists: [], channels: [] } },
    {
      isApi: () => false,
      reject: ({ status, reason }) => json(status, { error: reason ?? 'server_error' }),
      revoke: (login) => authorization.revokeLogin(login),
      answer(request) {
        if (request.path === STYLE_PATH) return stylesheet(brand)
        if (request.path === DISCOVERY) return json(200, discovery(origin))
        if (request.path === '/keys') return json(200, tokens.published())
        if (request.path === '/authorize') return isolated ? cutOff(authorize(request)) : authorize(request)
        if (request.path === '/token' && request.method === 'POST') return authorization.token(request)
        if (request.path === '/userinfo') return userinfo(authorization.whoIs(request.headers.authorization))
        return json(404, { error: 'not_found' })
      },
    },
  )
  origin = fakeService.origin
  return {
    ...fakeService,
    flawNext: (flaw) => tokens.flawNext(flaw),
    rotateKey: () => tokens.rotateKey(),
    isolatePages: (wanted) => {
      isolated = wanted
    },
  }
}

function userinfo(who: ReturnType<Authorization['whoIs']>): FakeResponse {
  return typeof who === 'string' ? json(401, { error: 'invalid_token' }) : json(200, claimsOf(who.login))
}

const discovery = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  userinfo_endpoint: `${origin}/userinfo`,
  jwks_uri: `${origin}/keys`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: scopes,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  code_challenge_methods_supported: ['S256'],
})

const cutOff = (answer: FakeResponse): FakeResponse => ({
  ...answer,
  headers: { ...answer.headers, 'cross-origin-opener-policy': 'same-origin' },
})
