import type { I18n } from '@lingui/core'
import type { ComponentType } from 'react'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { AccountSection } from './AccountSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { ChatSection } from './ChatSection.tsx'
import { PlayersSection } from './PlayersSection.tsx'

type Section = { key: string; Section: ComponentType }

/** What stands under one name beside the page. With `isPaired` its cards stand two in a row where there is room. */
export type SettingsGroup = { key: string; name: (i18n: I18n) => string; isPaired?: boolean; sections: readonly Section[] }

const account: readonly Section[] = [
  { key: 'account', Section: AccountSection },
  { key: 'moderation', Section: lazyPart(async () => (await import('./ModerationSection.tsx')).ModerationSection) },
  { key: 'email', Section: lazyPart(async () => (await import('./EmailSection.tsx')).EmailSection) },
  { key: 'password', Section: lazyPart(async () => (await import('./PasswordSection.tsx')).PasswordSection) },
  { key: 'sessions', Section: lazyPart(async () => (await import('./SessionsSection.tsx')).SessionsSection) },
]

const data: readonly Section[] = [
  { key: 'export', Section: lazyPart(async () => (await import('./ExportSection.tsx')).ExportSection) },
  { key: 'delete', Section: lazyPart(async () => (await import('./DeleteSection.tsx')).DeleteSection) },
]

const PrivacySection = lazyPart(async () => (await import('./PrivacySection.tsx')).PrivacySection)
const MutedSection = lazyPart(async () => (await import('./MutedSection.tsx')).MutedSection)
const NotificationsSection = lazyPart(async () => (await import('./NotificationsSection.tsx')).NotificationsSection)

/** The sections of the settings page, in order. A feature adds its own here; each draws its card by `SettingsCard`. */
export const settingsGroups: readonly SettingsGroup[] = [
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
