import { importPKCS8, type JSONWebKeySet, SignJWT, UnsecuredJWT } from 'jose'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Capabilities } from '#contract/identity/identity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ExternalSources } from '#server/platform/http/content-policy.ts'
import { rsaKeys } from '../tokens/key-file.ts'
import type { RemoteKeys } from '../tokens/remote-keys.ts'
import type { TrustedIssuer } from '../tokens/tokens.ts'

export type FirebaseProject = {
  projectId: string
  /** The web app's key. It is public: every browser gets it. */
  apiKey: string
  authDomain: string
  /** The sign-in methods enabled in the project's console. */
  methods: readonly ('password' | 'email_link' | 'google')[]
  /** Signs custom tokens. */
  serviceAccount: { email: string; privateKey: string } | null
  /** Host and port of the Auth emulator on this machine. When set, only its unsigned tokens are accepted. */
  emulatorHost: string | null
}

/** The addresses of Google's services. Tests use a fake service. */
export type GoogleAddresses = { keys: string; toolkit: string }

export const googleAddresses: GoogleAddresses = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  toolkit: 'https://identitytoolkit.googleapis.com',
}

/** The addresses of the emulator, which has no keys. */
export const emulatorAddresses = (host: string): GoogleAddresses => ({
  keys: `http://${host}/keys`,
  toolkit: `http://${host}/identitytoolkit.googleapis.com`,
})

const TIMEOUT_MS = 5_000
const CUSTOM_TOKEN_AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** The browser uses a custom token at once. */
const CUSTOM_TOKEN_LIFE_S = 60
/** Firebase's default password rules. */
const defaultPolicy = { min_length: 6, max_length: 4096, refuses_common: false }

/** Reads the keys that sign the tokens of all Firebase projects. @throws Error on failure */
export async function readFirebaseKeys({ keys }: Pick<GoogleAddresses, 'keys'>): Promise<JSONWebKeySet> {
  const response = await fetch(keys, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`the Firebase keys request failed: ${response.status}`)
  return rsaKeys.parse(await response.json())
}

type IssuerProject = Pick<FirebaseProject, 'projectId' | 'apiKey'> & Partial<Pick<FirebaseProject, 'serviceAccount' | 'emulatorHost'>>

/**
 * Firebase Authentication as one more issuer of tokens. It needs no service account: our own tables store revocations, and
 * a token's holder may ask Google whether the account still exists. A service account adds custom tokens.
 */
export function firebaseIssuer(
  { projectId, apiKey, serviceAccount = null, emulatorHost = null }: IssuerProject,
  { keys, clock, addresses = googleAddresses }: { keys: Pick<RemoteKeys, 'find'>; clock: Clock; addresses?: GoogleAddresses },
): TrustedIssuer {
  const hasCustomTokens = serviceAccount !== null || emulatorHost !== null
  return {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    algorithm: emulatorHost === null ? 'RS256' : 'none',
    key: keys.find,
    isSignInValid: async () => true,
    accountExists: (token) => accountExists(token, apiKey, addresses.toolkit),
    ...(hasCustomTokens ? { customToken: (subject: string) => customToken(subject, serviceAccount, clock) } : {}),
    // Google's sessions stay open; `tokens_valid_after` rejects all earlier tokens of the user.
    endAll: async () => undefined,
  }
}

/** Creates the same token as the Admin SDK. The emulator accepts it without a signature. */
async function customToken(uid: string, account: FirebaseProject['serviceAccount'], clock: Clock): Promise<string> {
  const issuedAt = Math.floor(clock.now().getTime() / 1000)
  const email = account?.email ?? 'firebase-auth-emulator@example.com'
  const claims = { uid, iss: email, sub: email, aud: CUSTOM_TOKEN_AUDIENCE, iat: issuedAt, exp: issuedAt + CUSTOM_TOKEN_LIFE_S }
  if (!account) return new UnsecuredJWT(claims).encode()
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(await importPKCS8(account.privateKey, 'RS256'))
}

const errorResponse = z.object({ error: z.object({ message: z.string() }) })
const GONE = /^(USER_NOT_FOUND|USER_DISABLED|TOKEN_EXPIRED|INVALID_ID_TOKEN)\b/

async function accountExists(idToken: string, apiKey: string, toolkit: string): Promise<boolean> {
  const response = await fetch(`${toolkit}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', { reason: 'account lookup', cause: String(cause) })
  })
  if (response.ok) return true
  const message = errorResponse.safeParse(await response.json().catch(() => null)).data?.error.message ?? ''
  if (GONE.test(message)) return false
  throw new AppError('unavailable', { reason: 'account lookup', status: response.status, message })
}

const passwordActions = ['reset_password', 'change_password', 'verify_email', 'change_email'] as const

/** The additional origins that pages use in Firebase mode. */
export function firebaseSources({ authDomain, emulatorHost }: Pick<FirebaseProject, 'authDomain' | 'emulatorHost'>): ExternalSources {
  const scripts = ['https://apis.google.com']
  if (emulatorHost !== null) return { scripts, frames: [`http://${emulatorHost}`], connections: [`http://${emulatorHost}`] }
  return {
    scripts,
    frames: [`https://${authDomain}`],
    connections: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  }
}

/** The sign-in options in Firebase mode. The browser talks to Firebase directly. */
export function firebaseCapabilities(project: FirebaseProject): Capabilities['identity'] {
  const { projectId, apiKey, authDomain, methods, serviceAccount, emulatorHost } = project
  const hasCustomTokens = serviceAccount !== null || emulatorHost !== null
  const direct = methods.filter((method) => method !== 'google')
  const popup = methods.includes('google') ? [{ id: 'google', name: 'Google' }] : []
  return {
    kind: 'firebase',
    methods: [...direct, ...(popup.length ? (['popup'] as const) : []), ...(hasCustomTokens ? (['custom_token'] as const) : [])],
    popup,
    account: [...(methods.includes('password') ? passwordActions : []), 'export_data', 'delete_account'],
    confirms_sign_up: false,
    password: defaultPolicy,
    firebase: {
      project_id: projectId,
      api_key: apiKey,
      auth_domain: authDomain,
      ...(emulatorHost === null ? {} : { emulator_host: emulatorHost }),
    },
  }
}
