import { type ReactNode, useState } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconChartBar,
  IconClock,
  IconGift,
  IconHeadphones,
  IconPhotoShare,
  IconPlayerPlayFilled,
  IconSend,
  IconSparkles,
  IconTrendingUp,
  IconChevronLeft,
  IconChevronRight,
} from '@tabler/icons-react'
import { Link, useParams, useNavigate } from 'react-router'
import { parsePeriod, formatPeriod, periodAround, type Period, type PeriodKind } from '#contract/taste/periods.ts'
import { recapCalls, type Recap } from '#contract/taste/recaps.ts'
import { useCall } from '#web/platform/query.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import { pathOf, today } from '#web/pages/plays/ranges.ts'
import { Activity, Brought, Closer, Fresh, Gave, Played, Together } from './sections.tsx'
import { isQuiet, storyOf } from './story.ts'
import { closerTitle, periodName, recapTitle, newerText, olderText, quietTitle } from './week.messages.ts'
import './week.css'
import { DayFields } from '#web/pages/plays/DayFields.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'

const RecapStory = lazyPart(async () => (await import('./RecapStory.tsx')).RecapStory)
const ShareRecapDialog = lazyPart(async () => (await import('./ShareRecapDialog.tsx')).ShareRecapDialog)

/** `/week/:period?`: the viewer's recap of a week, a month, a year, or a range of days. Nobody else can open it. */
export function RecapPage() {
  const { i18n } = useLingui()
  const { period: periodText } = useParams()
  const parsed = periodText === undefined ? null : parsePeriod(periodText)
  const isKnown = periodText === undefined || parsed !== null
  const query = periodText === undefined ? {} : { period: periodText }
  const { data, error, refetch } = useCall(recapCalls.getRecap, { query }, { enabled: isKnown })
  if (!isKnown || error?.failure.code === 'invalid_input') return <NotFoundPage />
  const period = data ?? parsed
  return (
    <div className="wl-week">
      <PageHeader
        title={recapTitle(i18n, period?.kind ?? 'week')}
        {...(data ? { lead: <Lead recap={data} />, aside: <Actions recap={data} /> } : {})}
      />
      {period && <PeriodPicker period={period} around={data} />}
      {error && !data && <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />}
      {!error && !data && <CardSkeleton blockHeight={240} />}
      {data && <Content recap={data} />}
    </div>
  )
}

function Lead({ recap }: { recap: Recap }) {
  const { i18n } = useLingui()
  const { is_changed: isChanged, is_finished: isFinished } = recap
  return (
    <>
      {i18n._({ id: 'week.lead', message: '{span} · only you see this', values: { span: periodName(i18n.locale, recap) } })}
      {!isFinished && ` · ${i18n._({ id: 'week.running', message: 'so far' })}`}
      {isChanged && ` · ${i18n._({ id: 'week.changed', message: 'changed since then' })}`}
    </>
  )
}

/** On phones, only the story has its name on the button, so that all stand in one line in every language. */
function Actions({ recap }: { recap: Recap }) {
  const { i18n } = useLingui()
  const isNarrow = useIsNarrow()
  const cards = storyOf(recap)
  // A button that stands alone has room for its name.
  const isPlaysIcon = isNarrow && recap.played !== null
  const plays = i18n._({ id: 'plays.title', message: 'Your plays' })
  const share = i18n._({ id: 'week.share', message: 'Share picture' })
  return (
    <div className="wl-week-actions wl-week-head-actions">
      {isPlaysIcon ? (
        <Button className="wl-week-icon" component={Link} to={pathOf(recap)} variant="default" aria-label={plays}>
          <IconChartBar size={20} stroke={1.8} aria-hidden />
        </Button>
      ) : (
        <Button component={Link} to={pathOf(recap)} variant="default">
          {plays}
        </Button>
      )}
      {cards.length > 1 && (
        <DialogButton
          leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
          renderDialog={(close) => <RecapStory recap={recap} cards={cards} onClose={close} />}
        >
          {i18n._({ id: 'week.story', message: 'Play as story' })}
        </DialogButton>
      )}
      {recap.played && (
        <DialogButton
          variant="default"
          {...(isNarrow ? { className: 'wl-week-icon', 'aria-label': share } : { leftSection: <IconPhotoShare size={18} aria-hidden /> })}
          renderDialog={(close) => <ShareRecapDialog recap={recap} onClose={close} />}
        >
          {isNarrow ? <IconPhotoShare size={20} stroke={1.8} aria-hidden /> : share}
        </DialogButton>
      )}
    </div>
  )
}

function Content({ recap }: { recap: Recap }) {
  const { i18n } = useLingui()
  const { kind, played, fresh, closer, brought, activity, gave, together } = recap
  return (
    <>
      {isQuiet(recap) && <QuietRecap recap={recap} />}
      {!played && <Activity activity={activity} />}
      <div className="wl-week-grid">
        {played && (
          <Section isTall icon={<IconClock size={18} aria-hidden />} title={i18n._({ id: 'week.played', message: 'You played' })}>
            <Played played={played} kind={kind} activity={activity} />
          </Section>
        )}
        {fresh.length > 0 && (
          <Section kind="music" icon={<IconSparkles size={18} aria-hidden />} title={i18n._({ id: 'week.fresh', message: 'New to you' })}>
            <Fresh fresh={fresh} count={activity.discovered} />
          </Section>
        )}
        {closer.length > 0 && (
          <Section kind="match" icon={<IconTrendingUp size={18} aria-hidden />} title={closerTitle(i18n, closer)}>
            <Closer closer={closer} kind={kind} />
          </Section>
        )}
        {brought.length > 0 && (
          <Section icon={<IconGift size={18} aria-hidden />} title={i18n._({ id: 'week.brought', message: 'Brought by your buddies' })}>
            <Brought brought={brought} />
          </Section>
        )}
        {gave.length > 0 && (
          <Section icon={<IconSend size={18} aria-hidden />} title={i18n._({ id: 'match-time.you-brought', message: 'Brought by you' })}>
            <Gave gave={gave} />
          </Section>
        )}
        {together.length > 0 && (
          <Section icon={<IconHeadphones size={18} aria-hidden />} title={i18n._({ id: 'week.together', message: 'Played together' })}>
            <Together together={together} />
          </Section>
        )}
      </div>
    </>
  )
}

