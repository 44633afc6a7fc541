import { useLingui } from '@lingui/react'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { Suspense, useDeferredValue, useState, type ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { useMe } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { I18n } from '@lingui/core'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { useLogOut } from '#web/pages/login/use-log-out.ts'
import { SearchTerms, SettingsCard, SettingsCardsSkeleton, SettingsRow, SwitchRow } from './SettingsCard.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { useChatSettings } from '#web/features/chat/runtime/settings.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { PlayersSection } from './PlayersSection.tsx'
import './settings.css'
import { groupId, useGroupInView, useGroupInAddress } from './use-group-in-view.ts'

type Section = { key: string; Section: ComponentType }

type SettingsGroup = {
  key: string
  name: (i18n: I18n) => string
  /** A summary of its content, for the list on phones. */
  about: (i18n: I18n) => string
  /** Cards are in two columns where there is room. */
  isPaired?: boolean
  sections: readonly Section[]
}

const account: readonly Section[] = [
  { key: 'account', Section: AccountSection },
  { key: 'user-name', Section: lazyComponent(async () => (await import('./account/UserNameSection.tsx')).UserNameSection) },
  { key: 'moderation', Section: lazyComponent(async () => (await import('./account/ModerationSection.tsx')).ModerationSection) },
  { key: 'email', Section: lazyComponent(async () => (await import('./account/EmailSection.tsx')).EmailSection) },
  { key: 'password', Section: lazyComponent(async () => (await import('./account/PasswordSection.tsx')).PasswordSection) },
  {
    key: 'second-factor',
    Section: lazyComponent(async () => (await import('./account/SecondFactorSection.tsx')).SecondFactorSection),
  },
  { key: 'passkeys', Section: lazyComponent(async () => (await import('./account/PasskeysSection.tsx')).PasskeysSection) },
  { key: 'sessions', Section: lazyComponent(async () => (await import('./account/SessionsSection.tsx')).SessionsSection) },
]

const data: readonly Section[] = [
  { key: 'export', Section: lazyComponent(async () => (await import('./data/ExportSection.tsx')).ExportSection) },
  { key: 'delete', Section: lazyComponent(async () => (await import('./data/DeleteSection.tsx')).DeleteSection) },
]

const PrivacySection = lazyComponent(async () => (await import('./PrivacySection.tsx')).PrivacySection)
const MutedSection = lazyComponent(async () => (await import('./muted/MutedSection.tsx')).MutedSection)
const ContentMutesSection = lazyComponent(async () => (await import('./muted/ContentMutesSection.tsx')).ContentMutesSection)
const DecisionsSection = lazyComponent(async () => (await import('./muted/DecisionsSection.tsx')).DecisionsSection)
const ReportsSection = lazyComponent(async () => (await import('./muted/ReportsSection.tsx')).ReportsSection)
const KnownSection = lazyComponent(async () => (await import('./data/KnownSection.tsx')).KnownSection)
const MatchReceiptsSection = lazyComponent(async () => (await import('./data/MatchReceiptsSection.tsx')).MatchReceiptsSection)
const NotificationsSection = lazyComponent(async () => (await import('./notifications/NotificationsSection.tsx')).NotificationsSection)

/** The sections of the settings page, in order. Each renders a `SettingsCard`; features add theirs here. */
const settingsGroups: readonly SettingsGroup[] = [
  {
    key: 'account',
    name: (i18n) => i18n._({ id: 'settings.account', message: 'Account' }),
    about: (i18n) => i18n._({ id: 'settings.account.about', message: 'Username, email, password, where you’re signed in' }),
    isPaired: true,
    sections: account,
  },
  {
    key: 'privacy',
    name: (i18n) => i18n._({ id: 'settings.privacy', message: 'Privacy' }),
    about: (i18n) => i18n._({ id: 'settings.privacy.about', message: 'Who can write to you and who sees what' }),
    sections: [{ key: 'privacy', Section: PrivacySection }],
  },
  {
    key: 'muted',
    name: (i18n) => i18n._({ id: 'settings.muted', message: 'Muted and blocked' }),
    about: (i18n) => i18n._({ id: 'settings.muted.about', message: 'People, words, artists, and channels you don’t want to see' }),
    sections: [
      { key: 'muted', Section: MutedSection },
      { key: 'muted-content', Section: ContentMutesSection },
      { key: 'reports', Section: ReportsSection },
      { key: 'decisions', Section: DecisionsSection },
    ],
  },
  {
    key: 'notifications',
    name: (i18n) => i18n._({ id: 'notifications.title', message: 'Notifications' }),
    about: (i18n) => i18n._({ id: 'settings.notifications.about', message: 'In the app, push, email, quiet hours' }),
    sections: [{ key: 'notifications', Section: NotificationsSection }],
  },
  {
    key: 'chat',
    name: (i18n) => i18n._({ id: 'chat.title', message: 'Chat' }),
    about: (i18n) => i18n._({ id: 'settings.chat.about', message: 'What Enter does' }),
    sections: [{ key: 'chat', Section: ChatSection }],
  },
  {
    key: 'players',
    name: (i18n) => i18n._({ id: 'settings.players', message: 'Players' }),
    about: (i18n) => i18n._({ id: 'settings.players.about', message: 'Autoplay, where tracks play, what may load' }),
    sections: [{ key: 'players', Section: PlayersSection }],
  },
  {
    key: 'appearance',
    name: (i18n) => i18n._({ id: 'settings.appearance', message: 'Appearance' }),
    about: (i18n) => i18n._({ id: 'settings.appearance.about', message: 'Theme, language, text size, motion' }),
    sections: [{ key: 'appearance', Section: AppearanceSection }],
  },
  {
    key: 'known',
    name: (i18n) => i18n._({ id: 'known.title', message: 'What we know about you' }),
    about: (i18n) => i18n._({ id: 'settings.known.about', message: 'How much is stored, who opened your match' }),
    sections: [
      { key: 'known', Section: KnownSection },
      { key: 'match-receipts', Section: MatchReceiptsSection },
    ],
  },
  {
    key: 'data',
    name: (i18n) => i18n._({ id: 'settings.export', message: 'Your data' }),
    about: (i18n) => i18n._({ id: 'settings.data.about', message: 'Download everything, delete your account' }),
    isPaired: true,
    sections: data,
  },
]

const FIRST_GROUPS = 2
const keys = settingsGroups.map(({ key }) => key)

/** All settings in groups. `/settings#privacy` links to a group: it scrolls there, or on phones shows only this group. */
export function SettingsPage() {
  const { i18n } = useLingui()
  const { hash } = useLocation()
  const isNarrow = useIsNarrow()
  const [search, setSearch] = useState('')
  const { current, goTo } = useGroupInView(keys)
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const isSearching = words.length > 0
  // The first groups fill a screen and are shown before the others, unless the address names another one.
  const showsAll = useDeferredValue(true, hash !== '')
  const groups = showsAll || isSearching ? settingsGroups : settingsGroups.slice(0, FIRST_GROUPS)
  const shown = isNarrow && !isSearching ? settingsGroups.filter(({ key }) => `#${key}` === hash) : groups
  const alone = isNarrow && !isSearching ? shown[0] : undefined
  return (
    <>
      <PageHeader title={alone ? alone.name(i18n) : i18n._({ id: 'nav.settings', message: 'Settings' })} repeatsBar />
      <div className="wl-settings">
        <div className="wl-settings-side">
          {alone ? <BackToSettings /> : <SettingsSearch value={search} onChange={setSearch} />}
          {!isNarrow && !isSearching && <SettingsNav current={current} onPick={goTo} />}
        </div>
        <div className="wl-settings-groups">
          {!alone && !isSearching && <Me />}
          {isNarrow && !isSearching && !alone && <GroupList />}
          <SearchTerms value={words}>
            {/* One Suspense for all sections: loading them one by one would move what the user is about to press. */}
            <Suspense fallback={<SettingsCardsSkeleton />}>
              {shown.map(({ key, isPaired, sections }) => (
                <div key={key} id={groupId(key)} tabIndex={-1} className="wl-settings-group" data-paired={isPaired || undefined}>
                  {sections.map(({ key: section, Section }) => (
                    <Section key={section} />
                  ))}
                </div>
              ))}
              {isSearching && (
                <output className="wl-muted wl-settings-none">
                  {i18n._({ id: 'settings.search.none', message: 'No setting found. Try another word.' })}
                </output>
              )}
              {!isNarrow && <GroupInAddress goTo={goTo} />}
            </Suspense>
          </SearchTerms>
        </div>
      </div>
    </>
  )
}

function SettingsSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { i18n } = useLingui()
  const label = i18n._({ id: 'settings.search', message: 'Search settings' })
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={i18n._({ id: 'search.label', message: 'Search' })}
      leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onChange('')}
    />
  )
}

