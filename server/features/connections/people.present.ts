import type { Item } from '#contract/media.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Person } from '#server/features/profiles/profiles.types.ts'

/** What a profile says beyond the person alone: what is between the two, and what the person shows this viewer. */
export type Between = Pick<Profile, 'buddies_count' | 'mutual_count' | 'relation' | 'muted' | 'may_ask' | 'may_message' | 'shows'>

export function presentProfile(person: Person, pinned: Item | null, between: Between): Profile {
  return {
    ...person.card,
    bio: person.bio,
    place: person.place,
    languages: person.languages,
    joined: person.joinedAt.toISOString(),
    cover_url: person.coverUrl,
    pinned,
    ...between,
  }
}
