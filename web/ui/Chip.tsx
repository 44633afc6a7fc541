import type { ReactNode } from 'react'
import './Chip.css'

export type ChipKind = 'music' | 'video' | 'match' | 'plain'

type ChipProps = {
  kind?: ChipKind
  icon?: ReactNode
  /** Has a frame in its color instead of a background. */
  isFramed?: boolean
  children: ReactNode
}

/** A small label: amber for music, blue for video, match color for shared or active. */
export function Chip({ kind = 'plain', icon, isFramed, children }: ChipProps) {
  return (
    <span className="wl-chip" data-kind={kind} data-framed={isFramed}>
      {icon}
      <span className="wl-line">{children}</span>
    </span>
  )
}

export type FilterChipProps = { isOn: boolean; onPick: () => void; children: ReactNode }

/** One choice of a filter row. Put several into an element with role="group" and a label. */
export function FilterChip({ isOn, onPick, children }: FilterChipProps) {
  return (
    <button type="button" className="wl-chip wl-chip-filter" data-kind={isOn ? 'match' : 'plain'} aria-pressed={isOn} onClick={onPick}>
      {children}
    </button>
  )
}

export function ChipRow({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="wl-chips" {...(label ? { role: 'group', 'aria-label': label } : {})}>
      {children}
    </div>
  )
}
