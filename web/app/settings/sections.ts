import type { ComponentType } from 'react'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { AccountSection } from './AccountSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { ChatSection } from './ChatSection.tsx'
import { PlayersSection } from './PlayersSection.tsx'

/** The sections of the settings page, in order. A feature adds its own here; each draws its card by `SettingsCard`. */
export const settingsSections: readonly { key: string; Section: ComponentType }[] = [
  { key: 'account', Section: AccountSection },
  { key: 'moderation', Section: lazyPart(async () => (await import('./ModerationSection.tsx')).ModerationSection) },
  { key: 'privacy', Section: lazyPart(async () => (await import('./PrivacySection.tsx')).PrivacySection) },
  { key: 'muted', Section: lazyPart(async () => (await import('./MutedSection.tsx')).MutedSection) },
  { key: 'notifications', Section: lazyPart(async () => (await import('./NotificationsSection.tsx')).NotificationsSection) },
  { key: 'chat', Section: ChatSection },
  { key: 'players', Section: PlayersSection },
  { key: 'appearance', Section: AppearanceSection },
  { key: 'email', Section: lazyPart(async () => (await import('./EmailSection.tsx')).EmailSection) },
  { key: 'password', Section: lazyPart(async () => (await import('./PasswordSection.tsx')).PasswordSection) },
  { key: 'sessions', Section: lazyPart(async () => (await import('./SessionsSection.tsx')).SessionsSection) },
  { key: 'export', Section: lazyPart(async () => (await import('./ExportSection.tsx')).ExportSection) },
  { key: 'delete', Section: lazyPart(async () => (await import('./DeleteSection.tsx')).DeleteSection) },
]
