import { useLingui } from '@lingui/react'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { usePaletteField } from './palette-field.store.ts'
import './OpeningField.css'

/** Receives what is typed until the palette has loaded and opened. It looks like the palette and stands in the same place. */
export function OpeningField() {
  const { i18n } = useLingui()
  const { text, isOpening, returnTo, setText, end } = usePaletteField()
  if (!isOpening) return null
  const label = i18n._({ id: 'palette.label', message: 'Go to people, pages and actions' })
  return (
    <div className="wl-opening">
      <div className="wl-opening-box">
        <div className="wl-opening-field">
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
