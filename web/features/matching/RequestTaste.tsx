import { useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconDiamond } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { PersonCard } from '#contract/people.ts'
import { itemPath } from '#contract/taste/item-path.ts'
import { tasteCalls, type Match, type MatchInFull } from '#contract/taste/taste.ts'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { useCall } from '#web/platform/query.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { meetingBars, printBars } from '#web/ui/print/print-bars.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { useWhenVisible } from '#web/ui/use-when-visible.ts'
import { inCommonText, matchSentence, noPercentText, oneIn } from './match.messages.ts'
import { MeetingText } from './print/MeetingText.tsx'
import { meetingText } from './print/print.messages.ts'
import './RequestTaste.css'

const STALE_MS = 10 * 60_000
const MAX_CHIPS = 2
const MAX_CHIPS_NARROW = 1

/** What a request's sender has in common with the viewer: the figure, where they meet, both prints, and the rarest items. */
export function RequestTaste({ person }: { person: PersonCard }) {
  const box = useRef<HTMLDivElement>(null)
  const [isVisible, setVisible] = useState(false)
  useWhenVisible(box, () => setVisible(true), !isVisible)
  const { data, error } = useCall(tasteCalls.getMatch, { params: { uid: person.uid } }, { staleMs: STALE_MS, enabled: isVisible })
  return (
    <>
      <div ref={box} className="wl-request-taste">
        {data ? <Taste match={data} /> : !error && <Skeleton shape="block" height="auto" />}
      </div>
      {data ? (
        data.match.shared.length > 0 && <Chips match={data.match} person={person} />
      ) : (
        // In the place of the chips.
        <div className="wl-chips wl-request-chips">{!error && <Skeleton width={160} height={28} />}</div>
      )}
    </>
  )
}

function Taste({ match: { match, prints } }: { match: MatchInFull }) {
  const { i18n } = useLingui()
  const meeting = meetingBars(printBars(prints.mine, prints.theirs)).map(({ name }) => name)
  return (
    <>
      {match.percent === null ? <p className="wl-dim wl-small">{noPercentText(i18n, match)}</p> : <MatchFigure percent={match.percent} />}
      {!match.is_hidden && (
        <>
          <p className="wl-request-meet">
            {meeting.length === 0 ? inCommonText(i18n, match) : <MeetingText pieces={meetingText(i18n, meeting)} />}
          </p>
          <TastePrint mine={prints.mine} theirs={prints.theirs} label={matchSentence(i18n, match)} height={92} />
        </>
      )}
    </>
  )
}

/** The rarest shared items, and a link to the rest. */
function Chips({ match: { shared, rarest, shared_items: count }, person: { uid, name } }: { match: Match; person: PersonCard }) {
  const { i18n } = useLingui()
  const isNarrow = useIsNarrow()
  const named = shared.slice(0, isNarrow ? MAX_CHIPS_NARROW : MAX_CHIPS)
  const rest = count - named.length
  return (
    <ul className="wl-chips wl-request-chips">
      {named.map((entry) => (
        <li key={entry.item.id}>
          <Link to={itemPath(entry.item)}>
            {entry.item.id === rarest?.id && oneIn(entry) !== null ? (
              <Chip isFramed kind={sideOf(entry.item.kind)} icon={<IconDiamond size={14} stroke={1.8} aria-hidden />}>
                {i18n._({ id: 'home.match.rarest', message: 'Rarest: {rarest}', values: { rarest: entry.item.name } })}
              </Chip>
            ) : (
              <Chip kind={sideOf(entry.item.kind)}>{entry.item.name}</Chip>
            )}
          </Link>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Link to={`/view-connection/${uid}`}>
            <Chip>
              <span aria-hidden>+{rest}</span>
              <span className="wl-hidden">
                {i18n._({ id: 'match.shared.more', message: 'and {count} more with {name}', values: { count: rest, name } })}
              </span>
            </Chip>
          </Link>
        </li>
      )}
    </ul>
  )
}
