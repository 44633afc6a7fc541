import { useLingui } from '@lingui/react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useMe } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { settingsSections } from '../settings/sections.ts'
import { PreviewBanner } from '../shell/PreviewBanner.tsx'
import { PageSkeleton } from '../shell/Waiting.tsx'

export function SettingsPage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={i18n._({ id: 'nav.settings', message: 'Settings' })} repeatsBar />
      <div className="wl-settings">
        <Me />
        {/* All at once: sections that come one by one would push away what somebody is about to press. */}
        <Suspense fallback={<PageSkeleton />}>
          {settingsSections.map(({ key, Section }) => (
            <Section key={key} />
          ))}
        </Suspense>
        <PreviewBanner />
      </div>
    </>
  )
}

/** On small screens this page is also the way to the own profile and the accounts. */
function Me() {
  const { i18n } = useLingui()
  const me = useMe()
  if (!me) return null
  return (
    <section className="wl-card wl-settings-me">
      <Avatar person={me} size={56} />
      <span>
        <strong className="wl-line">{me.name}</strong>
        <span className="wl-line wl-dim wl-small">@{me.user_name}</span>
      </span>
      <Button component={Link} to={`/profile/${me.uid}`} variant="default">
        {i18n._({ id: 'nav.profile', message: 'Profile' })}
      </Button>
      <Button component={Link} to="/social_connect" variant="default">
        {i18n._({ id: 'nav.accounts', message: 'Accounts' })}
      </Button>
    </section>
  )
}
