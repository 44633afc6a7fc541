import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useLingui } from '@lingui/react'
import { IconSearch, IconX } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { PersonRow } from '#contract/profiles.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Option } from '#web/ui/inputs/Option.tsx'
import { usePeople, type PeopleScope } from './people-search.ts'
import './PeopleField.css'

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 200
const MAX_PEOPLE = 6

export type PeopleFieldProps = {
  scope: PeopleScope
  initial: string
  label: string
  /** Enter without a selected suggestion, or a cleared field. */
  onSearch: (typed: string) => void
  /** A suggestion was selected; `typed` is the query. */
  onPick: (person: PersonRow, typed: string) => void
}

/** A search field with suggestions of people. Arrow keys select, Enter picks, Escape closes. */
export function PeopleField({ scope, initial, label, onSearch, onPick }: PeopleFieldProps) {
  const { i18n } = useLingui()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const field = useSuggestions(scope, initial)
  useFocusAtStart(input, initial === '')
  const { typed, people, isOpen, active } = field

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = isOpen ? people[active] : undefined
    if (chosen) onPick(chosen, typed.trim())
    else onSearch(typed.trim())
    field.close()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      field.step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      field.close()
    }
  }
  const handleClear = () => {
    field.type('')
    onSearch('')
    input.current?.focus()
  }

  return (
    <search>
      <form className="wl-search-field wl-search-pill wl-people-field" onSubmit={handleSubmit}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={limits.search.max}
          placeholder={label}
          value={typed}
          onChange={(event) => field.type(event.currentTarget.value)}
          onKeyDown={handleKey}
          onBlur={field.close}
        />
        {typed !== '' && (
          <button
            type="button"
            className="wl-people-field-clear"
            aria-label={i18n._({ id: 'search.clear', message: 'Clear the search' })}
            onClick={handleClear}
          >
            <IconX size={18} stroke={1.8} aria-hidden />
          </button>
        )}
        {/* A native list can't contain pictures in its options. */}
        <div
          id={listId}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          className="wl-suggestions"
          aria-label={i18n._({ id: 'search.suggestions', message: 'Suggestions' })}
          hidden={!isOpen}
        >
          {people.map((person, index) => (
            <Option
              key={person.uid}
              id={`${listId}-${index}`}
              picture={<Avatar person={person} size={32} />}
              name={person.name}
              about={`@${person.user_name}`}
              isActive={index === active}
              onPick={() => onPick(person, typed.trim())}
            />
          ))}
        </div>
      </form>
    </search>
  )
}

/** Focuses an empty search field. Waits until the navigation has focused the page. */
function useFocusAtStart(input: RefObject<HTMLInputElement | null>, isWanted: boolean): void {
  const wasWanted = useRef(isWanted)
  useEffect(() => {
    if (!wasWanted.current) return undefined
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [input])
}

/** State of the suggestions: text, matches, visibility, and the selected index (-1: none). */
function useSuggestions(scope: PeopleScope, initial: string) {
  const [typed, setTyped] = useState(initial)
  const [previousInitial, setPreviousInitial] = useState(initial)
  if (previousInitial !== initial) {
    // The address changed (back, a recent search): the field follows and keeps the focus.
    setPreviousInitial(initial)
    setTyped(initial)
  }
  const [wantsOpen, setWantsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [debounced] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const isLongEnough = debounced.length >= limits.search.min
  const found = usePeople(scope, debounced, wantsOpen && isLongEnough)
  const people = isLongEnough && debounced === typed.trim() ? (found.data?.people.slice(0, MAX_PEOPLE) ?? []) : []
  return {
    typed,
    people,
    active,
    isOpen: wantsOpen && people.length > 0,
    type: (text: string) => {
      setTyped(text)
      setWantsOpen(text.trim() !== '')
      setActive(-1)
    },
    step: (by: number) => {
      setWantsOpen(true)
      // One position more than people: the field itself is before the first and after the last.
      const places = people.length + 1
      setActive((now) => ((now + 1 + by + places) % places) - 1)
    },
    close: () => {
      setWantsOpen(false)
      setActive(-1)
    },
  }
}
