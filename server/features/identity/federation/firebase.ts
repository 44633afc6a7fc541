import type { JSONWebKeySet } from 'jose'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Capabilities } from '#contract/identity.ts'
import type { OutsideSources } from '#server/platform/http/content-policy.ts'
import { rsaKeys } from '../tokens/key-file.ts'
import type { RemoteKeys } from '../tokens/remote-keys.ts'
import type { TrustedIssuer } from '../tokens/tokens.ts'

export type FirebaseProject = {
  projectId: string
  /** The web app's key. It is public: every visitor's browser gets it. */
  apiKey: string
  authDomain: string
  /** The ways in that are switched on in the project's console. */
  methods: readonly ('password' | 'email_link' | 'google')[]
}

/** Where Google's services answer; tests put a fake service there. */
export type GoogleAddresses = { keys: string; toolkit: string }

export const googleAddresses: GoogleAddresses = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  toolkit: 'https://identitytoolkit.googleapis.com',
}

const ANSWER_WITHIN_MS = 5_000
/** What Firebase asks of passwords unless its console says more. */
const defaultPolicy = { min_length: 6, max_length: 4096, refuses_common: false }

/** Reads the list of keys that sign the tokens of every Firebase project. @throws Error when it can't be had */
export async function readFirebaseKeys({ keys }: Pick<GoogleAddresses, 'keys'>): Promise<JSONWebKeySet> {
  const answer = await fetch(keys, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  if (!answer.ok) throw new Error(`the keys of Firebase: ${answer.status}`)
  return rsaKeys.parse(await answer.json())
}

/**
 * Firebase Authentication as one more issuer of tokens. Needs no service account: whether a sign-in still holds is kept in
 * our own tables, and whether an account still exists Google tells the holder of its token.
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
    stillHolds: async () => true,
    accountExists: (token) => accountExists(token, project.apiKey, addresses.toolkit),
    // Google's own sign-ins end by themselves; our people's `tokens_valid_after` refuses every token of theirs at once.
    endAll: async () => undefined,
  }
}

const refusal = z.object({ error: z.object({ message: z.string() }) })
const GONE = /^(USER_NOT_FOUND|USER_DISABLED|TOKEN_EXPIRED|INVALID_ID_TOKEN)\b/

async function accountExists(idToken: string, apiKey: string, toolkit: string): Promise<boolean> {
  const answer = await fetch(`${toolkit}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', { reason: 'account lookup', cause: String(cause) })
  })
  if (answer.ok) return true
  const message = refusal.safeParse(await answer.json().catch(() => null)).data?.error.message ?? ''
  if (GONE.test(message)) return false
  throw new AppError('unavailable', { reason: 'account lookup', status: answer.status, message })
}

const passwordActs = ['reset_password', 'change_password', 'verify_email', 'change_email'] as const

/** What the pages have to load and reach in Firebase mode; the built-in provider needs none of it. */
export const firebaseSources = ({ authDomain }: Pick<FirebaseProject, 'authDomain'>): OutsideSources => ({
  scripts: ['https://apis.google.com'],
  frames: [`https://${authDomain}`],
  connections: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
})

/** What the sign-in pages may show in Firebase mode; the browser speaks with Firebase itself. */
export function firebaseOffer({ projectId, apiKey, authDomain, methods }: FirebaseProject): Capabilities['identity'] {
  const ways = methods.filter((method) => method !== 'google')
  const popup = methods.includes('google') ? [{ id: 'google', name: 'Google' }] : []
  return {
    kind: 'firebase',
    methods: [...ways, ...(popup.length ? (['popup'] as const) : [])],
    popup,
    account: [...(methods.includes('password') ? passwordActs : []), 'export_data', 'delete_account'],
    confirms_sign_up: false,
    password: defaultPolicy,
    firebase: { project_id: projectId, api_key: apiKey, auth_domain: authDomain },
  }
}
