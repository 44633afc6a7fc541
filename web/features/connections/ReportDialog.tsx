import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { moderationCalls, moderationLimits, type ReportKind, reportReasons } from '#contract/moderation.ts'
import { visibleText } from '#contract/base/text.ts'
import { callApi } from '#web/platform/api-client.ts'
import { notify } from '#web/platform/notices.ts'
import { failureOf } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { textLimit } from '#web/ui/inputs/text-limit.ts'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { reasonLabel, reportTitle } from './report.messages.ts'
import '#web/ui/dialogs.css'

export type ReportDialogProps = {
  kind: ReportKind
  id: string
  onClose: () => void
  /** Additional actions of the report, such as leaving a group. */
  also?: { label: string; act: () => void }
}

/** Reports a person or their content to the moderators, who receive a copy of only that and nothing else of a chat. */
export function ReportDialog({ kind, id, onClose, also }: ReportDialogProps) {
  const { i18n } = useLingui()
  const form = useReport({ kind, id, onClose, ...(also ? { also } : {}) })
  const limit = textLimit(form.text, moderationLimits.reportText.max)
  return (
    <Modal opened onClose={onClose} title={reportTitle(i18n, kind)}>
      <Form onSubmit={form.send} className="wl-dialog">
        <NativeSelect
          data-autofocus
          label={i18n._({ id: 'report.reason', message: 'What is it about?' })}
          value={form.reason}
          onChange={({ currentTarget }) => form.setReason(currentTarget.value)}
          error={form.missing ? i18n._({ id: 'report.reason.missing', message: 'Choose what it is about.' }) : null}
          data={[
            { value: '', label: i18n._({ id: 'report.reason.choose', message: 'Choose …' }) },
            ...reportReasons.map((reason) => ({ value: reason, label: reasonLabel(i18n, reason) })),
          ]}
        />
        <Textarea
          rows={3}
          {...limit.field}
          label={i18n._({ id: 'report.text', message: 'What should we know? (optional)' })}
          value={form.text}
          onChange={({ currentTarget }) => form.setText(currentTarget.value)}
        />
        {also && (
          <label className="wl-report-also">
            <input
              type="checkbox"
              checked={form.isAlsoChecked}
              onChange={({ currentTarget }) => form.setAlsoChecked(currentTarget.checked)}
            />{' '}
            {also.label}
          </label>
        )}
        <p className="wl-muted wl-small">{explanation(i18n, kind)}</p>
        {form.failure !== null && <FormMessage>{form.failure}</FormMessage>}
        <div className="wl-dialog-actions">
          <CancelButton onClick={onClose} />
          <Button type="submit" loading={form.isSending} disabled={limit.isOver}>
            {i18n._({ id: 'report.send', message: 'Report' })}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

function explanation(i18n: ReturnType<typeof useLingui>['i18n'], kind: ReportKind): string {
  if (kind === 'group')
    return i18n._({
      id: 'report.explain.group',
      message: 'Moderators see what the group says about itself and its latest messages. Nobody in the group is notified.',
    })
  return kind === 'message'
    ? i18n._({
        id: 'report.explain.message',
        message: 'Moderators see this one message and nothing else of your conversation. The other person isn’t notified.',
      })
    : i18n._({ id: 'report.explain', message: 'Moderators get a copy and review it. Nobody else finds out that you reported it.' })
}

function useReport({ kind, id, onClose, also }: ReportDialogProps) {
  const { i18n } = useLingui()
  const [reason, setReason] = useState('')
  const [text, setText] = useState('')
  const [isAlsoChecked, setAlsoChecked] = useState(false)
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function send() {
    const chosen = reportReasons.find((entry) => entry === reason)
    setMissing(!chosen)
    if (!chosen) return
    setSending(true)
    setFailure(null)
    try {
      await callApi(moderationCalls.report, { body: { kind, id, reason: chosen, text: visibleText(text) } })
      onClose()
      if (isAlsoChecked) also?.act()
      notify('positive', i18n._({ id: 'report.sent', message: 'Thank you. Moderators will review it.' }))
    } catch (error) {
      const fallback = i18n._({ id: 'report.failed', message: 'This couldn’t be sent. Try again in a moment.' })
      setFailure(failureOf(error).sentence ?? fallback)
    } finally {
      setSending(false)
    }
  }
  return { reason, setReason, text, setText, isAlsoChecked, setAlsoChecked, missing, failure, isSending, send }
}
