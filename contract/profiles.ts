import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { cursor, isoDate, queryNumber, uid } from './base/ids.ts'
import { limits } from './limits.ts'
import { item } from './media.ts'
import { personCard, relation } from './people.ts'
import { freeText } from './base/text.ts'

export const userName = z
  .string()
  .check(z.minLength(limits.userName.min), z.maxLength(limits.userName.max), z.regex(limits.userName.pattern))
export const displayName = freeText(limits.name)
/** BCP 47 primary language, such as `en` or `de`. */
const language = z.string().check(z.regex(/^[a-z]{2,3}$/))
const searchText = freeText(limits.search)

export const profile = z.object({
  ...personCard.shape,
  bio: z.string(),
  place: z.nullable(z.string()),
  languages: z.array(z.string()),
  joined: isoDate,
  /** Address of the wide header picture on this server, or null. */
  cover_url: z.nullable(z.string()),
  /** The featured track or video. */
  pinned: z.nullable(item),
  /** Null if the person hides their buddies. */
  buddies_count: z.nullable(z.int()),
  /** Mutual buddies; 0 on the viewer's own profile and if the person hides their buddies. */
  mutual_count: z.int(),
  relation,
  /** The viewer has muted this person. */
  muted: z.boolean(),
  /** Whether this person accepts requests and messages from the viewer. */
  may_ask: z.boolean(),
  may_message: z.boolean(),
  /** The account is suspended, so the person can't answer. Missing in answers of older servers. */
  suspended: z._default(z.boolean(), false),
  /** The sections that the viewer may see; the calls that read them apply the same rules. */
  shows: z.object({ music: z.boolean(), video: z.boolean(), buddies: z.boolean(), match: z.boolean() }),
})
export type Profile = z.output<typeof profile>

/** A person in search results and lists, with the relation to the viewer. */
export const personRow = z.object({
  ...personCard.shape,
  relation,
  mutual_count: z.int(),
  may_ask: z.boolean(),
  /** The match of the two; null if it is hidden, unknown or not requested in a search. */
  match_percent: z.nullable(z.int()),
})
export type PersonRow = z.output<typeof personRow>

export const setupForm = z.object({
  user_name: userName,
  name: displayName,
  avatar_id: z.nullable(z.uuid()),
  languages: z.array(language).check(z.maxLength(limits.languages.max)),
  birth_year: z.int(),
})
export type SetupForm = z.output<typeof setupForm>

export const editForm = z.object({
  name: displayName,
  bio: freeText(limits.bio),
  place: z.nullable(freeText(limits.place)),
  languages: z.array(language).check(z.maxLength(limits.languages.max)),
  /** Omitted: unchanged. Null: removed. */
  avatar_id: z.optional(z.nullable(z.uuid())),
  /** The wide header picture. Omitted: unchanged. Null: removed. */
  cover_id: z.optional(z.nullable(z.uuid())),
  /** The featured track or video of the catalog. Omitted: unchanged. Null: removed. */
  pinned_id: z.optional(z.nullable(z.uuid())),
})
export type EditForm = z.output<typeof editForm>

/**
 * View as: shows the user's own profile as a stranger, a buddy or a given person sees it. Only the owner may use it, and the response
 * contains nothing about that person.
 */
export const viewAs = z.optional(z.union([z.enum(['everyone', 'buddy']), uid]))

const page = { cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }

const ownUserName = z.object({
  user_name: userName,
  /** From when the person may change it again; null: now. */
  changeable_at: z.nullable(isoDate),
})
export type OwnUserName = z.output<typeof ownUserName>

export const profileCalls = {
  checkUserName: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/user-names/:userName',
    summary: 'Whether a user name is free',
    withoutProfile: true,
    params: z.object({ userName: z.string().check(z.maxLength(100)) }),
    response: z.object({
      available: z.boolean(),
      reason: z.nullable(z.enum(['taken', 'too_short', 'too_long', 'characters'])),
      /** Similar user names that are free; only for a taken one. */
      alternatives: z.array(userName),
    }),
  }),
  setUpAccount: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/account-setup',
    summary: 'Save the profile, which makes the person visible to others',
    withoutProfile: true,
    body: setupForm,
    response: profile,
  }),
  getOwnUserName: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/user-name',
    summary: 'One’s own user name, and from when it may change',
    response: ownUserName,
  }),
  changeUserName: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/user-name',
    summary: 'Change one’s own user name, once in 30 days; the old one leads to the person for 90 days and is reserved',
    body: z.object({ user_name: userName }),
    response: ownUserName,
  }),
  getProfile: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid',
    summary: 'A profile as the viewer may see it',
    params: z.object({ uid }),
    query: z.object({ as: viewAs }),
    response: profile,
  }),
  findByUserName: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/people/named/:userName',
    summary: 'Whose user name this is, or was in the last 90 days',
    params: z.object({ userName }),
    response: z.object({ uid }),
  }),
  editProfile: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/profile',
    summary: 'Change one’s own profile',
    body: editForm,
    response: profile,
  }),
  searchPeople: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/people',
    summary:
      'People by user name or name, best first; `within` limits to that person’s buddies, `through` to the buddies of their buddies. Requires `q` or one of the two',
    query: z.object({ q: z.optional(searchText), within: z.optional(uid), through: z.optional(uid), ...page }),
    response: z.object({ people: z.array(personRow), next: z.nullable(cursor) }),
  }),
}
