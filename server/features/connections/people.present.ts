import type { Item } from '#contract/media.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Person } from '#server/features/profiles/profiles.types.ts'

/** The parts of a profile that depend on the viewer: the relationship, and what the user shows this viewer. */
export type ProfileRelation = Pick<Profile, 'buddies_count' | 'mutual_count' | 'relation' | 'muted' | 'may_ask' | 'may_message' | 'shows'>

export function presentProfile(person: Person, pinned: Item | null, relation: ProfileRelation): Profile {
  return {
    ...person.card,
    bio: person.bio,
    place: person.place,
    languages: person.languages,
    joined: person.joinedAt.toISOString(),
    cover_url: person.coverUrl,
    pinned,
    ...relation,
  }
}
