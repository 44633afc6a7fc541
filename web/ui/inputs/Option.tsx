import type { ReactNode } from 'react'
import './Option.css'

export type OptionProps = {
  /** What the field names as its active descendant. */
  id: string
  picture: ReactNode
  name: string
  /** What tells it apart from others of that name. */
  about: string
  isActive: boolean
  onPick: () => void
}

/** One choice of a list that a field suggests. Put it into an element with the role `listbox`. */
export function Option({ id, picture, name, about, isActive, onPick }: OptionProps) {
  return (
    // The keyboard chooses from the field, which keeps the focus (combobox pattern of ARIA).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role
    <div
      id={id}
      className="wl-option"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className="wl-option-picture">{picture}</span>
      <span className="wl-line">{name}</span>
      <bdi className="wl-line wl-dim wl-small">{about}</bdi>
    </div>
  )
}
