import type { PersonCard } from '#contract/people.ts'
import type { ProfileRow } from './profiles.store.ts'
import type { Person, Pictures } from './profiles.types.ts'

export function presentCard(row: ProfileRow, pictures: Pick<Pictures, 'urlOf'>): PersonCard {
  return { uid: row.uid, user_name: row.userName, name: row.name, avatar_url: row.avatarId === null ? null : pictures.urlOf(row.avatarId) }
}

export function toPerson(row: ProfileRow, pictures: Pick<Pictures, 'urlOf'>): Person {
  return {
    card: presentCard(row, pictures),
    bio: row.bio,
    place: row.place,
    languages: row.languages,
    joinedAt: row.joinedAt,
    coverUrl: row.coverId === null ? null : pictures.urlOf(row.coverId),
    pinnedItemId: row.pinnedItemId,
  }
}
