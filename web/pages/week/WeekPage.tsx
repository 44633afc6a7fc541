import { Suspense, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconChevronLeft,
  IconChevronRight,
  IconClock,
  IconGift,
  IconPlayerPlayFilled,
  IconSparkles,
  IconTrendingUp,
} from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { recapCalls, type WeekRecap } from '#contract/taste/recaps.ts'
import { useCall } from '#web/platform/query.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import { Brought, Closer, Fresh, Played } from './sections.tsx'
import { QuietWeek } from './QuietWeek.tsx'
import { storyOf } from './story.ts'
import { spanText } from './week.messages.ts'
import './week.css'

const WeekStory = lazyComponent(async () => (await import('./WeekStory.tsx')).WeekStory)

/** `/week` and `/week/:from`: the viewer's recap of a week. Nobody else can open it. */
export function WeekPage() {
  const { i18n } = useLingui()
  const { from } = useParams()
  const { data, error, refetch } = useCall(recapCalls.getWeek, { query: from === undefined ? {} : { from } })
  if (error?.failure.code === 'invalid_input') return <NotFoundPage />
  return (
    <div className="wl-week">
      <PageHeader
        title={i18n._({ id: 'week.title', message: 'Your week' })}
        {...(data ? { lead: <Lead week={data} />, aside: <Actions week={data} /> } : {})}
      />
      {error && !data && <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />}
      {!error && !data && <CardSkeleton blockHeight={240} />}
      {data && <Content week={data} />}
    </div>
  )
}

function Lead({ week: { from, to, is_changed: isChanged } }: { week: WeekRecap }) {
  const { i18n } = useLingui()
  return (
    <>
      {i18n._({ id: 'week.lead', message: '{span} · only you see this', values: { span: spanText(i18n.locale, from, to) } })}
      {isChanged && ` · ${i18n._({ id: 'week.changed', message: 'changed since then' })}`}
    </>
  )
}

function Actions({ week }: { week: WeekRecap }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  const cards = storyOf(week)
  return (
    <div className="wl-week-actions">
      {week.older !== null && (
        <Button
          component={Link}
          to={`/week/${week.older}`}
          variant="default"
          aria-label={i18n._({ id: 'week.older', message: 'The week before' })}
        >
          <IconChevronLeft className="wl-week-arrow" size={20} aria-hidden />
        </Button>
      )}
      {week.newer !== null && (
        <Button
          component={Link}
          to={`/week/${week.newer}`}
          variant="default"
          aria-label={i18n._({ id: 'week.newer', message: 'The week after' })}
        >
          <IconChevronRight className="wl-week-arrow" size={20} aria-hidden />
        </Button>
      )}
      <Button component={Link} to="/plays" variant="default">
        {i18n._({ id: 'plays.open', message: 'Months and years' })}
      </Button>
      {cards.length > 1 && (
        <Button ref={trigger} aria-haspopup="dialog" leftSection={<IconPlayerPlayFilled size={18} aria-hidden />} onClick={open}>
          {i18n._({ id: 'week.story', message: 'Play as story' })}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <WeekStory week={week} cards={cards} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

function Content({ week }: { week: WeekRecap }) {
  const { i18n } = useLingui()
  const { played, fresh, closer, brought, ideas } = week
  const isQuiet = storyOf(week).length < 2
  return (
    <>
      {isQuiet && <QuietWeek ideas={ideas} />}
      <div className="wl-week-grid">
        {played && (
          <Section icon={<IconClock size={18} aria-hidden />} title={i18n._({ id: 'week.played', message: 'You played' })}>
            <Played played={played} />
          </Section>
        )}
        {fresh.length > 0 && (
          <Section kind="music" icon={<IconSparkles size={18} aria-hidden />} title={i18n._({ id: 'week.fresh', message: 'New to you' })}>
            <Fresh fresh={fresh} />
          </Section>
        )}
        {closer.length > 0 && (
          <Section
            kind="match"
            icon={<IconTrendingUp size={18} aria-hidden />}
            title={i18n._({ id: 'week.closer', message: 'Closer to you' })}
          >
            <Closer closer={closer} />
          </Section>
        )}
        {brought.length > 0 && (
          <Section icon={<IconGift size={18} aria-hidden />} title={i18n._({ id: 'week.brought', message: 'Brought by your buddies' })}>
            <Brought brought={brought} />
          </Section>
        )}
      </div>
    </>
  )
}

type SectionProps = { title: string; icon: ReactNode; kind?: 'music' | 'match'; children: ReactNode }

function Section({ title, icon, kind, children }: SectionProps) {
  return (
    <section className="wl-card wl-week-section" aria-label={title}>
      <h2 className="wl-week-label" data-kind={kind}>
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}
