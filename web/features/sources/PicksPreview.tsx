import { useLingui } from '@lingui/react'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { tastePreviewCalls } from '#contract/taste/taste-preview.ts'
import { callQuery } from '#web/platform/query.ts'
import { ChipRow } from '#web/ui/Chip.tsx'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { pickOfItem, type Pick } from './picks.ts'

/** The print that the picks make so far, and three items similar to the last one. Without an answer there is nothing to show. */
export function PicksPreview({ picks, onAdd }: { picks: readonly Pick[]; onAdd: (pick: Pick) => void }) {
  const { i18n } = useLingui()
  const ids = picks.flatMap(({ itemId }) => itemId ?? [])
  const last = picks.findLast(({ itemId }) => itemId !== null)
  const preview = useQuery({
    ...callQuery(tastePreviewCalls.previewTaste, { query: { ids: ids.join(',') } }, { enabled: ids.length > 0, staleMs: 60_000 }),
    placeholderData: keepPreviousData,
  })
  if (!last || !preview.data) return null
  const { print, similar } = preview.data
  return (
    <div className="wl-picks-preview">
      <TastePrint mine={print} label={i18n._({ id: 'picker.print', message: 'Your taste print so far' })} height={90} />
      {similar.length > 0 && (
        <ChipRow label={i18n._({ id: 'picker.similar', message: 'Similar to {name}', values: { name: last.name } })}>
          <span className="wl-small wl-muted" aria-hidden>
            {i18n._({ id: 'picker.similar', message: 'Similar to {name}', values: { name: last.name } })}
          </span>
          {similar.map((item) => (
            <button
              key={item.id}
              type="button"
              className="wl-chip wl-chip-filter"
              aria-label={i18n._({ id: 'picker.similar.add', message: 'Add {name}', values: { name: item.name } })}
              onClick={() => onAdd(pickOfItem(item))}
            >
              <IconPlus size={16} stroke={1.8} aria-hidden />
              <span className="wl-line">{item.name}</span>
            </button>
          ))}
        </ChipRow>
      )}
    </div>
  )
}
