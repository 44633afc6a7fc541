import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { TasteMap, TasteMapPair } from '#contract/taste/group-taste.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { barsText, pairText } from './taste-map.messages.ts'

/** The matches of a group, the closest first. The viewer's own open the match. */
export function PairList({ map }: { map: TasteMap }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  return (
    <ol className="wl-taste-pairs" aria-label={i18n._({ id: 'taste-map.pairs', message: 'Matches, closest first' })}>
      {map.pairs.map((pair) => (
        <Pair key={`${pair.one} ${pair.other}`} pair={pair} map={map} me={me} />
      ))}
    </ol>
  )
}

function Pair({ pair, map, me }: { pair: TasteMapPair; map: TasteMap; me: string | null }) {
  const { i18n } = useLingui()
  const { one, other, percent, bars } = pair
  // The viewer's face comes first, as their name does.
  const faces = [one, other].toSorted((a, b) => Number(b === me) - Number(a === me))
  const match = faces[0] === me ? `/view-connection/${faces[1] ?? ''}` : null
  const name = pairText(i18n, map, pair, me)
  return (
    <li className="wl-taste-pair">
      <span className="wl-avatars" aria-hidden>
        {faces.map((uid) => {
          const person = map.members.find((member) => member.person.uid === uid)?.person
          return person && <Avatar key={uid} person={person} size={32} />
        })}
      </span>
      <span className="wl-taste-pair-text">
        {match === null ? (
          <strong className="wl-line">{name}</strong>
        ) : (
          <Link className="wl-line" to={match}>
            {name}
          </Link>
        )}
        <span className="wl-line wl-muted wl-small">{barsText(i18n, bars)}</span>
      </span>
      <span className="wl-taste-percent">{i18n._({ id: 'taste-map.percent', message: '{percent}%', values: { percent } })}</span>
    </li>
  )
}
