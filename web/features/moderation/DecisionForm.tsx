import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { moderationCalls, moderationLimits, type Report } from '#contract/moderation.ts'
import { visibleText } from '#contract/base/text.ts'
import { callApi } from '#web/platform/api-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { useModeratorCommand } from './use-moderator-command.ts'

/** Dismiss, hide or suspend. Actions against a user need a reason, which the user can read. */
export function DecisionForm({ report }: { report: Report }) {
  const { i18n } = useLingui()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isBusy, failure, run } = useModeratorCommand()

  const decide = (body: { act: 'dismiss' } | { act: 'hide' | 'suspend'; reason: string }) =>
    run(() => callApi(moderationCalls.decideReport, { params: { id: report.id }, body }))
  const withReason = (which: 'hide' | 'suspend') => {
    setMissing(visibleText(reason) === '')
    if (visibleText(reason) !== '') decide({ act: which, reason })
  }

  return (
    <section className="wl-card wl-moderation-part">
      <Textarea
        label={i18n._({ id: 'moderation.reason', message: 'Reason (the person will read it)' })}
        description={i18n._({ id: 'moderation.reason.hint', message: 'Required to hide or suspend.' })}
        rows={2}
        maxLength={moderationLimits.reason.max}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={isMissing ? i18n._({ id: 'moderation.reason.missing', message: 'Enter a reason.' }) : null}
      />
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <div className="wl-moderation-actions">
        <Button variant="default" loading={isBusy} onClick={() => decide({ act: 'dismiss' })}>
          {i18n._({ id: 'moderation.dismiss', message: 'Dismiss' })}
        </Button>
        {report.can_hide && (
          <Button variant="default" loading={isBusy} onClick={() => withReason('hide')}>
            {i18n._({ id: 'moderation.hide', message: 'Hide content' })}
          </Button>
        )}
        <Button variant="danger" loading={isBusy} onClick={() => withReason('suspend')}>
          {i18n._({ id: 'moderation.suspend', message: 'Suspend person' })}
        </Button>
      </div>
    </section>
  )
}
