import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
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

/** One setting: label, hint and control. */
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

/** Placeholders for settings. */
export function SettingsSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, at) => (
    <div className="wl-settings-row" key={at} aria-hidden>
      <div className="wl-skeleton-lines">
        <Skeleton width="45%" />
        <Skeleton width="75%" />
      </div>
      <Skeleton shape="block" width={120} height={36} />
    </div>
  ))
}

/** Placeholders for settings sections. */
export function SettingsCardsSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'state.loading', message: 'Loading' })} />
      {[2, 3, 8].map((rows) => (
        <div key={rows} className="wl-card wl-settings-card" aria-hidden>
          <Skeleton width={140} height="1.4rem" />
          <SettingsSkeleton rows={rows} />
        </div>
      ))}
    </>
  )
}
