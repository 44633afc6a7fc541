import { useLingui } from '@lingui/react'
import { createContext, use, useRef, type ReactNode, useEffect, type RefObject } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#web/platform/api-error.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import './settings.css'

/** The words of the search, in lower case. Without a search there are none, and everything is shown. */
export const SearchTerms = createContext<readonly string[]>([])

/** Whether all words of the search are in one of the texts of a setting, or in the title of its card. */
export function useIsFound(...texts: readonly (string | undefined)[]): boolean {
  const terms = use(SearchTerms)
  const text = texts.join(' ').toLocaleLowerCase()
  return terms.every((word) => text.includes(word))
}

type SettingsCardProps = { title: string; keywords?: string; id?: string; children: ReactNode }

/** One section of the settings page. A search that finds its title or a keyword shows all of it, otherwise only the found rows. */
export function SettingsCard({ title, keywords, id, children }: SettingsCardProps) {
  const terms = use(SearchTerms)
  const isWhole = useIsFound(title, keywords)
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  return (
    <section ref={card} id={id} className="wl-card wl-settings-card" aria-label={title} data-rows-only={!isWhole || undefined}>
      <h2 tabIndex={-1}>{title}</h2>
      <SearchTerms value={isWhole ? [] : terms}>{children}</SearchTerms>
    </section>
  )
}

/** One setting: label, hint and control. */
export function SettingsRow({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  if (!useIsFound(label, hint)) return null
  return (
    <div className="wl-settings-row">
      <div>
        <p>
          <bdi>{label}</bdi>
        </p>
        {hint !== undefined && <p className="wl-muted wl-small">{hint}</p>}
      </div>
      {children}
    </div>
  )
}

type SwitchRowProps = { label: string; hint: string; checked: boolean; disabled?: boolean; onChange: (isOn: boolean) => void }

/** A setting that is on or off. */
export function SwitchRow({ label, hint, onChange, ...state }: SwitchRowProps) {
  return (
    <SettingsRow label={label} hint={hint}>
      <Switch aria-label={label} {...state} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    </SettingsRow>
  )
}

type ChoiceRowProps<V extends string> = {
  label: string
  hint?: string
  value: V
  data: { value: V; label: string }[]
  disabled?: boolean
  onChange: (value: V) => void
}

/** A setting with a few values. */
export function ChoiceRow<V extends string>({ label, hint, ...choice }: ChoiceRowProps<V>) {
  return (
    <SettingsRow label={label} {...(hint !== undefined && { hint })}>
      <SegmentedControl<V> aria-label={label} radius="xl" {...choice} />
    </SettingsRow>
  )
}

type LoadedProps<D> = { query: UseQueryResult<D, ApiError>; rows: number; children: (data: D) => ReactNode }

export function Loaded<D>({ query, rows, children }: LoadedProps<D>) {
  if (query.data !== undefined) return children(query.data)
  return query.error ? (
    <ErrorState kind={query.error.failure.kind} onRetry={() => void query.refetch()} />
  ) : (
    <SettingsSkeleton rows={rows} />
  )
}

/** Placeholders for settings. */
export function SettingsSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, index) => (
    <div className="wl-settings-row" key={index} aria-hidden>
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

/**
 * Keeps the keyboard focus in a card when the focused control is removed: a form opens in its place, or its row is gone. The focus
 * goes to the first new field or button, else to the card's heading. Otherwise it would move to the top of the page.
 */
function useKeptFocus(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = card.current
    if (!box) return undefined
    let focused: Element | null = null
    const handleFocus = ({ target }: FocusEvent) => void (focused = target instanceof Element ? target : null)
    const observer = new MutationObserver((changes) => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = null
      const added = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node): node is HTMLElement => node instanceof HTMLElement && node.isConnected)
      const find = (selector: string) =>
        added.map((node) => (node.matches(selector) ? node : node.querySelector<HTMLElement>(selector))).find((found) => found !== null)
      const next = find('input, select, textarea') ?? find('button, a') ?? box.querySelector('h2')
      next?.focus({ preventScroll: true })
    })
    box.addEventListener('focusin', handleFocus)
    observer.observe(box, { childList: true, subtree: true })
    return () => {
      box.removeEventListener('focusin', handleFocus)
      observer.disconnect()
    }
  }, [card])
}
