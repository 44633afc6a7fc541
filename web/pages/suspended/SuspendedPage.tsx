import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { moderationCalls, moderationLimits, type Suspension } from '#contract/moderation.ts'
import { visibleText } from '#contract/base/text.ts'
import { confirmProfile } from '#web/features/identity/session.ts'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf, cacheResponse, useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusOnChange } from '#web/ui/focus/use-focus-on-change.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ExportSection } from '#web/pages/settings/data/ExportSection.tsx'
import { DeleteSection } from '#web/pages/settings/data/DeleteSection.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { textLimit } from '#web/ui/inputs/text-limit.ts'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import './SuspendedPage.css'

const POLL_MS = 60_000

/** The page for suspended users: the reason, one appeal, export and deletion of their data, and sign-out. */
export function SuspendedPage() {
  const { i18n } = useLingui()
  const suspension = useCall(moderationCalls.getSuspension, {}, { refetchMs: POLL_MS })
  const isOver = suspension.data !== undefined && suspension.data.suspension === null
  useEffect(() => {
    if (isOver) void confirmProfile()
  }, [isOver])
  return (
    <>
      <PageHeader title={i18n._({ id: 'suspended.title', message: 'Your account is suspended' })} />
      {suspension.isPending && <CardSkeleton />}
      {suspension.error && <ErrorState kind={suspension.error.failure.kind} onRetry={() => void suspension.refetch()} />}
      {suspension.data?.suspension && (
        <div className="wl-suspended-page">
          <Why suspension={suspension.data.suspension} />
          <ExportSection />
          <DeleteSection />
        </div>
      )}
    </>
  )
}

function Why({ suspension }: { suspension: Suspension }) {
  const { i18n } = useLingui()
  const { reason, since, appeal, answer } = suspension
  // The form disappears with its pressed button.
  const sent = useFocusOnChange<HTMLHeadingElement>(appeal !== null)
  const day = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long' }).format(new Date(since))
  return (
    <section className="wl-card wl-suspended">
      <p className="wl-muted wl-small">{i18n._({ id: 'suspended.since', message: 'Since {day}', values: { day } })}</p>
      <h2>{i18n._({ id: 'suspended.reason', message: 'Reason' })}</h2>
      <p className="wl-suspended-reason" dir="auto">
        {reason}
      </p>
      {!appeal && <AppealForm />}
      {appeal && (
        <>
          <h2 ref={sent} tabIndex={-1}>
            {i18n._({ id: 'suspended.appeal.sent', message: 'Your appeal' })}
          </h2>
          <p className="wl-suspended-text" dir="auto">
            {appeal.text}
          </p>
          <h2>{i18n._({ id: 'suspended.answer', message: 'Answer' })}</h2>
          <p className="wl-suspended-text" dir="auto">
            {answer?.text ??
              i18n._({ id: 'suspended.answer.waiting', message: 'A moderator will review it. You’ll find the answer here.' })}
          </p>
        </>
      )}
      <p className="wl-muted wl-small">
        <Link className="wl-link" to="/terms-of-service">
          {i18n._({ id: 'suspended.terms', message: 'The rules that apply here' })}
        </Link>
      </p>
    </section>
  )
}

function AppealForm() {
  const { i18n } = useLingui()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const limit = textLimit(text, moderationLimits.appeal.max)

  async function send() {
    if (visibleText(text) === '' || limit.isOver) return
    setSending(true)
    try {
      const suspension = await callApi(moderationCalls.appealSuspension, { body: { text } })
      cacheResponse(moderationCalls.getSuspension, {}, { suspension })
    } catch (error) {
      const fallback = i18n._({ id: 'suspended.appeal.failed', message: 'This couldn’t be sent. Try again in a moment.' })
      setFailure(failureOf(error).sentence ?? fallback)
    } finally {
      setSending(false)
    }
  }
  return (
    <Form className="wl-suspended-form" onSubmit={send}>
      <Textarea
        label={i18n._({ id: 'suspended.appeal', message: 'Think this is a mistake? You can appeal once.' })}
        rows={4}
        {...limit.field}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <p>
        <Button type="submit" loading={isSending} disabled={visibleText(text) === '' || limit.isOver}>
          {i18n._({ id: 'suspended.appeal.send', message: 'Send appeal' })}
        </Button>
      </p>
    </Form>
  )
}
