import { createHash, randomBytes } from 'node:crypto'
import type { FakeServiceOptions } from './fake-service.ts'
import { json, type FakeResponse, type FakeRequest } from './http.ts'
import { createTokenSigner, type TokenClaims } from './signed-token.ts'

export type AuthorizationOptions = Pick<FakeServiceOptions, 'clientId' | 'clientSecret' | 'applicationSecret' | 'redirectOrigins'> & {
  redirectPath: string
  scopes: readonly string[]
  /** Whether a refresh token works once and is replaced by the one in the response. */
  rotatesRefreshTokens: boolean
  /** Whether this authorization request gets a refresh token. */
  givesRefreshToken: (request: URLSearchParams) => boolean
  /** Additional fields of the token response, such as OpenID Connect's id_token. */
  besides?: (grant: { login: string; nonce: string | null }) => Record<string, unknown>
  now: () => number
}

/** The result of an authorization request: success, an error page, or an error sent back to the application. */
export type Checked = { outcome: 'fine' } | { outcome: 'page'; message: string } | { outcome: 'back'; location: string }

type Code = {
  login: string
  scope: string
  redirectUri: string
  challenge: string | null
  nonce: string | null
  expiresAt: number
  refresh: boolean
}

/** The subject of an application's own token; no login has this name. */
export const APPLICATION = '(application)'

const CODE_SECONDS = 600
const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 182 * 86_400

/** The authorization server of a fake service: authorization codes with PKCE, tokens, refresh, revocation. */
export function createAuthorization(options: AuthorizationOptions) {
  const codes = new Map<string, Code>()
  const signer = createTokenSigner(options.clientId)
  const revokedGrants = new Set<string>()
  const revokedLogins = new Map<string, number>()
  const usedRefreshTokens = new Set<string>()

  function check(request: URLSearchParams): Checked {
    if (request.get('client_id') !== options.clientId) return { outcome: 'page', message: 'INVALID_CLIENT: Invalid client' }
    if (!isRegistered(request.get('redirect_uri') ?? '', options))
      return { outcome: 'page', message: 'INVALID_CLIENT: Invalid redirect URI' }
    const error = requestError(request, options)
    return error ? { outcome: 'back', location: backTo(request, { error }) } : { outcome: 'fine' }
  }

  function agree(request: URLSearchParams, login: string): string {
    const code = randomBytes(48).toString('base64url')
    codes.set(code, {
      login,
      scope: request.get('scope') ?? '',
      redirectUri: request.get('redirect_uri') ?? '',
      challenge: request.get('code_challenge'),
      nonce: request.get('nonce'),
      expiresAt: options.now() + CODE_SECONDS * 1_000,
      refresh: options.givesRefreshToken(request),
    })
    return backTo(request, { code })
  }

  function answerToken({ form, headers }: FakeRequest): FakeResponse {
    if (form.get('grant_type') === 'client_credentials') return clientCredentials(form, headers.authorization)
    if (!isOurClient(form, headers.authorization, options))
      return json(400, { error: 'invalid_client', error_description: 'Invalid client' })
    if (form.get('grant_type') === 'authorization_code') return exchange(form)
    if (form.get('grant_type') === 'refresh_token') return refresh(form)
    return json(400, { error: 'unsupported_grant_type', error_description: 'grant_type must be authorization_code or refresh_token' })
  }

  /** A token of the application itself, without a user; requires the client secret. */
  function clientCredentials(form: URLSearchParams, authorization: string | undefined): FakeResponse {
    const { applicationSecret: clientSecret = options.clientSecret } = options
    if (clientSecret === null || !isOurClient(form, authorization, { ...options, clientSecret }))
      return json(400, { error: 'invalid_client', error_description: 'Invalid client' })
    const grant = { grant: randomBytes(12).toString('base64url'), login: APPLICATION, scope: '', issuedAt: options.now() }
    return json(200, accessResponse(grant))
  }

  function exchange(form: URLSearchParams): FakeResponse {
    const sentCode = form.get('code') ?? ''
    const code = codes.get(sentCode)
    // Presenting a code invalidates it, valid or not.
    codes.delete(sentCode)
    if (!code || code.expiresAt <= options.now()) return invalidGrant('Invalid authorization code')
    if (code.redirectUri !== form.get('redirect_uri')) return invalidGrant('Invalid redirect URI')
    if (code.challenge && code.challenge !== s256(form.get('code_verifier') ?? '')) return invalidGrant('code_verifier was incorrect')
    const grant = { grant: randomBytes(12).toString('base64url'), login: code.login, scope: code.scope, issuedAt: options.now() }
    return json(200, {
      ...accessResponse(grant),
      ...(code.refresh ? { refresh_token: issueRefresh(grant, options.now() + REFRESH_SECONDS * 1_000) } : {}),
      ...options.besides?.(code),
    })
  }

  function refresh(form: URLSearchParams): FakeResponse {
    const refreshToken = form.get('refresh_token') ?? ''
    const claims = valid(refreshToken, 'refresh')
    if (!claims || usedRefreshTokens.has(refreshToken)) return invalidGrant(claims ? 'Refresh token revoked' : 'Invalid refresh token')
    if (!options.rotatesRefreshTokens) return json(200, accessResponse(claims))
    usedRefreshTokens.add(refreshToken)
    // Refreshing does not extend the authorization: the new token expires when the first one would have.
    return json(200, { ...accessResponse(claims), refresh_token: issueRefresh(claims, claims.expiresAt) })
  }

  type Grant = Pick<TokenClaims, 'grant' | 'login' | 'scope' | 'issuedAt'>
  const accessResponse = (grant: Grant) => ({
    access_token: issue('access', grant, options.now() + ACCESS_SECONDS * 1_000),
    token_type: 'Bearer',
    scope: grant.scope,
    expires_in: ACCESS_SECONDS,
  })
  const issueRefresh = (grant: Grant, expiresAt: number) => issue('refresh', grant, expiresAt)

  function issue(kind: TokenClaims['kind'], { grant, login, scope, issuedAt }: Grant, expiresAt: number): string {
    return signer.issue({ kind, grant, login, scope, issuedAt, expiresAt, serial: randomBytes(6).toString('base64url') })
  }

  function valid(token: string, kind: TokenClaims['kind']): TokenClaims | null {
    const claims = signer.read(token)
    if (!claims || claims.kind !== kind || claims.expiresAt <= options.now()) return null
    if (revokedGrants.has(claims.grant) || claims.issuedAt <= (revokedLogins.get(claims.login) ?? 0)) return null
    return claims
  }

  return {
    check,
    /** The address to send the user back to, with a code for `login`. */
    agree,
    /** The address to send the user back to after "Cancel". */
    cancel: (request: URLSearchParams) => backTo(request, { error: 'access_denied' }),
    token: answerToken,
    /** The subject of a request with this `Authorization` header, or the error. */
    whoIs(authorization: string | undefined): { login: string; scope: string } | 'missing' | 'expired' | 'invalid' {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
      if (!token) return 'missing'
      const claims = valid(token, 'access')
      if (claims) return claims
      return signer.read(token)?.kind === 'access' ? 'expired' : 'invalid'
    },
    /** Ends the grant that a token belongs to. Returns false for an unknown token. */
    revokeToken(token: string): boolean {
      const claims = signer.read(token)
      if (claims) revokedGrants.add(claims.grant)
      return claims !== null
    },
    /** The same as removing the application on the provider's account page. */
    revokeLogin(login: string) {
      revokedLogins.set(login, options.now())
    },
  }
}
export type Authorization = ReturnType<typeof createAuthorization>

