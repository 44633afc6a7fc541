import { useLingui } from '@lingui/react'
import { IconX } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { Pick } from './picks.ts'

/** The picked items; a click removes one. */
export function PickedChips({ picks, onRemove }: { picks: readonly Pick[]; onRemove: (pick: Pick) => void }) {
  const { i18n } = useLingui()
  const values = { count: picks.length, max: limits.picks.max }
  return (
    <div className="wl-picked">
      <output className="wl-small wl-muted">
        {picks.length === 0
          ? i18n._({ id: 'picker.none', message: 'Pick a few that you really love. Rare ones say more than hits.' })
          : i18n._({ id: 'picker.count', message: '{count} of {max} picked', values })}
      </output>
      {picks.length > 0 && (
        <ul className="wl-chips" aria-label={i18n._({ id: 'picker.picked', message: 'Picked' })}>
          {picks.map((pick) => (
            <li key={`${pick.kind} ${pick.itemId ?? pick.name}`}>
              <button
                type="button"
                className="wl-chip wl-chip-filter"
                data-kind={pick.kind === 'artist' ? 'music' : 'video'}
                aria-label={i18n._({ id: 'picker.remove', message: 'Remove {name}', values: { name: pick.name } })}
                onClick={() => onRemove(pick)}
              >
                <span className="wl-line">{pick.name}</span>
                <IconX size={14} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
