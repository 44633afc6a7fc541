import { useLingui } from '@lingui/react'
import { IconPhotoShare } from '@tabler/icons-react'
import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import { Link } from 'react-router'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { PersonCard } from '#contract/people.ts'
import { tasteTimeCalls, type MatchOverTime } from '#contract/taste/taste-time.ts'
import { changePrivacy } from '#web/features/connections/privacy.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'
import { ItemLines } from '#web/pages/plays/ItemLines.tsx'
import { ItemActions } from '#web/features/media/items/ItemActions.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { ChartFigure } from '#web/pages/plays/ChartFigure.tsx'
import { monthText, rangeText } from '#web/pages/plays/plays.messages.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { shortName } from '#web/ui/text/short-name.ts'
import { textWidth } from '#web/ui/text/use-fitting-text.ts'
import { broughtPath } from '#web/pages/week/week.messages.ts'
import { placeNames } from './curve-names.ts'
import { evidenceText, marksOf, playedText, titleText } from './match-time.messages.ts'
import '#web/pages/plays/plays.css'
import './MatchTime.css'

const ShareMatchDialog = lazyPart(async () => (await import('./ShareMatchDialog.tsx')).ShareMatchDialog)

/** The match of two buddies by month, what changed it, and what each brought the other. Both must allow it. */
export function MatchTime({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  const { data, isPending } = useCall(tasteTimeCalls.getMatchOverTime, { params: { uid: person.uid } })
  if (isPending) return <CardSkeleton blockHeight={200} />
  if (!data) return null
  if (data.state !== 'shown') return <Consent person={person} state={data.state} />
  const { points, bars, brought } = data
  const isShort = points.filter(({ percent }) => percent !== null).length < 2
  return (
    <section className="wl-card wl-plays-card wl-match-time" aria-labelledby="match-time">
      <SectionHeader title={titleText(i18n, data, shortName(person))} titleId="match-time" />
      {isShort ? (
        <p className="wl-muted">{i18n._({ id: 'match-time.soon', message: 'Your line begins this month. It gets a point every week.' })}</p>
      ) : (
        <>
          <Curve time={data} person={person} />
          <Share person={person} picture={data.picture} />
        </>
      )}
      {bars.length > 0 && <Changes bars={bars} />}
      {brought.length > 0 && <Brought brought={brought} person={person} />}
    </section>
  )
}

function Share({ person, picture }: { person: PersonCard; picture: MatchOverTime['picture'] }) {
  const { i18n } = useLingui()
  const name = shortName(person)
  if (picture === 'off')
    return (
      <p className="wl-dim wl-small">
        {i18n._({
          id: 'match-time.share.off',
          message: 'You can share this as a picture once {name} allows it in their settings.',
          values: { name },
        })}
      </p>
    )
  return (
    <div>
      <DialogButton
        variant="default"
        leftSection={<IconPhotoShare size={18} aria-hidden />}
        renderDialog={(close) => <ShareMatchDialog person={person} isNamed={picture === 'named'} onClose={close} />}
      >
        {i18n._({ id: 'week.share', message: 'Share picture' })}
      </DialogButton>
    </div>
  )
}

function Consent({ person, state }: { person: PersonCard; state: 'yours_off' | 'theirs_off' }) {
  const { i18n } = useLingui()
  const name = shortName(person)
  const handleAllow = async () => {
    await changePrivacy({ history: true })
    await refreshCall(tasteTimeCalls.getMatchOverTime, { params: { uid: person.uid } })
  }
  return (
    <section className="wl-card wl-plays-card wl-match-time" aria-labelledby="match-time">
      <SectionHeader title={i18n._({ id: 'match-time.title', message: 'The two of you over time' })} titleId="match-time" />
      {state === 'yours_off' ? (
        <>
          <p className="wl-muted">
            {i18n._({
              id: 'match-time.yours-off',
              message: 'See how your match changed, and what you brought each other. Only buddies who turn this on too see it with you.',
            })}
          </p>
          <Button variant="default" onClick={() => void handleAllow()}>
            {i18n._({ id: 'match-time.allow', message: 'Turn on' })}
          </Button>
        </>
      ) : (
        <p className="wl-muted">
          {i18n._({ id: 'match-time.theirs-off', message: 'You’ll see it here once {name} turns it on too.', values: { name } })}
        </p>
      )}
    </section>
  )
}

const HEIGHT = 220
const TOP_MARGIN = 34
const START = 46
const END = 56
const AXIS = 28
const TICK_WIDTH = 46

function Curve({ time, person }: { time: MatchOverTime; person: PersonCard }) {
  const { i18n } = useLingui()
  const { locale } = i18n
  const { points } = time
  const percentText = (percent: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
  const marks = marksOf(i18n, time, { uid: person.uid, name: shortName(person) })
  const last = points.findLastIndex(({ percent }) => percent !== null)
  const highest = Math.max(10, ...points.map(({ percent }) => percent ?? 0))
  return (
    <ChartFigure
      label={titleText(i18n, time, shortName(person))}
      height={HEIGHT}
      hasLinks={marks.some(({ to }) => to !== null)}
      table={{
        head: [
          i18n._({ id: 'match-time.month', message: 'Month' }),
          i18n._({ id: 'match-time.match', message: 'Match' }),
          i18n._({ id: 'match-time.event', message: 'What happened' }),
        ],
        rows: points.map(({ month, percent }, index) => [
          rangeText(locale, { from: month, to: month }, 'month'),
          percent === null ? '–' : percentText(percent),
          marks.find((mark) => mark.at === index)?.text ?? '',
        ]),
      }}
    >
      {(width) => {
        const x = scalePoint<number>()
          .domain(points.map((_, index) => index))
          .range([START, width - END])
        const y = scaleLinear()
          .domain([0, highest])
          .nice(3)
          .range([HEIGHT - AXIS, TOP_MARGIN])
        const isKnown = ({ percent }: MatchOverTime['points'][number]) => percent !== null
        const heightOf = ({ percent }: MatchOverTime['points'][number]) => y(percent ?? 0)
        const left = (_: unknown, index: number) => x(index) ?? 0
        const curve = line<MatchOverTime['points'][number]>().defined(isKnown).x(left).y(heightOf)
        const ground = area<MatchOverTime['points'][number]>().defined(isKnown).x(left).y0(y(0)).y1(heightOf)
        const every = Math.max(1, Math.ceil(TICK_WIDTH / (x.step() || width)))
        const names = placeNames(
          marks.map(({ at, text }) => ({ x: x(at) ?? 0, text })),
          {
            edges: [START - 6, width],
            curve: points.flatMap((point, index) => (isKnown(point) ? [{ x: x(index) ?? 0, y: heightOf(point) }] : [])),
            widthPx: (text) => textWidth(text, `12px ${getComputedStyle(document.body).fontFamily}`),
          },
        )
        return (
          <>
            {y.ticks(3).map((tick) => (
              <g key={tick}>
                <line className="wl-chart-line" x1={START} x2={width - END} y1={y(tick)} y2={y(tick)} />
                <text className="wl-chart-text" x={START - 10} y={y(tick)} dy="0.35em" textAnchor="end">
                  {percentText(tick)}
                </text>
              </g>
            ))}
            <path className="wl-match-time-ground" d={ground(points) ?? ''} />
            <path className="wl-match-time-line" d={curve(points) ?? ''} fill="none" />
            {marks.map(({ at, text, to }) => (
              <Mark key={text} text={text} to={to} cx={x(at)} cy={y(points[at]?.percent ?? 0)} />
            ))}
            {names.map(({ key, text, ...place }) => (
              <text key={key} className="wl-match-time-name" {...place} textAnchor="middle">
                {text}
              </text>
            ))}
            {points[last]?.percent != null && (
              <>
                <circle className="wl-match-time-now" cx={x(last)} cy={y(points[last].percent)} r={6} />
                <text className="wl-match-time-percent" x={(x(last) ?? 0) + 12} y={y(points[last].percent)} dy="0.35em">
                  {percentText(points[last].percent)}
                </text>
              </>
            )}
            {points.map(({ month }, index) =>
              index % every === 0 ? (
                <text key={month} className="wl-chart-text" x={x(index)} y={HEIGHT - 6} textAnchor="middle">
                  {monthText(locale, month)}
                </text>
              ) : null,
            )}
          </>
        )
      }}
    </ChartFigure>
  )
}

/** An event on the curve; a link if it leads somewhere. */
function Mark({ text, to, cx, cy }: { text: string; to: string | null; cx: number | undefined; cy: number }) {
  return (
    <g>
      <title>{text}</title>
      {to === null ? (
        <circle className="wl-match-time-mark" cx={cx} cy={cy} r={5} />
      ) : (
        <Link to={to} aria-label={text}>
          <circle className="wl-match-time-target" cx={cx} cy={cy} r={22} />
          <circle className="wl-match-time-mark" cx={cx} cy={cy} r={5} />
        </Link>
      )}
    </g>
  )
}

function Changes({ bars }: { bars: MatchOverTime['bars'] }) {
  const { i18n } = useLingui()
  const number = new Intl.NumberFormat(i18n.locale)
  return (
    <>
      <h3>{i18n._({ id: 'match-time.changes', message: 'What changed it' })}</h3>
      <ul className="wl-match-time-bars">
        {bars.flatMap(({ bar, before, now }) => {
          const name = PRINT_BARS[bar]
          if (name === undefined) return []
          const values = { name: barName(i18n, name), before: number.format(before), now: number.format(now) }
          return (
            <li key={bar}>
              {now > before
                ? i18n._({ id: 'match-time.more', message: 'More {name} in common: {now}, up from {before}', values })
                : i18n._({ id: 'match-time.less', message: 'Less {name} in common: {now}, down from {before}', values })}
            </li>
          )
        })}
      </ul>
      <p className="wl-dim wl-small">
        {i18n._({
          id: 'match-time.scale',
          message: 'Each number is the height that a bar reaches in both of your taste prints. The tallest bar of a print is 100.',
        })}
      </p>
    </>
  )
}

function Brought({ brought, person }: { brought: MatchOverTime['brought']; person: PersonCard }) {
  const { i18n } = useLingui()
  const name = shortName(person)
  return (
    <div className="wl-match-time-brought">
      {[true, false].map((isTheirs) => {
        const items = brought.filter(({ by }) => (by === person.uid) === isTheirs)
        if (items.length === 0) return null
        const title = isTheirs
          ? i18n._({ id: 'match-time.brought-you', message: 'Brought by {name}', values: { name } })
          : i18n._({ id: 'match-time.you-brought', message: 'Brought by you' })
        return (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <PlayAll items={items.map(({ item }) => item)} of={title} from={isTheirs ? name : null} />
            <ul className="wl-plays-list">
              {items.map((entry) => (
                <li key={entry.item.id}>
                  <Artwork id={entry.item.id} kind={entry.item.kind} size={40} />
                  <ItemLines item={entry.item}>
                    <span className="wl-small">
                      <Link className="wl-link" to={broughtPath(entry)}>
                        {evidenceText(i18n, entry, isTheirs ? name : null)}
                      </Link>
                    </span>
                    <span className="wl-dim wl-small">{playedText(i18n, entry)}</span>
                  </ItemLines>
                  <ItemActions item={entry.item} from={isTheirs ? name : null} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
