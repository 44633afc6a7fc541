import { lazy, type ComponentType } from 'react'
import { AccountSection } from './AccountSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { ChatSection } from './ChatSection.tsx'
import { PlayersSection } from './PlayersSection.tsx'

/** The sections of the settings page, in order. A feature adds its own here; each draws its card by `SettingsCard`. */
export const settingsSections: readonly { key: string; Section: ComponentType }[] = [
  { key: 'account', Section: AccountSection },
  { key: 'privacy', Section: lazy(async () => ({ default: (await import('./PrivacySection.tsx')).PrivacySection })) },
  { key: 'muted', Section: lazy(async () => ({ default: (await import('./MutedSection.tsx')).MutedSection })) },
  { key: 'notifications', Section: lazy(async () => ({ default: (await import('./NotificationsSection.tsx')).NotificationsSection })) },
  { key: 'chat', Section: ChatSection },
  { key: 'players', Section: PlayersSection },
  { key: 'appearance', Section: AppearanceSection },
  { key: 'email', Section: lazy(async () => ({ default: (await import('./EmailSection.tsx')).EmailSection })) },
  { key: 'password', Section: lazy(async () => ({ default: (await import('./PasswordSection.tsx')).PasswordSection })) },
  { key: 'sessions', Section: lazy(async () => ({ default: (await import('./SessionsSection.tsx')).SessionsSection })) },
  { key: 'export', Section: lazy(async () => ({ default: (await import('./ExportSection.tsx')).ExportSection })) },
  { key: 'delete', Section: lazy(async () => ({ default: (await import('./DeleteSection.tsx')).DeleteSection })) },
]
