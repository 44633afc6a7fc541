import { useLingui } from '@lingui/react'
import { settingsGroups } from './sections.ts'
import './settings.css'

export type SettingsNavProps = { current: string; onPick: (key: string) => void }

/** The groups of the page: they stay beside it where there is room, and stand in one line above it on small screens. */
export function SettingsNav({ current, onPick }: SettingsNavProps) {
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