/** The groups as links, on phones. */
function GroupList() {
  const { i18n } = useLingui()
  return (
    <nav className="wl-card wl-settings-list" aria-label={i18n._({ id: 'settings.groups', message: 'Groups of settings' })}>
      <ul>
        {settingsGroups.map(({ key, name, about }) => (
          <li key={key}>
            <Link to={`#${key}`}>
              <span>
                {name(i18n)}
                <span className="wl-muted wl-small">{about(i18n)}</span>
              </span>
              <IconChevronRight size={20} stroke={1.8} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function BackToSettings() {
  const { i18n } = useLingui()
  return (
    <Link className="wl-link wl-settings-back" to="/settings">
      <IconChevronLeft size={20} stroke={1.8} aria-hidden />
      {i18n._({ id: 'settings.back', message: 'All settings' })}
    </Link>
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
        <span className="wl-line wl-dim wl-small">
          <bdi>@{me.user_name}</bdi>
        </span>
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
              className="wl-settings-pill"
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
      <SettingsRow label={i18n._({ id: 'settings.sign-out', message: 'Log out of this browser' })}>
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
  return (
    <SettingsCard title={i18n._({ id: 'chat.title', message: 'Chat' })}>
      <SwitchRow
        label={i18n._({ id: 'settings.chat.enter', message: 'Send with Enter' })}
        hint={
          sendsByEnter
            ? i18n._({ id: 'settings.chat.enter.on', message: 'Shift+Enter starts a new line.' })
            : i18n._({ id: 'settings.chat.enter.off', message: 'Enter starts a new line; Ctrl+Enter or Cmd+Enter sends.' })
        }
        checked={sendsByEnter}
        onChange={setSendsByEnter}
      />
    </SettingsCard>
  )
}
