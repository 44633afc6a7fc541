import type { PersonCard } from '#contract/people.ts'
import type { ProfileRow } from './profiles.store.ts'

/** Where pictures of uploads are found. */
export type Pictures = {
  urlOf(id: string): string
  ownedBy(uid: string, id: string): Promise<boolean>
}

/** What everybody who may see a person at all may know of them. */
export type Person = { card: PersonCard; bio: string; place: string | null; languages: string[]; joinedAt: Date }

export function presentCard(row: ProfileRow, pictures: Pick<Pictures, 'urlOf'>): PersonCard {
  return { uid: row.uid, user_name: row.userName, name: row.name, avatar_url: row.avatarId === null ? null : pictures.urlOf(row.avatarId) }
}

export function toPerson(row: ProfileRow, pictures: Pick<Pictures, 'urlOf'>): Person {
  return { card: presentCard(row, pictures), bio: row.bio, place: row.place, languages: row.languages, joinedAt: row.joinedAt }
}
