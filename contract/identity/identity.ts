import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { empty, isoDate, uid } from '../base/ids.ts'

/** A sign-in method. `popup`: another identity provider in a popup. `custom_token`: a sign-in transferred to another own device. */
export const identityMethod = z.enum(['password', 'passkey', 'email_link', 'popup', 'custom_token'])
export type IdentityMethod = z.output<typeof identityMethod>

/** The account actions that the identity provider supports; pages show exactly these. */
export const accountAction = z.enum([
  'reset_password',
  'change_password',
  'verify_email',
  'change_email',
  'second_factor',
  'passkeys',
  'list_sessions',
  // Not with Firebase: its client knows one account per browser.
  'several_accounts',
  'export_data',
  'delete_account',
])
export type AccountAction = z.output<typeof accountAction>

/** The features of this installation. The client loads them once, before sign-in. */
export const capabilities = z.object({
  product: z.string(),
  identity: z.object({
    kind: z.enum(['builtin', 'firebase']),
    methods: z.array(identityMethod),
    /** The providers of `popup`, in display order; the name is for the button. */
    popup: z.array(z.object({ id: z.string(), name: z.string() })),
    account: z.array(accountAction),
    /** True: a link in an email completes a password sign-up, so that the form doesn't reveal who has an account. */
    confirms_sign_up: z.boolean(),
    /** `refuses_common`: the provider rejects common passwords (`getCommonPasswords`). */
    password: z.object({ min_length: z.int(), max_length: z.int(), refuses_common: z.boolean() }),
    /** Only with kind 'firebase': the public client configuration of the project. */
    firebase: z.optional(
      z.object({
        project_id: z.string(),
        api_key: z.string(),
        auth_domain: z.string(),
        /** Host and port of the Auth emulator, which then replaces Google. */
        emulator_host: z.optional(z.string()),
      }),
    ),
  }),
  /** Sources that users can connect here. `stand_in` marks a fake service of the sandbox. */
  sources: z.array(z.object({ source: z.enum(['spotify', 'youtube']), stand_in: z.boolean() })),
  /** Origins of fake player pages; omitted or null: the real platform. */
  players: z.optional(
    z.object({
      spotify: z.nullable(z.string()),
      youtube: z.nullable(z.string()),
      tiktok: z.nullable(z.string()),
      instagram: z.nullable(z.string()),
      facebook: z.nullable(z.string()),
    }),
  ),
  minimum_age: z.int(),
  /** The operator of this installation; omitted or null without a public address. `contact` is an email or https address. */
  operator: z.optional(z.nullable(z.object({ name: z.string(), contact: z.string() }))),
  /** Demo world or development; shows the preview banner. */
  preview: z.boolean(),
})
export type Capabilities = z.output<typeof capabilities>

/** One sign-in of a user on one device. */
export const session = z.object({
  id: z.uuid(),
  /** Names such as 'Firefox' and 'Android'; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: isoDate,
  /** Rounded to 15 minutes. */
  last_seen_at: isoDate,
  /** The sign-in of this request. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

/** The sign-ins to end: one, all others, or all. */
export const revocation = z.discriminatedUnion('which', [
  z.object({ which: z.literal('one'), id: z.uuid() }),
  z.object({ which: z.literal('others') }),
  z.object({ which: z.literal('all') }),
])
export type Revocation = z.output<typeof revocation>

/** SHA-256 of a secret that only the requesting device knows, as in PKCE's S256. */
const challenge = z.string().check(z.regex(/^[\w-]{43}$/))

export const identityCalls = {
  getCapabilities: defineCall({
    method: 'GET',
    area: 'public',
    path: '/offer',
    summary: 'What this installation supports',
    response: capabilities,
  }),
  checkUserExist: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/check-user-exist',
    summary: 'Whether the signed-in person has a profile, and their uid',
    withoutProfile: true,
    whileSuspended: true,
    response: z.object({ exists: z.boolean(), uid, suspended: z.optional(z.boolean()), must_accept_terms: z.optional(z.boolean()) }),
  }),
  startFileSession: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/session',
    summary: 'Set the cookie that lets pictures load; requires a token at most 5 minutes old',
    withoutProfile: true,
    beforeTerms: true,
    body: z.object({
      /** The device's IANA time zone, stored for a user who has none. */
      time_zone: z.optional(z.string().check(z.maxLength(64))),
    }),
    response: empty,
  }),
  endFileSession: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/session',
    summary: 'End the file session',
    withoutProfile: true,
    whileSuspended: true,
    response: empty,
  }),
  getSessions: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/sessions',
    summary: 'The sign-ins of the signed-in person, latest first',
    withoutProfile: true,
    whileSuspended: true,
    response: z.object({ sessions: z.array(session) }),
  }),
  revokeSessions: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sessions/revoke',
    summary: 'End one sign-in, all others, or all: their tokens, sockets and file sessions end at once',
    withoutProfile: true,
    whileSuspended: true,
    body: revocation,
    response: empty,
  }),
  mintCustomToken: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/custom-token',
    summary: 'A single-use token, valid for 60 s, that signs in the device that created the challenge',
    withoutProfile: true,
    body: z.object({ challenge }),
    response: z.object({ token: z.string(), expires_at: isoDate }),
  }),
  exportAccount: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/account/export',
    summary: 'A single-use address of all own data as a zip file; requires a sign-in at most 5 minutes old',
    withoutProfile: true,
    whileSuspended: true,
    response: z.object({ url: z.string(), expires_at: isoDate }),
  }),
  deleteAccount: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/account/delete',
    summary: 'Delete the account and all its data, at once and permanently; requires a sign-in at most 5 minutes old',
    withoutProfile: true,
    whileSuspended: true,
    response: z.object({
      /** Number of files that no one can see any more but are not deleted from the file store yet. The server retries. */
      files_pending: z.int().check(z.minimum(0)),
    }),
  }),
}
