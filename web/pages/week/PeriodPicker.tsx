import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { formatPeriod, periodAround, type Period, type PeriodKind } from '#contract/taste/periods.ts'
import type { Recap } from '#contract/taste/recaps.ts'
import { DayFields } from '#web/pages/plays/DayFields.tsx'
import { today } from '#web/pages/plays/ranges.ts'
import { Button } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { newerText, olderText } from './week.messages.ts'

type PickerProps = { period: Period; around: Pick<Recap, 'older' | 'newer'> | undefined }

/** Moves between weeks, months, years, and other ranges, and to the one before or after. */
export function PeriodPicker({ period, around }: PickerProps) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [isOther, setOther] = useState(false)
  const kind = isOther ? 'range' : period.kind
  const handleKind = (next: PeriodKind) => {
    setOther(next === 'range')
    if (next !== 'range') void navigate(pathAround(period, next))
  }
  const step = (to: string, label: string, Icon: typeof IconChevronLeft) => (
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
      {around && around.older !== null && step(around.older, olderText(i18n, period.kind), IconChevronLeft)}
      {around && around.newer !== null && step(around.newer, newerText(i18n, period.kind), IconChevronRight)}
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
export function pathAround(period: Period, kind: Exclude<PeriodKind, 'range'>, now = today()): string {
  const next = periodAround(period.to < now ? period.to : now, kind)
  return kind === 'week' && next.to >= now ? '/week' : `/week/${formatPeriod(next)}`
}
