import type { ComponentType } from 'react'
import { AccountSection } from './AccountSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { PlayersSection } from './PlayersSection.tsx'

/** The sections of the settings page, in order. A feature adds its own here; each draws its card by `SettingsCard`. */
export const settingsSections: readonly { key: string; Section: ComponentType }[] = [
  { key: 'account', Section: AccountSection },
  { key: 'players', Section: PlayersSection },
  { key: 'appearance', Section: AppearanceSection },
]
