import { useLingui } from '@lingui/react'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '#contract/limits.ts'
import './SearchField.css'

const LIST = 'wl-top-suggestions'
const TopSuggestions = lazy(async () => ({ default: (await import('../search/TopSuggestions.tsx')).TopSuggestions }))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The one search of the top bar. Ctrl or Cmd with K puts the cursor into it from anywhere. */
export function SearchField() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const isOpen = typed.length >= limits.search.min
  useShortcut(() => {
    input.current?.focus()
    input.current?.select()
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    setTyped('')
    if (text.length >= limits.search.min) void navigate(`/search?q=${encodeURIComponent(text)}`)
  }

  return (
    <search className="wl-search-area">
      <form className="wl-search" onSubmit={handleSubmit}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
        <input
          ref={input}
          name="q"
          type="search"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={LIST}
          onInput={(event) => setTyped(event.currentTarget.value.trim())}
          onBlur={() => setTyped('')}
          autoComplete="off"
          maxLength={limits.search.max}
          aria-label={i18n._({ id: 'search.label', message: 'Search' })}
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          placeholder={i18n._({ id: 'search.placeholder', message: 'Search people, artists, channels' })}
        />
        {isOpen && (
          <Suspense>
            <TopSuggestions id={LIST} typed={typed} input={input} onClose={() => setTyped('')} />
          </Suspense>
        )}
        <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </form>
    </search>
  )
}

function useShortcut(run: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}
