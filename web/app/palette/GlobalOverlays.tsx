import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { usePaletteField } from './palette-field.store.ts'
import { useLingui } from '@lingui/react'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import './OpeningField.css'

const OpenOverlays = lazyPart(async () => (await import('./OpenOverlays.tsx')).OpenOverlays)

/** Overlays that open from anywhere: palette, shortcut list, share target. Their code loads with the first shortcut or share. */
export function GlobalOverlays() {
  const isShared = useLocation().search.includes('shared_')
  const [first, setFirst] = useState<KeyboardEvent | null>(null)
  useEffect(() => {
    if (first) return undefined
    const listen = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key !== (isCommand ? 'k' : '?')) return
      // Browsers use Ctrl+K themselves. A question mark may be typed text, so its default stays.
      if (isCommand) {
        event.preventDefault()
        flushSync(() => void usePaletteField.getState().begin())
      }
      setFirst(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [first])
  return (
    <>
      <OpeningField />
      {(first ?? isShared) && <OpenOverlays first={first} isShared={isShared} />}
    </>
  )
}

/** Receives keystrokes until the palette has loaded and opened. It looks like the palette and is in the same place. */
function OpeningField() {
  const { i18n } = useLingui()
  const { text, isOpening, returnTo, setText, end } = usePaletteField()
  if (!isOpening) return null
  const label = i18n._({ id: 'palette.label', message: 'Go to people, pages and actions' })
  return (
    <div className="wl-opening">
      <div className="wl-opening-box">
        <div className="wl-search-field wl-palette-field">
          <IconSearch size={20} stroke={1.8} aria-hidden />
          <input
            ref={focusAtOnce}
            type="text"
            aria-label={label}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            maxLength={limits.search.max}
            placeholder={label}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={({ key }) => {
              if (key !== 'Escape') return
              end()
              if (returnTo instanceof HTMLElement) returnTo.focus()
            }}
          />
        </div>
      </div>
    </div>
  )
}

const focusAtOnce = (input: HTMLInputElement | null) => input?.focus()
