import { useLingui } from '@lingui/react'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { mediaCalls, type Item } from '#contract/media.ts'
import { visibleText } from '#contract/base/text.ts'
import { callQuery, failureOf } from '#web/platform/query.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { PickedChips } from './PickedChips.tsx'
import { isSamePick, pickOfItem, togglePick, type Pick } from './picks.ts'
import './InterestsPicker.css'
import { tastePreviewCalls } from '#contract/taste/taste-preview.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'

const DEBOUNCE_MS = 200
type Kind = 'artist' | 'channel'

export type InterestsPickerProps = { picks: readonly Pick[]; onChange: (picks: Pick[]) => void }

/** Picks favorite artists and channels: from popular ones, by search, or as free text. */
export function InterestsPicker({ picks, onChange }: InterestsPickerProps) {
  const { i18n } = useLingui()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind | null>(null)
  const toggle = (pick: Pick) => onChange(togglePick(picks, pick))
  return (
    <div className="wl-picker">
      <PickedChips picks={picks} onRemove={toggle} />
      <PicksPreview picks={picks} onAdd={toggle} />
      <TextInput
        type="search"
        value={text}
        maxLength={limits.search.max}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // In a larger form, Enter would submit it.
          if (event.key === 'Enter') event.preventDefault()
        }}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        aria-label={i18n._({ id: 'picker.search', message: 'Search artists and channels' })}
        placeholder={i18n._({ id: 'picker.search', message: 'Search artists and channels' })}
      />
      <KindFilter kind={kind} onPick={setKind} />
      <Suggestions text={text} kind={kind} picks={picks} onToggle={toggle} />
    </div>
  )
}

function KindFilter({ kind, onPick }: { kind: Kind | null; onPick: (kind: Kind | null) => void }) {
  const { i18n } = useLingui()
  return (
    <ChipRow label={i18n._({ id: 'picker.kind', message: 'What to show' })}>
      <FilterChip isOn={kind === null} onPick={() => onPick(null)}>
        {i18n._({ id: 'picker.all', message: 'Everything' })}
      </FilterChip>
      <FilterChip isOn={kind === 'artist'} onPick={() => onPick('artist')}>
        {i18n._({ id: 'picker.artists', message: 'Artists' })}
      </FilterChip>
      <FilterChip isOn={kind === 'channel'} onPick={() => onPick('channel')}>
        {i18n._({ id: 'picker.channels', message: 'Channels' })}
      </FilterChip>
    </ChipRow>
  )
}

type SuggestionsProps = { text: string; kind: Kind | null; picks: readonly Pick[]; onToggle: (pick: Pick) => void }

function Suggestions({ text, kind, picks, onToggle }: SuggestionsProps) {
  const { i18n } = useLingui()
  const [rested] = useDebouncedValue(visibleText(text), DEBOUNCE_MS)
  const query = { ...(rested ? { q: rested } : {}), ...(kind ? { kind } : {}) }
  const found = useQuery({ ...callQuery(mediaCalls.searchCatalog, { query }, { staleMs: 60_000 }), placeholderData: keepPreviousData })
  if (found.isError) return <ErrorState kind={failureOf(found.error).kind} onRetry={() => void found.refetch()} />
  if (!found.data) return <PickerSkeleton />
  const { items } = found.data
  return (
    <>
      <ul
        className="wl-picker-items"
        aria-label={i18n._({ id: 'picker.items', message: 'Suggestions' })}
        aria-busy={found.isPlaceholderData}
      >
        {items.map((item) => (
          <PickTile
            key={item.id}
            item={item}
            isPicked={picks.some((pick) => isSamePick(pick, pickOfItem(item)))}
            onToggle={() => onToggle(pickOfItem(item))}
          />
        ))}
      </ul>
      {rested !== '' && <FreeText text={rested} kind={kind} items={items} picks={picks} onToggle={onToggle} />}
    </>
  )
}

function PickTile({ item, isPicked, onToggle }: { item: Item; isPicked: boolean; onToggle: () => void }) {
  return (
    <li>
      <button type="button" className="wl-pick" aria-pressed={isPicked} onClick={onToggle}>
        <Artwork id={item.id} kind={item.kind} />
        <span className="wl-pick-name">{item.name}</span>
      </button>
    </li>
  )
}

/** Items that the catalog lacks can be picked by name. */
function FreeText({ text, kind, items, picks, onToggle }: Omit<SuggestionsProps, 'kind'> & { kind: Kind | null; items: readonly Item[] }) {
  const { i18n } = useLingui()
  const kinds: Kind[] = kind ? [kind] : ['artist', 'channel']
  const missing = kinds
    .map((each): Pick => ({ itemId: null, kind: each, name: text }))
    .filter((pick) => ![...items.map(pickOfItem), ...picks].some((known) => isSamePick(known, pick)))
  if (missing.length === 0) return null
  const labels = {
    artist: i18n._({ id: 'picker.add-artist', message: 'Add “{name}” as an artist', values: { name: text } }),
    channel: i18n._({ id: 'picker.add-channel', message: 'Add “{name}” as a channel', values: { name: text } }),
  }
  return (
    <ChipRow>
      {missing.map((pick) => (
        <button key={pick.kind} type="button" className="wl-chip wl-chip-filter" onClick={() => onToggle(pick)}>
          <IconPlus size={16} stroke={1.8} aria-hidden />
          {labels[pick.kind]}
        </button>
      ))}
    </ChipRow>
  )
}

export function PickerSkeleton() {
  return (
    <div className="wl-picker-items" aria-hidden>
      {Array.from({ length: 15 }, (_, index) => (
        <div key={index} className="wl-pick-skeleton">
          <Skeleton shape="block" height="auto" />
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  )
}

/** The print that the picks make so far, and three items similar to the last one. Without an answer there is nothing to show. */
function PicksPreview({ picks, onAdd }: { picks: readonly Pick[]; onAdd: (pick: Pick) => void }) {
  const { i18n } = useLingui()
  const ids = picks.flatMap(({ itemId }) => itemId ?? [])
  const last = picks.findLast(({ itemId }) => itemId !== null)
  const preview = useQuery({
    ...callQuery(tastePreviewCalls.previewTaste, { query: { ids: ids.join(',') } }, { enabled: ids.length > 0, staleMs: 60_000 }),
    placeholderData: keepPreviousData,
  })
  if (!last || !preview.data) return null
  const { print, similar } = preview.data
  return (
    <div className="wl-picks-preview">
      <TastePrint mine={print} label={i18n._({ id: 'picker.print', message: 'Your taste print so far' })} height={90} />
      {similar.length > 0 && (
        <ChipRow label={i18n._({ id: 'picker.similar', message: 'Similar to {name}', values: { name: last.name } })}>
          <span className="wl-small wl-muted" aria-hidden>
            {i18n._({ id: 'picker.similar', message: 'Similar to {name}', values: { name: last.name } })}
          </span>
          {similar.map((item) => (
            <button
              key={item.id}
              type="button"
              className="wl-chip wl-chip-filter"
              aria-label={i18n._({ id: 'picker.similar.add', message: 'Add {name}', values: { name: item.name } })}
              onClick={() => onAdd(pickOfItem(item))}
            >
              <IconPlus size={16} stroke={1.8} aria-hidden />
              <span className="wl-line">{item.name}</span>
            </button>
          ))}
        </ChipRow>
      )}
    </div>
  )
}
