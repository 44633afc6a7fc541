/* Other issuers of OpenID Connect sign people in to the built-in provider. Better Auth keeps the flow (state, PKCE, nonce,
   the proof of the id_token); this decides which issuers there are, what is believed of them and what is kept: nothing but
   who they say it is. */
import type { AuthContext } from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { discover, type Discovery, discoveryUrl, readUserInfo } from './discovery.ts'

/** An issuer of OpenID Connect that people may sign in with. */
export type FederatedIssuer = {
  /** Part of the address that people are sent back to, `/identity/callback/<id>`. */
  id: string
  /** What the button calls it. */
  name: string
  /** Matched exactly against what the issuer says of itself and against its tokens. */
  issuer: string
  clientId: string
  clientSecret: string | null
  /** The `prompt` of the authorization request; issuers reject values that they don't support. Left out or null: none is sent. */
  prompt?: GenericOAuthConfig['prompt'] | null
  /** Whether signing out here leads to the issuer's sign-out page. */
  signsOut?: boolean
}

/** The refusal of a sign-in by another account than the one that was to be confirmed. */
export const USER_MISMATCH = 'USER_MISMATCH'
const CALLBACK = '/callback/:id'

export type Federation = ReturnType<typeof createFederation>

export function createFederation({ issuers, log, donePage }: { issuers: readonly FederatedIssuer[]; log: Log; donePage: string }) {
  let context: AuthContext | undefined
  const joining = new Map<string, Promise<void>>()

  async function join(issuer: FederatedIssuer): Promise<void> {
    if (!context) throw new AppError('unavailable', { reason: 'the provider has not started' })
    const said = await discover(issuer.issuer)
    const made = await genericOAuth({ config: [configOf(issuer, said)] }).init(context)
    // A provider whose documents the library can't use is left out by it, with a line in the log.
    const provider = made.context.socialProviders.find((it) => it.id === issuer.id)
    if (!provider || provider.issuer !== issuer.issuer)
      throw new AppError('provider_unavailable', { reason: 'discovery', issuer: issuer.issuer })
    context.socialProviders = [...context.socialProviders.filter((it) => it.id !== issuer.id), provider]
    log.info({ issuer: issuer.issuer }, 'an issuer can sign people in')
  }

  return {
    /** Whom the sign-in pages may offer. */
    offered: issuers.map(({ id, name }) => ({ id, name })),

    /** Loads the issuers that take part in signing out. One that does not answer is left out: signing out here must not fail. */
    async readyToSignOut(): Promise<void> {
      const taking = issuers.filter(({ signsOut }) => signsOut)
      await Promise.all(taking.map(({ id }) => this.ready(id).catch((err: unknown) => log.warn({ err }, 'issuer unavailable at sign-out'))))
    },

    /** Logs why an issuer rejected a sign-in. Codes and tokens are not part of it. */
    logError(
      id: string,
      { error, error_description: description }: { error?: string | undefined; error_description?: string | undefined },
    ) {
      if (!error) return
      const fields = { issuer: issuers.find((it) => it.id === id)?.issuer ?? id, error, description: description?.slice(0, 300) }
      // A user who cancels is not a fault of the configuration.
      log[error === 'access_denied' ? 'info' : 'warn'](fields, 'issuer rejected a sign-in')
    },

    /**
     * Makes sure that an issuer can be asked: its documents are read at its first use, and again after a failure, so that
     * neither our start nor the other ways in depend on it.
     * @throws AppError 'not_offered' for an issuer that is not set up; 'provider_unavailable' when it does not answer
     */
    ready(id: string): Promise<void> {
      const issuer = issuers.find((it) => it.id === id)
      if (!issuer) return Promise.reject(new AppError('not_offered', { id }))
      const running = joining.get(id) ?? join(issuer)
      joining.set(id, running)
      return running.catch((error: unknown) => {
        joining.delete(id)
        throw error
      })
    },

    /** The part of this inside the library. */
    plugin: {
      id: 'federation',
      init(own: AuthContext) {
        context = own
        return {
          options: {
            onAPIError: { errorURL: donePage },
            account: { updateAccountOnSignIn: false },
            databaseHooks: { account: { create: { before: keepNoTokens } }, session: { create: { before: refuseOthers } } },
          },
        }
      },
    },
  }
}

function configOf({ id, name, clientId, clientSecret, prompt, signsOut }: FederatedIssuer, said: Discovery): GenericOAuthConfig {
  const methods = said.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return {
    providerId: id,
    name,
    discoveryUrl: discoveryUrl(said.issuer),
    requireIdTokenVerification: true,
    clientId,
    ...(clientSecret === null ? {} : { clientSecret, authentication: methods.includes('client_secret_post') ? 'post' : 'basic' }),
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    ...(prompt ? { prompt } : {}),
    // Only a plain sign-in may make an account (`requestSignUp`); proving who one is must not.
    disableImplicitSignUp: true,
    // The same subject at another issuer, should the operator ever change it, is somebody else.
    accountSubject: ({ profile }) => `${said.issuer} ${String(profile.sub)}`,
    getUserInfo: (tokens) => whoIs(tokens, said),
    disableProviderLogout: !signsOut,
  }
}

/** Whom the issuer speaks of. Its id_token was proven before; without one there is no proof, and nobody. */
async function whoIs({ idToken, accessToken }: { idToken?: string | undefined; accessToken?: string | undefined }, said: Discovery) {
  if (!idToken) return null
  const claims = decodeJwt(idToken)
  const { sub } = claims
  if (!sub) return null
  const asksFor = claims['email'] === undefined ? said.userinfo_endpoint : undefined
  const more = asksFor && accessToken ? await readUserInfo(asksFor, accessToken, sub) : null
  const { email, email_verified: isVerified, name } = { ...more, ...claims }
  return {
    sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: isVerified === true,
    name: typeof name === 'string' ? name.slice(0, limits.name.max) : '',
  }
}

/** We ask an issuer who somebody is and nothing else, ever; what would open their account there is not kept. */
async function keepNoTokens<A extends object>(account: A) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null } }
}

/** A sign-in that was to prove who is there must be of that very account. */
async function refuseOthers({ userId }: { userId: string }, request: { path?: string } | null): Promise<void> {
  if (request?.path !== CALLBACK) return
  const expected: unknown = (await getOAuthState())?.['expected']
  if (typeof expected === 'string' && expected !== userId)
    throw new APIError('FORBIDDEN', { code: USER_MISMATCH, message: 'another account' })
}
