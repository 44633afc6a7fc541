import { Avatar } from '#web/ui/Avatar.tsx'
import type { PersonCard } from '#contract/people.ts'
import './AvatarStack.css'

/** The first avatars of several people, overlapping. Decorative: a text beside it names or counts them. */
export function AvatarStack({ people, size = 24, max = 3 }: { people: readonly PersonCard[]; size?: number; max?: number }) {
  if (people.length === 0) return null
  return (
    <span className="wl-avatars" aria-hidden>
      {people.slice(0, max).map((person) => (
        <Avatar key={person.uid} person={person} size={size} />
      ))}
    </span>
  )
}
