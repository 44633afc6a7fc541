import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import { tasteCalls, type Match, type Print } from '#contract/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Chip, ChipRow } from '#web/ui/Chip.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { idlePrint } from '#web/ui/print/idle-print.ts'

const CHIPS = 5
const PRINT_HEIGHT = 206

/** A match of two people of the demo world, as the product sees it. Where there is no demo world, the drawing explains itself. */
export function ExampleMatch() {
  const { i18n } = useLingui()
  const answer = useCall(tasteCalls.exampleMatch, {}, { staleMs: Number.POSITIVE_INFINITY })
  const example = answer.data?.example
  return (
    <figure
      className="wl-card wl-example"
      style={{ margin: 0 }}
      aria-label={i18n._({ id: 'landing.example', message: 'An example of a match' })}
    >
      {example ? <Example {...example} /> : <Drawing isPending={answer.isPending} />}
    </figure>
  )
}

type ExampleProps = { left: PersonCard; right: PersonCard; match: Match; prints: { mine: Print; theirs: Print } }

function Example({ left, right, match, prints }: ExampleProps) {
  const { i18n } = useLingui()
  const label = i18n._({
    id: 'landing.example.print',
    message:
      '{percent}% match: {artists, plural, one {# artist} other {# artists}} and {channels, plural, one {# channel} other {# channels}} in common',
    values: { percent: match.percent ?? 0, artists: match.shared_artists, channels: match.shared_channels },
  })
  return (
    <>
      <div className="wl-example-people">
        <Person person={left} />
        <MatchFigure percent={match.percent} />
        <Person person={right} />
      </div>
      <div className="wl-example-print">
        <TastePrint mine={prints.mine} theirs={prints.theirs} label={label} height={PRINT_HEIGHT} grow />
      </div>
      <div className="wl-example-chips">
        <ChipRow>
          {match.shared.slice(0, CHIPS).map(({ item }) => (
            <Chip key={item.id} kind={item.kind === 'artist' || item.kind === 'track' ? 'music' : 'video'}>
              {item.name}
            </Chip>
          ))}
          <Chip kind="match">
            {i18n._({
              id: 'landing.example.shared',
              message: '{artists} + {channels} shared',
              values: { artists: match.shared_artists, channels: match.shared_channels },
            })}
          </Chip>
        </ChipRow>
      </div>
    </>
  )
}

function Person({ person }: { person: PersonCard }) {
  return (
    <span className="wl-example-person">
      <Avatar person={person} size={44} />
      <span className="wl-line">{person.name.split(/\s/)[0]}</span>
    </span>
  )
}

function Drawing({ isPending }: { isPending: boolean }) {
  const { i18n } = useLingui()
  if (isPending) {
    return (
      <>
        <div className="wl-example-people">
          <Skeleton shape="round" width={44} />
        </div>
        <div className="wl-example-print">
          <Skeleton shape="block" height="100%" />
        </div>
        <div className="wl-example-chips">
          <Skeleton width="70%" height={28} />
        </div>
      </>
    )
  }
  return (
    <>
      <div className="wl-example-people">
        <span className="wl-muted">{i18n._({ id: 'landing.example.you', message: 'You above' })}</span>
        <span />
        <span className="wl-muted" style={{ textAlign: 'end' }}>
          {i18n._({ id: 'landing.example.they', message: 'they below' })}
        </span>
      </div>
      <div className="wl-example-print">
        <TastePrint mine={idlePrint.mine} theirs={idlePrint.theirs} label="" height={PRINT_HEIGHT} />
      </div>
      <p className="wl-muted wl-example-chips">
        {i18n._({
          id: 'landing.example.explain',
          message: 'One bar for each kind of music, then one for each kind of video. Where you both care, the bar lights up.',
        })}
      </p>
    </>
  )
}
