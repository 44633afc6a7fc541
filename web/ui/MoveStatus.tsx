import { useLingui } from '@lingui/react'

export type ListMove = { place: number; total: number }

/** Says to screen readers where the row that was moved last is now. */
export function MoveStatus({ move }: { move: ListMove | null }) {
  const { i18n } = useLingui()
  return (
    <output className="wl-hidden">{move && i18n._({ id: 'reorder.moved', message: 'Moved to {place} of {total}', values: move })}</output>
  )
}

/** The result of moving the row at `place` (from 1) by a number of places, as far as there is room. */
export const listMove = (place: number, by: number, total: number): ListMove => ({
  place: Math.max(1, Math.min(total, place + by)),
  total,
})
