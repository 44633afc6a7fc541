import type { Profile } from '#contract/profiles.ts'

/** The profile of the signed-in user, with the least that it has. */
export const ownProfile: Profile = {
  uid: 'u1',
  user_name: 'noa',
  name: 'Noa',
  avatar_url: null,
  bio: '',
  place: null,
  languages: [],
  joined: '2026-11-20T10:00:00Z',
  cover_url: null,
  pinned: null,
  buddies_count: 0,
  mutual_count: 0,
  relation: 'self',
  muted: false,
  may_ask: false,
  may_message: false,
  suspended: false,
  shows: { music: true, video: true, buddies: true, match: true },
}
