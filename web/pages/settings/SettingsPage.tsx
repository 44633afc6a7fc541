import { useLingui } from '@lingui/react'
import { Suspense, type ComponentType } from 'react'
import { Link } from 'react-router'
import { useMe } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { I18n } from '@lingui/core'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { useLogOut } from '#web/pages/login/use-log-out.ts'
import { SettingsCard, SettingsRow, SettingsCardsSkeleton } from './SettingsCard.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { useChatSettings } from '#web/features/chat/runtime/settings.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { PlayersSection } from './PlayersSection.tsx'
import './settings.css'
import { groupId, useGroupInView, useGroupInAddress } from './use-group-in-view.ts'

type Section = { key: string; Section: ComponentType }

/** A named group of sections. With `isPaired`, cards stand in two columns where there is room. */
type SettingsGroup = { key: string; name: (i18n: I18n) => string; isPaired?: boolean; sections: readonly Section[] }

const account: readonly Section[] = [
  { key: 'account', Section: AccountSection },
  { key: 'user-name', Section: lazyComponent(async () => (await import('./UserNameSection.tsx')).UserNameSection) },
  { key: 'moderation', Section: lazyComponent(async () => (await import('./ModerationSection.tsx')).ModerationSection) },
  { key: 'email', Section: lazyComponent(async () => (await import('./EmailSection.tsx')).EmailSection) },
  { key: 'password', Section: lazyComponent(async () => (await import('./PasswordSection.tsx')).PasswordSection) },
  { key: 'sessions', Section: lazyComponent(async () => (await import('./SessionsSection.tsx')).SessionsSection) },
]

const data: readonly Section[] = [
  { key: 'export', Section: lazyComponent(async () => (await import('./ExportSection.tsx')).ExportSection) },
  { key: 'delete', Section: lazyComponent(async () => (await import('./DeleteSection.tsx')).DeleteSection) },
]

const PrivacySection = lazyComponent(async () => (await import('./PrivacySection.tsx')).PrivacySection)
const MutedSection = lazyComponent(async () => (await import('./MutedSection.tsx')).MutedSection)
const NotificationsSection = lazyComponent(async () => (await import('./NotificationsSection.tsx')).NotificationsSection)

/** The sections of the settings page, in order. Each renders a `SettingsCard`; features add theirs here. */
const settingsGroups: readonly SettingsGroup[] = [
  { key: 'account', name: (i18n) => i18n._({ id: 'settings.account', message: 'Account' }), isPaired: true, sections: account },
  alone('privacy', (i18n) => i18n._({ id: 'settings.privacy', message: 'Privacy' }), PrivacySection),
  alone('muted', (i18n) => i18n._({ id: 'settings.muted', message: 'Muted and blocked' }), MutedSection),
  alone('notifications', (i18n) => i18n._({ id: 'notifications.title', message: 'Notifications' }), NotificationsSection),
  alone('chat', (i18n) => i18n._({ id: 'chat.title', message: 'Chat' }), ChatSection),
  alone('players', (i18n) => i18n._({ id: 'settings.players', message: 'Players' }), PlayersSection),
  alone('appearance', (i18n) => i18n._({ id: 'settings.appearance', message: 'Appearance' }), AppearanceSection),
  { key: 'data', name: (i18n) => i18n._({ id: 'settings.export', message: 'Your data' }), isPaired: true, sections: data },
]

function alone(key: string, name: SettingsGroup['name'], Section: ComponentType): SettingsGroup {
  return { key, name, sections: [{ key, Section }] }
}

const keys = settingsGroups.map(({ key }) => key)

/** All settings in groups. `/settings#privacy` scrolls to a group. */
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
          {/* One Suspense for all sections: loading them one by one would move what the user is about to press. */}
          <Suspense fallback={<SettingsCardsSkeleton />}>
            {settingsGroups.map(({ key, isPaired, sections }) => (
              <div key={key} id={groupId(key)} tabIndex={-1} className="wl-settings-group" data-paired={isPaired || undefined}>
                {sections.map(({ key: section, Section }) => (
                  <Section key={section} />
                ))}
              </div>
            ))}
            <GroupInAddress goTo={goTo} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** Renders with the groups, so that the target element exists. */
function GroupInAddress({ goTo }: { goTo: (key: string) => void }) {
  useGroupInAddress(goTo)
  return null
}

/** On small screens this page also links to the profile and the accounts. */
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

type SettingsNavProps = { current: string; onPick: (key: string) => void }

/** The list of groups: beside the page where there is room, or one line above it on small screens. */
function SettingsNav({ current, onPick }: SettingsNavProps) {
  const { i18n } = useLingui()
  return (
    <nav className="wl-settings-nav" aria-label={i18n._({ id: 'nav.settings', message: 'Settings' })}>
      <ul>
        {settingsGroups.map(({ key, name }) => (
          <li key={key}>
            <button
              type="button"
              className="wl-settings-jump"
              aria-current={current === key ? 'true' : undefined}
              onClick={() => onPick(key)}
            >
              {name(i18n)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Sign-in settings and account deletion. */
function AccountSection() {
  const { i18n } = useLingui()
  const email = useAuthStore((state) => state.user?.email ?? '')
  const { isLeaving, leave } = useLogOut()
  return (
    <SettingsCard title={i18n._({ id: 'settings.account', message: 'Account' })}>
      <SettingsRow
        label={email || i18n._({ id: 'identity.email', message: 'Email' })}
        hint={i18n._({ id: 'settings.email.hint', message: 'Your email address. Only for signing in; nobody else sees it.' })}
      >
        {null}
      </SettingsRow>
      <SettingsRow label={i18n._({ id: 'settings.sign-out', message: 'Sign out of this browser' })}>
        <Button variant="default" loading={isLeaving} onClick={leave}>
          {i18n._({ id: 'identity.log-out', message: 'Log out' })}
        </Button>
      </SettingsRow>
    </SettingsCard>
  )
}

/** Chat input settings. Typing and read indicators are privacy settings. */
function ChatSection() {
  const { i18n } = useLingui()
  const { sendsByEnter, setSendsByEnter } = useChatSettings()
  const label = i18n._({ id: 'settings.chat.enter', message: 'Send with Enter' })
  return (
    <SettingsCard title={i18n._({ id: 'chat.title', message: 'Chat' })}>
      <SettingsRow
        label={label}
        hint={
          sendsByEnter
            ? i18n._({ id: 'settings.chat.enter.on', message: 'Shift+Enter starts a new line.' })
            : i18n._({ id: 'settings.chat.enter.off', message: 'Enter starts a new line; Ctrl+Enter or Cmd+Enter sends.' })
        }
      >
        <Switch aria-label={label} checked={sendsByEnter} onChange={({ currentTarget }) => setSendsByEnter(currentTarget.checked)} />
      </SettingsRow>
    </SettingsCard>
  )
}
