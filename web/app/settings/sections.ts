import type { ComponentType } from 'react'
import { AccountSection } from './AccountSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'

/** The sections of the settings page, in order. A feature adds its own here; each draws its card by `SettingsCard`. */
export const settingsSections: readonly { key: string; Section: ComponentType }[] = [
  { key: 'account', Section: AccountSection },
  { key: 'appearance', Section: AppearanceSection },
]
