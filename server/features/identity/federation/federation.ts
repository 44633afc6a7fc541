/* Other OpenID Connect issuers sign users in to the built-in provider. Better Auth runs the flow (state, PKCE, nonce,
   id_token). This file configures the issuers and decides what is stored: the user's identity only, no tokens. */
import type { AuthContext } from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { discover, type Discovery, discoveryUrl, readUserInfo } from './discovery.ts'

/** An OpenID Connect issuer that users may sign in with. */
export type FederatedIssuer = {
  /** Part of the callback's address, `/identity/callback/<id>`. */
  id: string
  /** The label of its button. */
  name: string
  /** Matched exactly against the discovery document and the tokens. */
  issuer: string
  clientId: string
  clientSecret: string | null
  /** The `prompt` of the authorization request; issuers reject values that they don't support. Left out or null: none is sent. */
  prompt?: GenericOAuthConfig['prompt'] | null
  /** Whether signing out here opens the issuer's sign-out page. */
  signsOut?: boolean
}

/** The error code when another account than the expected one signs in. */
export const USER_MISMATCH = 'USER_MISMATCH'
const CALLBACK = '/callback/:id'

export type Federation = ReturnType<typeof createFederation>

export function createFederation({ issuers, log, donePage }: { issuers: readonly FederatedIssuer[]; log: Log; donePage: string }) {
  let context: AuthContext | undefined
  const loading = new Map<string, Promise<void>>()

  async function load(issuer: FederatedIssuer): Promise<void> {
    if (!context) throw new AppError('unavailable', { reason: 'the provider has not started' })
    const discovery = await discover(issuer.issuer)
    const plugin = await genericOAuth({ config: [configOf(issuer, discovery)] }).init(context)
    // The library omits a provider whose documents it can't use, and logs it.
    const provider = plugin.context.socialProviders.find((entry) => entry.id === issuer.id)
    if (!provider || provider.issuer !== issuer.issuer)
      throw new AppError('provider_unavailable', { reason: 'discovery', issuer: issuer.issuer })
    context.socialProviders = [...context.socialProviders.filter((entry) => entry.id !== issuer.id), provider]
    log.info({ issuer: issuer.issuer }, 'issuer loaded')
  }

  return {
    /** The issuers that the sign-in pages show. */
    providers: issuers.map(({ id, name }) => ({ id, name })),

    /** Loads the issuers that have a sign-out page. One that fails is skipped, because signing out here must not fail. */
    async prepareSignOut(): Promise<void> {
      const signingOut = issuers.filter(({ signsOut }) => signsOut)
      await Promise.all(
        signingOut.map(({ id }) => this.ensureReady(id).catch((err: unknown) => log.warn({ err }, 'issuer unavailable at sign-out'))),
      )
    },

    /** Logs why an issuer rejected a sign-in, without codes and tokens. */
    logError(
      id: string,
      { error, error_description: description }: { error?: string | undefined; error_description?: string | undefined },
    ) {
      if (!error) return
      const fields = { issuer: issuers.find((issuer) => issuer.id === id)?.issuer ?? id, error, description: description?.slice(0, 300) }
      // A user who cancels is not a fault of the configuration.
      log[error === 'access_denied' ? 'info' : 'warn'](fields, 'issuer rejected a sign-in')
    },

    /**
     * Loads an issuer's documents at its first use, and again after a failure. The start and the other sign-in methods do
     * not depend on it.
     * @throws AppError 'not_offered' for an unknown issuer; 'provider_unavailable' when it does not answer
     */
    ensureReady(id: string): Promise<void> {
      const issuer = issuers.find((entry) => entry.id === id)
      if (!issuer) return Promise.reject(new AppError('not_offered', { id }))
      const running = loading.get(id) ?? load(issuer)
      loading.set(id, running)
      return running.catch((error: unknown) => {
        loading.delete(id)
        throw error
      })
    },

    /** The library's plugin. */
    plugin: {
      id: 'federation',
      init(own: AuthContext) {
        context = own
        return {
          options: {
            onAPIError: { errorURL: donePage },
            account: { updateAccountOnSignIn: false },
            databaseHooks: { account: { create: { before: dropTokens } }, session: { create: { before: rejectOtherAccounts } } },
          },
        }
      },
    },
  }
}

function configOf({ id, name, clientId, clientSecret, prompt, signsOut }: FederatedIssuer, discovery: Discovery): GenericOAuthConfig {
  const methods = discovery.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return {
    providerId: id,
    name,
    discoveryUrl: discoveryUrl(discovery.issuer),
    requireIdTokenVerification: true,
    clientId,
    ...(clientSecret === null ? {} : { clientSecret, authentication: methods.includes('client_secret_post') ? 'post' : 'basic' }),
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    ...(prompt ? { prompt } : {}),
    // Only a plain sign-in may create an account (`requestSignUp`); re-authentication must not.
    disableImplicitSignUp: true,
    // The issuer is included: when the operator changes it, the same subject is another user.
    accountSubject: ({ profile }) => `${discovery.issuer} ${String(profile.sub)}`,
    getUserInfo: (tokens) => readProfile(tokens, discovery),
    disableProviderLogout: !signsOut,
  }
}

/** The user's claims. The library verified the id_token before; without one the sign-in is rejected. */
async function readProfile(
  { idToken, accessToken }: { idToken?: string | undefined; accessToken?: string | undefined },
  discovery: Discovery,
) {
  if (!idToken) return null
  const claims = decodeJwt(idToken)
  const { sub } = claims
  if (!sub) return null
  const userInfoUrl = claims['email'] === undefined ? discovery.userinfo_endpoint : undefined
  const more = userInfoUrl && accessToken ? await readUserInfo(userInfoUrl, accessToken, sub) : null
  const { email, email_verified: isVerified, name } = { ...more, ...claims }
  return {
    sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: isVerified === true,
    name: typeof name === 'string' ? name.slice(0, limits.name.max) : '',
  }
}

/** The tokens would give access to the user's account at the issuer, so they are not stored. */
async function dropTokens<A extends object>(account: A) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null } }
}

/** A re-authentication accepts the expected account only. */
async function rejectOtherAccounts({ userId }: { userId: string }, request: { path?: string } | null): Promise<void> {
  if (request?.path !== CALLBACK) return
  const expected: unknown = (await getOAuthState())?.['expected']
  if (typeof expected === 'string' && expected !== userId)
    throw new APIError('FORBIDDEN', { code: USER_MISMATCH, message: 'another account' })
}
