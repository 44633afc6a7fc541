import type { ReactNode } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import { limits } from '#contract/limits.ts'
import { mediaCalls, type Item } from '#contract/media.ts'
import type { PersonRow } from '#contract/profiles.ts'
import { itemKindText } from '#web/features/media/items/item-kind.ts'
import { usePeople } from '#web/features/profiles/people-search.ts'
import { useCall } from '#web/platform/query.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'

const DEBOUNCE_MS = 150
const MAX_PEOPLE = 5
const MAX_ITEMS = 4

export type Suggestion = {
  key: string
  /** Opens the suggestion. */
  run: () => void
  /** The page that it opens. */
  to: string
  picture: ReactNode
  name: string
  about: string
}

/** Matching people, artists and channels; both empty until typing pauses. */
export function useSuggestions(typed: string): { people: Suggestion[]; items: Suggestion[] } {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [debounced] = useDebouncedValue(typed, DEBOUNCE_MS)
  const isLongEnough = debounced.length >= limits.search.min
  const people = usePeople({ kind: 'all' }, debounced, isLongEnough)
  const catalog = useCall(mediaCalls.searchCatalog, { query: { q: debounced } }, { enabled: isLongEnough })
  if (!isLongEnough || debounced !== typed) return { people: [], items: [] }
  const person = (personRow: PersonRow): Suggestion => ({
    key: personRow.uid,
    run: () => void navigate(`/profile/${personRow.uid}`),
    to: `/profile/${personRow.uid}`,
    picture: <Avatar person={personRow} size={32} />,
    name: personRow.name,
    about: `@${personRow.user_name}`,
  })
  const item = (entry: Item): Suggestion => ({
    key: entry.id,
    run: () => void navigate(itemPath(entry)),
    to: itemPath(entry),
    picture: <Artwork id={entry.id} kind={entry.kind} src={null} size={32} />,
    name: entry.name,
    about: itemKindText(i18n, entry.kind),
  })
  return {
    people: (people.data?.people ?? []).slice(0, MAX_PEOPLE).map(person),
    items: (catalog.data?.items ?? []).slice(0, MAX_ITEMS).map(item),
  }
}