function isRegistered(redirectUri: string, { redirectOrigins, redirectPath }: AuthorizationOptions): boolean {
  return redirectOrigins.some((origin) => {
    if (redirectUri === `${origin}${redirectPath}`) return true
    const anyPort = /^http:\/\/(127\.0\.0\.1|\[::1\])$/.exec(origin)
    return anyPort !== null && URL.canParse(redirectUri) && redirectUri === `${origin}:${new URL(redirectUri).port}${redirectPath}`
  })
}

function requestError(request: URLSearchParams, { clientSecret, scopes }: AuthorizationOptions): string | null {
  if (request.get('response_type') !== 'code') return 'unsupported_response_type'
  const requestedScopes = (request.get('scope') ?? '').split(' ').filter(Boolean)
  if (requestedScopes.some((scope) => !scopes.includes(scope))) return 'invalid_scope'
  const challenge = request.get('code_challenge')
  if (challenge === null) return clientSecret === null ? 'invalid_request' : null
  return request.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(challenge) ? null : 'invalid_request'
}

function isOurClient(form: URLSearchParams, authorization: string | undefined, { clientId, clientSecret }: AuthorizationOptions): boolean {
  if (clientSecret === null) return form.get('client_id') === clientId
  if (authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`) return true
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
}

function backTo(request: URLSearchParams, answer: Record<string, string>): string {
  const url = new URL(request.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  const state = request.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}

const invalidGrant = (description: string) => json(400, { error: 'invalid_grant', error_description: description })
const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
