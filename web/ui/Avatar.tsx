import { gradientOf } from './gradient.ts'
import { initialsOf } from './text/initials.ts'
import { Picture } from './Picture.tsx'
import './Avatar.css'

export type AvatarPerson = { uid: string; name: string; avatar_url: string | null }
export type AvatarProps = {
  person: AvatarPerson
  /** Width and height in pixels. */
  size?: number
  /** The accessible name of a picture without a name beside it; otherwise it is decorative. */
  label?: string
}

/** A person's picture, or their initials on a gradient derived from the uid. */
export function Avatar({ person, size = 40, label }: AvatarProps) {
  const { from, to } = gradientOf(person.uid, 'person')
  const initials = initialsOf(person.name)
  const naming = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <span
      className="wl-avatar"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.36), backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}
      {...naming}
    >
      {person.avatar_url === null ? (
        initials
      ) : (
        <Picture src={person.avatar_url} alt="" width={size} height={size} decoding="async" draggable={false} fallback={initials} />
      )}
    </span>
  )
}
