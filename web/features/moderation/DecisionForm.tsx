import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import { decisionStates, moderationCalls, moderationLimits, type DecisionAct, type Report } from '#contract/moderation.ts'
import { visibleText } from '#contract/base/text.ts'
import { callApi } from '#web/platform/api-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { isUpheld } from './moderation.messages.ts'
import { useModeratorCommand } from './use-moderator-command.ts'

type Choice = { act: 'dismiss' | 'uphold' } | { act: 'hide' | 'suspend'; reason: string }

/** Dismiss, hide or suspend, or change such a decision. Actions against a user need a reason, which the user can read. */
export function DecisionForm({ report }: { report: Report }) {
  const { i18n } = useLingui()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const limit = nameLimit(reason, moderationLimits.reason.max)
  const field = useRef<HTMLTextAreaElement>(null)
  const { isBusy, failure, run } = useModeratorCommand()

  const decide = (choice: Choice) =>
    run(() => callApi(moderationCalls.decideReport, { params: { id: report.id }, body: { ...choice, was: report.state } }))
  const withReason = (which: 'hide' | 'suspend') => {
    const isEmpty = visibleText(reason) === ''
    setMissing(isEmpty)
    if (isEmpty || limit.isOver) field.current?.focus()
    else decide({ act: which, reason })
  }
  const isOffered = (act: DecisionAct) => decisionStates[act] !== report.state

  if (report.about === null)
    return (
      <section className="wl-card wl-moderation-part">
        <p className="wl-muted wl-small">
          {i18n._({
            id: 'moderation.deleted-account.what',
            message:
              'The account was deleted, so there is nothing to hide or suspend. The report and its copy are deleted 90 days after it was sent.',
          })}
        </p>
        {failure !== null && <FormMessage>{failure}</FormMessage>}
        <div className="wl-moderation-actions">
          {isOffered('dismiss') && <DismissButton isBusy={isBusy} onPress={() => decide({ act: 'dismiss' })} />}
          {!isUpheld(report.state) && (
            <Button variant="default" loading={isBusy} onClick={() => decide({ act: 'uphold' })}>
              {i18n._({ id: 'moderation.uphold', message: 'Uphold report' })}
            </Button>
          )}
        </div>
      </section>
    )

  return (
    <section className="wl-card wl-moderation-part">
      <Textarea
        ref={field}
        label={i18n._({ id: 'moderation.reason', message: 'Reason (the person will read it)' })}
        description={i18n._({ id: 'moderation.reason.hint', message: 'Required to hide or suspend.' })}
        rows={2}
        {...limit.field}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={isMissing ? i18n._({ id: 'moderation.reason.missing', message: 'Enter a reason.' }) : limit.isOver}
      />
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <div className="wl-moderation-actions">
        {isOffered('dismiss') && <DismissButton isBusy={isBusy} onPress={() => decide({ act: 'dismiss' })} />}
        {report.can_hide && isOffered('hide') && (
          <Button variant="default" loading={isBusy} onClick={() => withReason('hide')}>
            {i18n._({ id: 'moderation.hide', message: 'Hide content' })}
          </Button>
        )}
        {isOffered('suspend') && (
          <Button variant="danger" loading={isBusy} onClick={() => withReason('suspend')}>
            {i18n._({ id: 'moderation.suspend', message: 'Suspend person' })}
          </Button>
        )}
      </div>
    </section>
  )
}

function DismissButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const { i18n } = useLingui()
  return (
    <Button variant="default" loading={isBusy} onClick={onPress}>
      {i18n._({ id: 'moderation.dismiss', message: 'Dismiss' })}
    </Button>
  )
}
