import { useLingui } from '@lingui/react'
import { moderationCalls, type OwnDecision } from '#contract/moderation.ts'
import { useCall } from '#web/platform/query.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import './mutes.css'

/** Moderators' decisions about the user, with the reasons; renders nothing without any. */
export function DecisionsSection() {
  const { i18n } = useLingui()
  const { data } = useCall(moderationCalls.getOwnDecisions)
  if (!data || data.decisions.length === 0) return null
  return (
    <SettingsCard title={i18n._({ id: 'decisions.title', message: 'Moderators’ decisions about you' })}>
      {data.decisions.map((decision) => (
        <div className="wl-settings-row" key={decision.id}>
          <div className="wl-decision">
            <p>{decisionText(i18n, decision)}</p>
            {decision.excerpt !== '' && (
              <blockquote className="wl-small" dir="auto">
                {decision.excerpt}
              </blockquote>
            )}
            {decision.reason !== '' && (
              <p className="wl-small">
                {decision.act === 'lifted' || decision.act === 'kept'
                  ? i18n._({ id: 'decisions.answer', message: 'Answer: {reason}', values: { reason: decision.reason } })
                  : i18n._({ id: 'decisions.reason', message: 'Reason: {reason}', values: { reason: decision.reason } })}
              </p>
            )}
            <p className="wl-muted wl-small">{i18n.date(decision.at, { dateStyle: 'medium' })}</p>
          </div>
        </div>
      ))}
    </SettingsCard>
  )
}

function decisionText(i18n: ReturnType<typeof useLingui>['i18n'], { act, kind }: OwnDecision): string {
  const isComment = kind === 'comment'
  switch (act) {
    case 'hid':
      return isComment
        ? i18n._({ id: 'decisions.hid.comment', message: 'One of your comments was hidden' })
        : i18n._({ id: 'decisions.hid.moment', message: 'One of your moments was hidden' })
    case 'restored':
      return isComment
        ? i18n._({ id: 'decisions.restored.comment', message: 'One of your comments is visible again' })
        : i18n._({ id: 'decisions.restored.moment', message: 'One of your moments is visible again' })
    case 'suspended':
      return i18n._({ id: 'decisions.suspended', message: 'Your account was suspended' })
    case 'lifted':
      return i18n._({ id: 'decisions.lifted', message: 'Your suspension was lifted' })
    case 'kept':
      return i18n._({ id: 'decisions.kept', message: 'Your suspension was upheld after your appeal' })
  }
}
