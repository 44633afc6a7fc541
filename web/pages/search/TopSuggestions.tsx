import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useRecentSearches, searchTextOfChoice } from '#web/features/profiles/recent-searches.ts'
import { Option } from '#web/ui/inputs/Option.tsx'
import { useSuggestions, type Suggestion } from './use-suggestions.tsx'

export type TopSuggestionsProps = {
  id: string
  typed: string
  /** The top bar's field, which keeps the focus while the arrow keys select. */
  input: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** Suggestions for the top bar's text. Each opens its page. Load it lazily. */
export function TopSuggestions({ id, typed, input, onClose }: TopSuggestionsProps) {
  const { i18n } = useLingui()
  const { people, items } = useSuggestions(typed)
  const suggestions = [...people, ...items]
  const [active, setActive] = useState(-1)
  const [before, setBefore] = useState(typed)
  if (before !== typed) {
    setBefore(typed)
    setActive(-1)
  }
  const me = useMyUid()
  const add = useRecentSearches((state) => state.add)
  const pick = ({ name, run: open }: Suggestion) => {
    onClose()
    if (me) add(me, searchTextOfChoice(name, typed))
    open()
  }
  useKeys(input, {
    ArrowDown: () => setActive((now) => ((now + 2) % (suggestions.length + 1)) - 1),
    ArrowUp: () => setActive((now) => ((now + suggestions.length + 1) % (suggestions.length + 1)) - 1),
    Escape: onClose,
    Enter: () => {
      const chosen = suggestions[active]
      if (!chosen) return false
      pick(chosen)
      return true
    },
  })
  const activeId = active >= 0 && suggestions[active] ? `${id}-${active}` : null
  useEffect(() => {
    const field = input.current
    if (activeId === null) field?.removeAttribute('aria-activedescendant')
    else field?.setAttribute('aria-activedescendant', activeId)
    return () => field?.removeAttribute('aria-activedescendant')
  }, [activeId, input])
  if (suggestions.length === 0) return null
  return (
    <div
      id={id}
      // A native list can't contain pictures in its options.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      className="wl-suggestions"
      aria-label={i18n._({ id: 'search.suggestions', message: 'Suggestions' })}
    >
      {suggestions.map((suggestion, index) => (
        <Option
          key={suggestion.key}
          id={`${id}-${index}`}
          picture={suggestion.picture}
          name={suggestion.name}
          about={suggestion.about}
          isActive={index === active}
          onPick={() => pick(suggestion)}
        />
      ))}
    </div>
  )
}

type Keys = Record<'ArrowDown' | 'ArrowUp' | 'Escape', () => void> & { Enter: () => boolean }

/** Keys of the field while suggestions are open. Enter without a selection keeps its default. */
function useKeys(input: RefObject<HTMLInputElement | null>, keys: Keys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Escape' && key !== 'Enter') return
    if (keys[key]() !== false) event.preventDefault()
  })
  useEffect(() => {
    const field = input.current
    field?.addEventListener('keydown', handle)
    return () => field?.removeEventListener('keydown', handle)
  }, [input])
}
