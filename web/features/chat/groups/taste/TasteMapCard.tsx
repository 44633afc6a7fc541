import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { groupTasteCalls, type TasteMap, type TasteMapPair } from '#contract/taste/group-taste.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { areaText, bridgeText, closestText, offMapText, barsText, pairText } from './taste-map.messages.ts'
import { Link } from 'react-router'
import { Avatar } from '#web/ui/Avatar.tsx'
import { TasteMapDrawing } from './TasteMapDrawing.tsx'
import './taste.css'

const TITLE = 'taste-map'
/** With fewer members no map is shown. */
const MIN_PLACED = 3

/** The similarity of the members' tastes, as a map and as a list with the same data. */
export function TasteMapCard({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  const [view, setView] = useState<'map' | 'list'>('map')
  const { data, error, refetch } = useCall(groupTasteCalls.getTasteMap, { params: { chatId } })
  const title = i18n._({ id: 'taste-map.title', message: 'Taste map' })
  const isMap = data !== undefined && data.members.filter(({ place }) => place !== null).length >= MIN_PLACED
  return (
    <section className="wl-card wl-group-card" aria-labelledby={TITLE}>
      <SectionHeader titleId={TITLE} title={title}>
        {isMap && (
          <SegmentedControl<'map' | 'list'>
            aria-label={title}
            value={view}
            onChange={setView}
            data={[
              { value: 'map', label: i18n._({ id: 'taste-map.map', message: 'Map' }) },
              { value: 'list', label: i18n._({ id: 'taste-map.list', message: 'List' }) },
            ]}
          />
        )}
      </SectionHeader>
      {!data && (error ? <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} /> : <Skeleton shape="block" height={280} />)}
      {data && !isMap && (
        <p className="wl-muted">
          {i18n._({
            id: 'taste-map.empty',
            message: 'The map appears once three people show their match to all members and have enough taste to compare.',
          })}
        </p>
      )}
      {data && isMap && view === 'map' && <TasteMapDrawing map={data} />}
      {data && data.pairs.length > 0 && (!isMap || view === 'list') && <PairList map={data} />}
      {data && <Summary map={data} />}
    </section>
  )
}

function Summary({ map }: { map: TasteMap }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const parts = [
    closestText(i18n, map, me),
    ...map.areas.map((area) => areaText(i18n, map, area, me)),
    ...map.bridges.map((bridge) => bridgeText(i18n, map, bridge, me)),
    offMapText(i18n, map, me),
  ].filter((fact) => fact !== null)
  return (
    <ul className="wl-taste-map-facts wl-muted wl-small">
      {parts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

/** The matches of a group, the closest first. A pair with the viewer links to the match. */
function PairList({ map }: { map: TasteMap }) {
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
  // The viewer's avatar comes first, like their name.
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