type SectionProps = { title: string; icon: ReactNode; kind?: 'music' | 'match'; isTall?: boolean; children: ReactNode }

function Section({ title, icon, kind, isTall, children }: SectionProps) {
  return (
    <section className="wl-card wl-week-section" data-tall={isTall} aria-label={title}>
      <h2 className="wl-week-label" data-kind={kind}>
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}

type PickerProps = { period: Period; around: Pick<Recap, 'older' | 'newer'> | undefined }

/** Moves between weeks, months, years, and other ranges, and to the one before or after. */
function PeriodPicker({ period, around }: PickerProps) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [isOther, setOther] = useState(false)
  const kind = isOther ? 'range' : period.kind
  const handleKind = (next: PeriodKind) => {
    setOther(next === 'range')
    if (next !== 'range') void navigate(periodPath(period, next))
  }
  const stepLink = (to: string, label: string, Icon: typeof IconChevronLeft) => (
    <Button component={Link} to={`/week/${to}`} variant="default" aria-label={label}>
      <Icon className="wl-week-arrow" size={20} aria-hidden />
    </Button>
  )
  return (
    <nav className="wl-week-picker" aria-label={i18n._({ id: 'week.period', message: 'Period' })}>
      <SegmentedControl<PeriodKind>
        aria-label={i18n._({ id: 'week.period', message: 'Period' })}
        radius="xl"
        value={kind}
        onChange={handleKind}
        data={[
          { value: 'week', label: i18n._({ id: 'plays.range.week', message: 'Week' }) },
          { value: 'month', label: i18n._({ id: 'plays.range.month', message: 'Month' }) },
          { value: 'year', label: i18n._({ id: 'plays.range.year', message: 'Year' }) },
          { value: 'range', label: i18n._({ id: 'plays.range.other', message: 'Days' }) },
        ]}
      />
      {around && around.older !== null && stepLink(around.older, olderText(i18n, period.kind), IconChevronLeft)}
      {around && around.newer !== null && stepLink(around.newer, newerText(i18n, period.kind), IconChevronRight)}
      {kind === 'range' && (
        <DayFields
          key={formatPeriod(period)}
          range={period}
          onChange={(range) => {
            setOther(false)
            void navigate(`/week/${formatPeriod({ kind: 'range', ...range })}`)
          }}
        />
      )}
    </nav>
  )
}

/** The period of another kind at the end of this one. A week that still runs has no recap: the last one opens instead. */
function periodPath(period: Period, kind: Exclude<PeriodKind, 'range'>, now = today()): string {
  const next = periodAround(period.to < now ? period.to : now, kind)
  return kind === 'week' && next.to >= now ? '/week' : `/week/${formatPeriod(next)}`
}

/** A period with few plays: links to periods with plays, what buddies play, or how to begin. */
function QuietRecap({ recap: { kind, played, span, from, to, ideas } }: { recap: Recap }) {
  const { i18n } = useLingui()
  const ideasText = i18n._({ id: 'week.quiet.ideas', message: 'Here’s what your buddies are playing.' })
  const isOutside = span !== null && (span.to < from || span.from > to)
  const nearest = span && periodAround(span.to < from ? span.to : span.from, kind === 'range' ? 'month' : kind)
  const toNearest = isOutside && nearest && (
    <Button component={Link} to={`/week/${formatPeriod(nearest)}`}>
      {span.to < from
        ? i18n._({ id: 'week.quiet.last', message: 'See your last plays' })
        : i18n._({ id: 'week.quiet.first', message: 'See your first plays' })}
    </Button>
  )
  if (ideas.length === 0) {
    return (
      <section className="wl-card">
        <EmptyState
          title={quietTitle(i18n, kind)}
          action={
            <div className="wl-week-actions">
              {toNearest}
              <Button component={Link} to="/social_connect" variant={isOutside ? 'default' : 'filled'}>
                {i18n._({ id: 'week.quiet.connect', message: 'Connect an account' })}
              </Button>
              <Button component={Link} to="/discover_content" variant="default">
                {i18n._({ id: 'week.quiet.discover', message: 'Discover something new' })}
              </Button>
            </div>
          }
        >
          {span === null || played === null
            ? i18n._({ id: 'week.quiet.none', message: 'Connect an account or import your history, and your plays will appear here.' })
            : i18n._({ id: 'week.quiet.few', message: 'There isn’t much to compare yet.' })}
        </EmptyState>
      </section>
    )
  }
  return (
    <section className="wl-card wl-week-section">
      <h2>{quietTitle(i18n, kind)}</h2>
      {toNearest && <div className="wl-week-actions">{toNearest}</div>}
      <p className="wl-muted">{ideasText}</p>
      <PlayAll items={ideas.map(({ item }) => item)} of={ideasText} />
      <ul className="wl-week-list">
        {ideas.map(({ person, item }) => (
          <ItemRow key={person.uid} item={item} about={<bdi>{person.name}</bdi>} from={person.name} />
        ))}
      </ul>
    </section>
  )
}
