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
  /** Our own address of the wide picture on top; null: none. */
  cover_url: z.nullable(z.string()),
  /** The track or video that the person shows first. */
  pinned: z.nullable(item),
  /** Null where the person keeps their buddies to themselves. */
  buddies_count: z.nullable(z.int()),
  /** Buddies both have; 0 on one's own profile, and where the person keeps their buddies to themselves. */
  mutual_count: z.int(),
  relation,
  /** The viewer hears nothing of this person. */
  muted: z.boolean(),
  /** Whether a request, and a message, of the viewer would be taken. */
  may_ask: z.boolean(),
  may_message: z.boolean(),
  /** What the viewer gets to see of this person; the calls that read it obey the same. */
  shows: z.object({ music: z.boolean(), video: z.boolean(), buddies: z.boolean(), match: z.boolean() }),
})
export type Profile = z.output<typeof profile>

/** A person in search results and lists, with how they stand to the viewer. */
export const personRow = z.object({
  ...personCard.shape,
  relation,
  mutual_count: z.int(),
  may_ask: z.boolean(),
  /** How well the two match; null where it is not shown, not known, or was not asked for in a search. */
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
  /** Left out: the picture stays. Null: it goes. */
  avatar_id: z.optional(z.nullable(z.uuid())),
  /** The same for the wide picture on top. */
  cover_id: z.optional(z.nullable(z.uuid())),
  /** A track or video of the catalogue to show first. Left out: it stays. Null: there is none. */
  pinned_id: z.optional(z.nullable(z.uuid())),
})
export type EditForm = z.output<typeof editForm>

/**
 * For looking at oneself through others' eyes: as a stranger, as a buddy, or as that person. Only the owner may ask so, and
 * the answer tells nothing about the other.
 */
export const seenAs = z.optional(z.union([z.enum(['everyone', 'buddy']), uid]))

const page = { cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }

export const profileCalls = {
  checkUserName: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/user-names/:userName',
    summary: 'Whether a user name is free',
    withoutProfile: true,
    params: z.object({ userName: z.string().check(z.maxLength(100)) }),
    answer: z.object({ available: z.boolean(), reason: z.nullable(z.enum(['taken', 'too_short', 'too_long', 'characters'])) }),
  }),
  setUpAccount: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/account-setup',
    summary: 'Save the profile; from then on the person exists',
    withoutProfile: true,
    body: setupForm,
    answer: profile,
  }),
  getProfile: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid',
    summary: 'A profile as the viewer may see it',
    params: z.object({ uid }),
    query: z.object({ as: seenAs }),
    answer: profile,
  }),
  editProfile: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/profile',
    summary: 'Change one’s own profile',
    body: editForm,
    answer: profile,
  }),
  searchPeople: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/people',
    summary:
      'People by user name or name, best first; `within` keeps to that person’s buddies, `through` to people their buddies know. Without `q` one of the two is needed',
    query: z.object({ q: z.optional(searchText), within: z.optional(uid), through: z.optional(uid), ...page }),
    answer: z.object({ people: z.array(personRow), next: z.nullable(cursor) }),
  }),
}
