import { useLingui } from '@lingui/react'
import { IconDiamond } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { PersonCard } from '#contract/people.ts'
import type { Match, SharedItem } from '#contract/taste/taste.ts'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { ItemChip } from '#web/features/media/items/ItemChip.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { oneIn, worldWithSourceText } from './match.messages.ts'
import './SharedChips.css'

const MAX_CHIPS = 5
const MAX_CHIPS_NARROW = 2
const MAX_LABELS = 3

/** Shared items as chips, rarest first: music amber, video blue. A click opens the page of the item; the rest is on the page of the match. */
export function SharedChips({ match, person }: { match: Pick<Match, 'shared' | 'rarest' | 'shared_items'>; person: PersonCard }) {
  const { i18n } = useLingui()
  const isNarrow = useIsNarrow()
  const { uid, name } = person
  const [first] = match.shared
  if (!first) return null
  const rare = isRarest(match, first) ? first : null
  const named = match.shared.slice(0, isNarrow ? (rare ? 1 : MAX_CHIPS_NARROW) : MAX_CHIPS)
  const rest = match.shared_items - named.length
  return (
    <ul className="wl-chips wl-shared-chips" aria-label={i18n._({ id: 'match.shared', message: 'What you share, rarest first' })}>
      {named.map((shared) => (
        <li key={shared.item.id}>
          <ItemChip item={shared.item}>{shared === rare ? <RareLabel shared={shared} /> : null}</ItemChip>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Link className="wl-chip wl-shared-more" to={`/view-connection/${uid}`}>
            <span aria-hidden>
              {isNarrow ? `+${rest}` : i18n._({ id: 'match.shared.plus', message: '+{count} more', values: { count: rest } })}
            </span>
            <span className="wl-hidden">
              {isNarrow
                ? i18n._({ id: 'match.shared.more', message: 'and {count} more with {name}', values: { count: rest, name } })
                : i18n._({ id: 'match.shared.plus.with', message: '+{count} more with {name}', values: { count: rest, name } })}
            </span>
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The first shared items as labels, for places that can't link away. */
export function SharedLabels({ match }: { match: Pick<Match, 'shared' | 'rarest'> }) {
  const { i18n } = useLingui()
  const named = match.shared.slice(0, MAX_LABELS)
  if (named.length === 0) return null
  return (
    <ul className="wl-chips wl-shared-chips" aria-label={i18n._({ id: 'match.shared', message: 'What you share, rarest first' })}>
      {named.map((shared) => (
        <li key={shared.item.id}>
          {isRarest(match, shared) ? <RareLabel shared={shared} /> : <Chip kind={sideOf(shared.item.kind)}>{shared.item.name}</Chip>}
        </li>
      ))}
    </ul>
  )
}

/** Whether it is the rarest shared item and also rare in the world. */
const isRarest = ({ rarest }: Pick<Match, 'rarest'>, shared: SharedItem): boolean => shared.item.id === rarest?.id && oneIn(shared) !== null

/** An item that is rare in the world, and how rare. */
function RareLabel({ shared }: { shared: SharedItem }) {
  const { i18n } = useLingui()
  const people = oneIn(shared)
  if (people === null) return null
  const side = sideOf(shared.item.kind)
  return (
    <span className="wl-chip wl-rare-chip" data-side={side} title={shared.world ? worldWithSourceText(i18n, shared.world) : undefined}>
      <IconDiamond size={14} stroke={1.8} aria-hidden />
      <b>{i18n._({ id: 'match.rare.word', message: 'Rare' })}</b>
      <span className="wl-line">{shared.item.name}</span>
      <span className="wl-rare-chip-share">
        {i18n._({ id: 'match.rare.one-in', message: '1 in {people, number}', values: { people } })}
        <span className="wl-rare-chip-unit">
          {' '}
          {side === 'music'
            ? i18n._({ id: 'match.rare.listeners', message: 'listeners' })
            : i18n._({ id: 'match.rare.viewers', message: 'viewers' })}
        </span>
      </span>
    </span>
  )
}
