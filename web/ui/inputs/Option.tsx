import type { ReactNode } from 'react'
import './Option.css'

export type OptionProps = {
  /** Referenced by the field's aria-activedescendant. */
  id: string
  picture: ReactNode
  name: string
  /** A detail that distinguishes it from options of the same name. */
  about: string
  isActive: boolean
  onPick: () => void
}

/** An option of a suggestion list. Put it into an element with the role `listbox`. */
export function Option({ id, picture, name, about, isActive, onPick }: OptionProps) {
  return (
    // The field keeps the focus and handles the keys (ARIA combobox pattern).
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
