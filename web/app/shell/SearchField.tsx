import { useLingui } from '@lingui/react'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '#contract/limits.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import './SearchField.css'

const LIST = 'wl-top-suggestions'
const TopSuggestions = lazyPart(async () => (await import('#web/pages/search/TopSuggestions.tsx')).TopSuggestions)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The one search of the top bar. Ctrl or Cmd with K opens the palette instead, which finds pages and actions besides. */
export function SearchField() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const isOpen = typed.length >= limits.search.min

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
