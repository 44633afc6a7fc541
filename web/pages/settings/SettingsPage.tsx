import { useLingui } from '@lingui/react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useMe } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { settingsGroups } from './sections.ts'
import { SettingsCardsSkeleton } from './SettingsCard.tsx'
import { SettingsNav } from './SettingsNav.tsx'
import { groupId, useGroupInView, useWantedGroup } from './use-group-in-view.ts'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'

const keys = settingsGroups.map(({ key }) => key)

/** Everything that somebody may decide, in groups. `/settings#privacy` opens at one of them. */
export function SettingsPage() {
  const { i18n } = useLingui()
  const { current, goTo } = useGroupInView(keys)
  return (
    <>
      <PageHeader title={i18n._({ id: 'nav.settings', message: 'Settings' })} repeatsBar />
      <div className="wl-settings">
        <SettingsNav current={current} onPick={goTo} />
        <div className="wl-settings-groups">
          <Me />
          {/* All at once: sections that come one by one would push away what somebody is about to press. */}
          <Suspense fallback={<SettingsCardsSkeleton />}>
            {settingsGroups.map(({ key, isPaired, sections }) => (
              <div key={key} id={groupId(key)} tabIndex={-1} className="wl-settings-group" data-paired={isPaired || undefined}>
                {sections.map(({ key: section, Section }) => (
                  <Section key={section} />
                ))}
              </div>
            ))}
            <WantedGroup goTo={goTo} />
          </Suspense>
          <PreviewBanner />
        </div>
      </div>
    </>
  )
}

/** Drawn with the groups, so that the one that is wanted is there. */
function WantedGroup({ goTo }: { goTo: (key: string) => void }) {
  useWantedGroup(goTo)
  return null
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
