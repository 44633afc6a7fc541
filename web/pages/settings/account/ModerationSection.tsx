import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { moderationCalls } from '#contract/moderation.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { SettingsCard, SettingsRow } from '../SettingsCard.tsx'

/** A link to the moderation queue, for moderators only. */
export function ModerationSection() {
  const { i18n } = useLingui()
  const { data } = useCall(moderationCalls.getModeration)
  if (!data?.is_moderator) return null
  return (
    <SettingsCard title={i18n._({ id: 'moderation.title', message: 'Moderation' })}>
      <SettingsRow
        label={i18n._({
          id: 'settings.moderation.waiting',
          message: '{count, plural, =0 {Nothing to review} one {# report or appeal to review} other {# reports and appeals to review}}',
          values: { count: data.waiting },
        })}
      >
        <Button component={Link} to="/moderation" variant="default">
          {i18n._({ id: 'settings.moderation.open', message: 'Open' })}
        </Button>
      </SettingsRow>
    </SettingsCard>
  )
}
