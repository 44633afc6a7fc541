import type { PersonCard } from '#contract/people.ts'

/** The lookup of uploaded pictures. */
export type Pictures = {
  urlOf(id: string): string
  ownedBy(uid: string, id: string): Promise<boolean>
}

/** The fields that every viewer of a user may see. */
export type Person = {
  card: PersonCard
  bio: string
  place: string | null
  languages: string[]
  joinedAt: Date
  coverUrl: string | null
  pinnedItemId: string | null
}
