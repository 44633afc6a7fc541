import type { JSONWebKeySet } from 'jose'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Capabilities } from '#contract/identity.ts'
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
}

/** The addresses of Google's services. Tests use a fake service. */
export type GoogleAddresses = { keys: string; toolkit: string }

export const googleAddresses: GoogleAddresses = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  toolkit: 'https://identitytoolkit.googleapis.com',
}

const TIMEOUT_MS = 5_000
/** Firebase's default password rules. */
const defaultPolicy = { min_length: 6, max_length: 4096, refuses_common: false }

/** Reads the keys that sign the tokens of all Firebase projects. @throws Error on failure */
export async function readFirebaseKeys({ keys }: Pick<GoogleAddresses, 'keys'>): Promise<JSONWebKeySet> {
  const answer = await fetch(keys, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`the Firebase keys request failed: ${answer.status}`)
  return rsaKeys.parse(await answer.json())
}

/**
 * Firebase Authentication as one more issuer of tokens. It needs no service account: our own tables store revocations, and
 * a token's holder may ask Google whether the account still exists.
 */
export function firebaseIssuer(
  project: Pick<FirebaseProject, 'projectId' | 'apiKey'>,
  { keys, addresses = googleAddresses }: { keys: RemoteKeys; addresses?: GoogleAddresses },
): TrustedIssuer {
  return {
    issuer: `https://securetoken.google.com/${project.projectId}`,
    audience: project.projectId,
    algorithm: 'RS256',
    key: keys.find,
    isSignInValid: async () => true,
    accountExists: (token) => accountExists(token, project.apiKey, addresses.toolkit),
    // Google's sessions stay open; `tokens_valid_after` rejects all earlier tokens of the user.
    endAll: async () => undefined,
  }
}

const errorAnswer = z.object({ error: z.object({ message: z.string() }) })
const GONE = /^(USER_NOT_FOUND|USER_DISABLED|TOKEN_EXPIRED|INVALID_ID_TOKEN)\b/

async function accountExists(idToken: string, apiKey: string, toolkit: string): Promise<boolean> {
  const answer = await fetch(`${toolkit}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', { reason: 'account lookup', cause: String(cause) })
  })
  if (answer.ok) return true
  const message = errorAnswer.safeParse(await answer.json().catch(() => null)).data?.error.message ?? ''
  if (GONE.test(message)) return false
  throw new AppError('unavailable', { reason: 'account lookup', status: answer.status, message })
}

const passwordActions = ['reset_password', 'change_password', 'verify_email', 'change_email'] as const

/** The additional origins that pages use in Firebase mode. */
export const firebaseSources = ({ authDomain }: Pick<FirebaseProject, 'authDomain'>): ExternalSources => ({
  scripts: ['https://apis.google.com'],
  frames: [`https://${authDomain}`],
  connections: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
})

/** The sign-in options in Firebase mode. The browser talks to Firebase directly. */
export function firebaseOffer({ projectId, apiKey, authDomain, methods }: FirebaseProject): Capabilities['identity'] {
  const direct = methods.filter((method) => method !== 'google')
  const popup = methods.includes('google') ? [{ id: 'google', name: 'Google' }] : []
  return {
    kind: 'firebase',
    methods: [...direct, ...(popup.length ? (['popup'] as const) : [])],
    popup,
    account: [...(methods.includes('password') ? passwordActions : []), 'export_data', 'delete_account'],
    confirms_sign_up: false,
    password: defaultPolicy,
    firebase: { project_id: projectId, api_key: apiKey, auth_domain: authDomain },
  }
}
