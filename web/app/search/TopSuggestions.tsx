import { useEffect, useEffectEvent, useState, type PointerEvent, type ReactNode, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { limits } from '#contract/limits.ts'
import { mediaCalls, type Item } from '#contract/media.ts'
import type { PersonRow } from '#contract/profiles.ts'
import { play, playableOf } from '#web/features/media/play.ts'
import { usePeople } from '#web/features/profiles/people-search.ts'
import { useSettled } from '#web/features/profiles/use-settled.ts'
import { useCall } from '#web/platform/query.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import '#web/features/profiles/PeopleField.css'

export type TopSuggestionsProps = {
  id: string
  typed: string
  /** The field of the top bar, which keeps the focus while the arrow keys choose. */
  input: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** How long the typing rests before anybody is asked, in milliseconds. */
const REST_MS = 150
const MOST_PEOPLE = 5
const MOST_ITEMS = 4

type Suggestion = { key: string; take: () => void; picture: ReactNode; name: string; about: string }

/** People, artists and channels by what is typed in the top bar. An artist opens the player, a channel the preview. Load it lazily. */
export function TopSuggestions({ id, typed, input, onClose }: TopSuggestionsProps) {
  const { i18n } = useLingui()
  const suggestions = useSuggestions(typed)
  const [active, setActive] = useState(-1)
  const [before, setBefore] = useState(typed)
  if (before !== typed) {
    setBefore(typed)
    setActive(-1)
  }
  const take = ({ take: open }: Suggestion) => {
    onClose()
    open()
  }
  useKeys(input, {
    ArrowDown: () => setActive((now) => ((now + 2) % (suggestions.length + 1)) - 1),
    ArrowUp: () => setActive((now) => ((now + suggestions.length + 1) % (suggestions.length + 1)) - 1),
    Escape: onClose,
    Enter: () => {
      const chosen = suggestions[active]
      if (!chosen) return false
      take(chosen)
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
      // A list of HTML's own can't show pictures in its choices.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      className="wl-suggestions"
      aria-label={i18n._({ id: 'search.suggestions', message: 'Suggestions' })}
    >
      {suggestions.map((suggestion, at) => (
        <Option key={suggestion.key} id={`${id}-${at}`} suggestion={suggestion} isActive={at === active} onTake={take} />
      ))}
    </div>
  )
}

type OptionProps = { id: string; suggestion: Suggestion; isActive: boolean; onTake: (suggestion: Suggestion) => void }

function Option({ id, suggestion, isActive, onTake }: OptionProps) {
  const keepFocus = (event: PointerEvent) => event.preventDefault()
  return (
    // The keyboard chooses from the field, which keeps the focus (combobox pattern of ARIA).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} onPointerDown={keepFocus} onClick={() => onTake(suggestion)}>
      {suggestion.picture}
      <span className="wl-line">{suggestion.name}</span>
      <bdi className="wl-line wl-dim wl-small">{suggestion.about}</bdi>
    </div>
  )
}

function useSuggestions(typed: string): Suggestion[] {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const asked = useSettled(typed, REST_MS)
  const isLongEnough = asked.length >= limits.search.min
  const people = usePeople({ kind: 'everybody' }, asked, isLongEnough)
  const catalogue = useCall(mediaCalls.searchCatalogue, { query: { q: asked } }, { enabled: isLongEnough })
  if (!isLongEnough || asked !== typed) return []
  const person = (one: PersonRow): Suggestion => ({
    key: one.uid,
    take: () => void navigate(`/profile/${one.uid}`),
    picture: <Avatar person={one} size={32} />,
    name: one.name,
    about: `@${one.user_name}`,
  })
  const kinds = {
    artist: i18n._({ id: 'search.kind.artist', message: 'Artist' }),
    channel: i18n._({ id: 'search.kind.channel', message: 'Channel' }),
    track: i18n._({ id: 'search.kind.track', message: 'Track' }),
    video: i18n._({ id: 'search.kind.video', message: 'Video' }),
  }
  const item = (one: Item): Suggestion[] => {
    const playable = playableOf(one)
    if (!playable) return []
    return [
      {
        key: one.id,
        take: () => play(playable),
        picture: <Artwork id={one.id} kind={one.kind} src={null} size={32} />,
        name: one.name,
        about: kinds[one.kind],
      },
    ]
  }
  return [
    ...(people.data?.people ?? []).slice(0, MOST_PEOPLE).map(person),
    ...(catalogue.data?.items ?? []).flatMap(item).slice(0, MOST_ITEMS),
  ]
}

type Keys = Record<'ArrowDown' | 'ArrowUp' | 'Escape', () => void> & { Enter: () => boolean }

/** Keys that are pressed in the field while the list is there. Enter without a choice stays the field's own. */
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
