import type { ReactNode } from 'react'
import './settings.css'

/** One section of the settings page. */
export function SettingsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wl-card wl-settings-card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** One setting: what it is, a word on it, and the control. */
export function SettingsRow({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="wl-settings-row">
      <div>
        <p>{label}</p>
        {hint !== undefined && <p className="wl-muted wl-small">{hint}</p>}
      </div>
      {children}
    </div>
  )
}
