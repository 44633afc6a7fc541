import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { empty, isoDate, uid } from './base/ids.ts'

/** A way in. `popup` is another identity provider in a window, `custom_token` a sign-in handed on to another device of one's own. */
export const identityMethod = z.enum(['password', 'email_link', 'popup', 'custom_token'])
export type IdentityMethod = z.output<typeof identityMethod>

/** What people can do with their account here; pages offer exactly this. */
export const accountAct = z.enum([
  'reset_password',
  'change_password',
  'verify_email',
  'change_email',
  'list_sessions',
  'export_data',
  'delete_account',
])
export type AccountAct = z.output<typeof accountAct>

/** What this installation can do, asked once before anybody signs in. */
export const offer = z.object({
  product: z.string(),
  identity: z.object({
    kind: z.enum(['builtin', 'firebase']),
    methods: z.array(identityMethod),
    /** Whom `popup` can ask, in the order to show them; the name is for the button. */
    popup: z.array(z.object({ id: z.string(), name: z.string() })),
    account: z.array(accountAct),
    /** True: a sign-up by password is finished by a link in a mail, so that nobody learns from it who has an account. */
    confirms_sign_up: z.boolean(),
    /** `refuses_common`: passwords that everybody tries first are refused, which only the provider can tell. */
    password: z.object({ min_length: z.int(), max_length: z.int(), refuses_common: z.boolean() }),
    /** Only with kind 'firebase': what the browser needs to speak with the project. All of it is public. */
    firebase: z.optional(z.object({ project_id: z.string(), api_key: z.string(), auth_domain: z.string() })),
  }),
  /** Sources a person can connect here. `stand_in` marks an imitation of the real service. */
  sources: z.array(z.object({ source: z.enum(['spotify', 'youtube']), stand_in: z.boolean() })),
  /** Origins of the players' pages where fake services take the place of the real ones; left out or null: the platform's own. */
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
  /** Who runs this installation; left out or null where it has no public address. `contact` is an email or an https address. */
  operator: z.optional(z.nullable(z.object({ name: z.string(), contact: z.string() }))),
  /** Demo world or development; drives the preview banner. */
  preview: z.boolean(),
})
export type Offer = z.output<typeof offer>

/** One sign-in of a person: a device, as far as its browser tells. */
export const session = z.object({
  id: z.uuid(),
  /** Names such as 'Firefox' and 'Android'; null when it can't be told. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: isoDate,
  /** To the quarter of an hour. */
  last_seen_at: isoDate,
  /** The sign-in that asks. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

/** Which sign-ins to end: one, all but the one that asks, or every one. */
export const revocation = z.discriminatedUnion('which', [
  z.object({ which: z.literal('one'), id: z.uuid() }),
  z.object({ which: z.literal('others') }),
  z.object({ which: z.literal('all') }),
])
export type Revocation = z.output<typeof revocation>

/** SHA-256 of a secret that only the asking device knows, as PKCE's S256 has it. */
const challenge = z.string().check(z.regex(/^[\w-]{43}$/))

export const identityCalls = {
  getOffer: defineCall({ method: 'GET', area: 'public', path: '/offer', summary: 'What this installation offers', answer: offer }),
  checkUserExist: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/check-user-exist',
    summary: 'Whether the signed-in person has a profile, and their uid',
    withoutProfile: true,
    whileSuspended: true,
    answer: z.object({ exists: z.boolean(), uid, suspended: z.optional(z.boolean()) }),
  }),
  startFileSession: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/session',
    summary: 'Set the cookie that lets pictures load; takes a token at most 5 minutes old',
    withoutProfile: true,
    answer: empty,
  }),
  endFileSession: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/session',
    summary: 'End the file session',
    withoutProfile: true,
    whileSuspended: true,
    answer: empty,
  }),
  getSessions: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/sessions',
    summary: 'The sign-ins of the signed-in person, latest first',
    withoutProfile: true,
    whileSuspended: true,
    answer: z.object({ sessions: z.array(session) }),
  }),
  revokeSessions: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/sessions/revoke',
    summary: 'End one sign-in, all others, or all: tokens, sockets and file sessions of theirs stop at once',
    withoutProfile: true,
    whileSuspended: true,
    body: revocation,
    answer: empty,
  }),
  mintCustomToken: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/custom-token',
    summary: 'A token, good once within 60 s, that signs the device in which made the challenge',
    withoutProfile: true,
    body: z.object({ challenge }),
    answer: z.object({ token: z.string(), expires_at: isoDate }),
  }),
  exportAccount: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/account/export',
    summary: 'An address that gives all of one’s data as a zip, once; takes a sign-in at most 5 minutes old',
    withoutProfile: true,
    whileSuspended: true,
    answer: z.object({ url: z.string(), expires_at: isoDate }),
  }),
  deleteAccount: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/account/delete',
    summary: 'Delete the account and everything of it, now and for good; takes a sign-in at most 5 minutes old',
    withoutProfile: true,
    whileSuspended: true,
    answer: z.object({
      /** Files that nobody can see any more and that are still to be deleted from the file store: the server goes on trying. */
      files_pending: z.int().check(z.minimum(0)),
    }),
  }),
}
