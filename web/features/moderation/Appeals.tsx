import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import { type Appeal, moderationCalls, moderationLimits } from '#contract/moderation.ts'
import { visibleText } from '#contract/base/text.ts'
import { callApi } from '#web/platform/api-client.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { useModeratorCommand } from './use-moderator-command.ts'
import './moderation.css'

/** Open appeals of suspended users, oldest first. */
export function Appeals() {
  const { i18n } = useLingui()
  const appeals = useCall(moderationCalls.getAppeals)
  if (appeals.error) return <ErrorState kind={appeals.error.failure.kind} onRetry={() => void appeals.refetch()} />
  if (!appeals.data) return <CardSkeleton />
  if (appeals.data.appeals.length === 0)
    return <EmptyState>{i18n._({ id: 'moderation.appeals.empty', message: 'No open appeals.' })}</EmptyState>
  return (
    <div className="wl-moderation-report">
      {appeals.data.appeals.map((appeal) => (
        <AppealCard key={appeal.person.uid} appeal={appeal} />
      ))}
    </div>
  )
}

function AppealCard({ appeal: { person, suspension } }: { appeal: Appeal }) {
  const { i18n } = useLingui()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const limit = nameLimit(text, moderationLimits.reason.max)
  const field = useRef<HTMLTextAreaElement>(null)
  const { isBusy, failure, run } = useModeratorCommand()
  const answer = (lift: boolean) => {
    const isEmpty = visibleText(text) === ''
    setMissing(isEmpty)
    if (isEmpty || limit.isOver) field.current?.focus()
    else run(() => callApi(moderationCalls.answerAppeal, { params: { uid: person.uid }, body: { lift, text } }))
  }
  return (
    <section className="wl-card wl-moderation-part">
      <header className="wl-moderation-about">
        <Avatar person={person} size={44} />
        <div>
          <h2>{person.name}</h2>
          <p className="wl-muted wl-small">
            {i18n._({ id: 'moderation.suspended-for', message: 'Suspended: {reason}', values: { reason: suspension.reason } })}
          </p>
        </div>
      </header>
      <blockquote className="wl-moderation-evidence">
        <p className="wl-moderation-text" dir="auto">
          {suspension.appeal?.text}
        </p>
      </blockquote>
      <Textarea
        ref={field}
        label={i18n._({ id: 'moderation.answer', message: 'Your answer (the person will read it)' })}
        rows={2}
        {...limit.field}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={isMissing ? i18n._({ id: 'moderation.reason.missing', message: 'Enter a reason.' }) : limit.isOver}
      />
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <div className="wl-moderation-actions">
        <Button variant="default" loading={isBusy} onClick={() => answer(false)}>
          {i18n._({ id: 'moderation.keep', message: 'Keep the suspension' })}
        </Button>
        <Button loading={isBusy} onClick={() => answer(true)}>
          {i18n._({ id: 'moderation.lift', message: 'Lift the suspension' })}
        </Button>
      </div>
    </section>
  )
}
