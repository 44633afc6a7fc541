import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { isRange, type Range } from './ranges.ts'

/** The first and the last day of a range. */
export function DayFields({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const { i18n } = useLingui()
  const [previousRange, setPreviousRange] = useState(range)
  return (
    <Form className="wl-plays-days" onSubmit={() => isRange(previousRange) && onChange(previousRange)}>
      <TextInput
        type="date"
        label={i18n._({ id: 'plays.from', message: 'From' })}
        value={previousRange.from}
        onChange={(event) => setPreviousRange({ ...previousRange, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={i18n._({ id: 'plays.to', message: 'To' })}
        value={previousRange.to}
        onChange={(event) => setPreviousRange({ ...previousRange, to: event.currentTarget.value })}
      />
      <Button type="submit" variant="default" disabled={!isRange(previousRange)}>
        {i18n._({ id: 'plays.show', message: 'Show' })}
      </Button>
    </Form>
  )
}
