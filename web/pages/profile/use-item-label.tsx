import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { TasteRow } from '#contract/taste/taste.ts'
import './RoundItems.css'

/** The label under an item: that it is shared, or its rank. On the user's own profile every item would be shared, so only ranks. */
export function useItemLabel(marksShared: boolean): (row: Pick<TasteRow, 'rank' | 'shared'>) => ReactNode {
  const { i18n } = useLingui()
  return ({ rank, shared }) =>
    shared && marksShared ? (
      <span className="wl-shared-mark">{i18n._({ id: 'profile.shared', message: 'shared with you' })}</span>
    ) : (
      i18n._({ id: 'profile.rank', message: '#{rank}', values: { rank } })
    )
}
