import { useState } from 'react'
import { gradientOf } from './gradient.ts'
import { initialsOf } from './initials.ts'
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
  const [broken, setBroken] = useState<string | null>(null)
  const { from, to } = gradientOf(person.uid, 'person')
  const picture = person.avatar_url !== null && person.avatar_url !== broken ? person.avatar_url : null
  const naming = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <span
      className="wl-avatar"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.36), backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}
      {...naming}
    >
      {picture ? (
        <img src={picture} alt="" width={size} height={size} decoding="async" draggable={false} onError={() => setBroken(picture)} />
      ) : (
        initialsOf(person.name)
      )}
    </span>
  )
}
