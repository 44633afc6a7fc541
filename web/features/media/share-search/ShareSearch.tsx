import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconBrandYoutube, IconSearch, IconX, IconBrandSpotify } from '@tabler/icons-react'
import { recognizeLink } from '#contract/links/links.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import { linkOfItem } from '#web/features/links/item-link.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingLabel } from '#web/ui/Skeleton.tsx'
import { entryOf, playableOf, play, videoPicture } from '../items/play.ts'
import { typedWords } from './local-results.ts'
import { useShareResults, type KindFilter, type ShareGroup, type ShareRow } from './use-share-results.ts'
import './ShareSearch.css'
import { Artwork } from '#web/ui/Artwork.tsx'
import { itemKindText } from '../items/item-kind.ts'
import { PlayItem } from '../items/PlayItem.tsx'
import { sideOf } from '../items/item-side.ts'
import type { I18n } from '@lingui/core'
import type { ShareSearchPlace, ShareSection } from '#contract/taste/share-search.ts'

export type ShareSearchProps = {
  initialText: string
  /** The receiver, for suggestions; null if there is none. */
  to: string | null
  /** `item` is null for a pasted link. */
  onChoose: (link: string, item: Item | null) => void
  /** Receives the typed text. */
  onClose: (text: string) => void
}

const KINDS: readonly KindFilter[] = ['all', 'track', 'video']

/**
 * Search for an item to share. The field is a combobox with a grid: up and down select a row, Enter chooses it, and the arrow towards
 * the end of the row moves to its play button.
 */
export function ShareSearch({ initialText, to, onChoose, onClose }: ShareSearchProps) {
  const { i18n } = useLingui()
  const gridId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initialText)
  const [kind, setKind] = useState<KindFilter>('all')
  const found = useShareResults(text, kind, to)
  const rows = found.groups.flatMap((group) => group.rows)
  const pasted = recognizeLink(text)
  const { at, isPlay, choose, handleKey, selectFirst } = useRowKeys({ rows, text, pasted, onChoose, onClose })
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(initialText.length, initialText.length)
  }, [initialText])

  const label = i18n._({ id: 'share-search.label', message: 'Find a track or a video' })

  return (
    <section className="wl-share-search" aria-label={label}>
      <div className="wl-share-search-head">
        <div className="wl-search-field wl-search-pill wl-share-search-field">
          <IconSearch size={18} stroke={1.8} aria-hidden />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label={label}
            aria-autocomplete="list"
            aria-haspopup="grid"
            aria-expanded={rows.length > 0}
            aria-controls={gridId}
            aria-activedescendant={rows[at] ? cellId(gridId, at, isPlay) : undefined}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            dir="auto"
            maxLength={limits.shareSearch.max}
            placeholder={label}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              selectFirst()
            }}
            onKeyDown={handleKey}
          />
        </div>
        <ActionIcon icon={IconX} size={44} aria-label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={() => onClose('')} />
      </div>
      <Kinds
        kind={kind}
        onPick={(next) => {
          setKind(next)
          field.current?.focus()
        }}
      />
      <output className="wl-hidden">
        {i18n._({
          id: 'palette.count',
          message: '{count, plural, =0 {Nothing found} one {# suggestion} other {# suggestions}}',
          values: { count: rows.length },
        })}
      </output>
      <Results id={gridId} label={label} groups={found.groups} at={at} isPlay={isPlay} typed={text} onChoose={choose} />
      <Status found={found} isEmpty={rows.length === 0 && !pasted} text={text}>
        {pasted && (
          <button type="button" className="wl-link" onClick={() => onChoose(pasted.link, null)}>
            {i18n._({ id: 'share-search.link', message: 'Share this link' })}
          </button>
        )}
      </Status>
      <p className="wl-share-search-foot wl-dim wl-small">
        <span className="wl-share-search-keys">
          {i18n._({ id: 'share-search.keys', message: '↑ ↓ to move, Enter to choose, Esc to close. A pasted link works.' })}
        </span>
        {found.canSearchYoutube && (
          <button type="button" className="wl-link" onClick={found.searchYoutube}>
            <IconBrandYoutube size={16} stroke={1.8} aria-hidden /> {i18n._({ id: 'share-search.youtube', message: 'Search YouTube' })}
          </button>
        )}
      </p>
    </section>
  )
}

type RowKeys = Pick<ShareSearchProps, 'onChoose' | 'onClose'> & {
  rows: readonly ShareRow[]
  text: string
  pasted: ReturnType<typeof recognizeLink>
}

/** The selected row, and the keys of the field that move and choose it. */
function useRowKeys({ rows, text, pasted, onChoose, onClose }: RowKeys) {
  const [active, setActive] = useState<{ row: number; isPlay: boolean }>({ row: 0, isPlay: false })
  const activeIndex = Math.min(active.row, rows.length - 1)
  const current = rows[activeIndex]
  const choose = ({ item }: ShareRow) => {
    const link = linkOfItem(item)
    if (link !== null) onChoose(link, item)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    // The form around it must neither submit nor close.
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose(text)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (pasted) onChoose(pasted.link, null)
      else if (current && active.isPlay) playRow(current)
      else if (current) choose(current)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && rows.length > 0) {
      event.preventDefault()
      setActive({ row: (activeIndex + step + rows.length) % rows.length, isPlay: active.isPlay })
    }
    const isPlay = playCellAfter(event, active.isPlay)
    if (isPlay !== null && current) {
      event.preventDefault()
      setActive({ row: activeIndex, isPlay })
    }
  }
  return { at: activeIndex, isPlay: active.isPlay, choose, handleKey, selectFirst: () => setActive({ row: 0, isPlay: false }) }
}

function Kinds({ kind, onPick }: { kind: KindFilter; onPick: (kind: KindFilter) => void }) {
  const { i18n } = useLingui()
  return (
    <ChipRow label={i18n._({ id: 'share-search.kinds', message: 'Kind' })}>
      {KINDS.map((entry) => (
        <FilterChip key={entry} isOn={entry === kind} onPick={() => onPick(entry)}>
          {kindText(i18n, entry)}
        </FilterChip>
      ))}
    </ChipRow>
  )
}

type StatusProps = { found: ReturnType<typeof useShareResults>; isEmpty: boolean; text: string; children: ReactNode }

/** The status of the search, and why it found nothing. */
function Status({ found, isEmpty, text, children }: StatusProps) {
  const { i18n } = useLingui()
  return (
    <>
      {found.status === 'failed' && <ErrorState kind="server" onRetry={found.retry} />}
      {found.status === 'offline' && (
        <output className="wl-muted wl-small">
          {i18n._({ id: 'share-search.offline', message: 'You’re offline. Only what this device knows of your library is found.' })}
        </output>
      )}
      {found.status === 'loading' && <LoadingLabel label={i18n._({ id: 'share-search.loading', message: 'Searching' })} />}
      {children}
      {found.status === 'ready' && isEmpty && !found.isOutsideLoading && (
        <p className="wl-muted wl-small">
          {text.trim() === ''
            ? i18n._({ id: 'share-search.start', message: 'Type an artist, a title, or both.' })
            : i18n._({ id: 'palette.none', message: 'No results. Try fewer letters.' })}
        </p>
      )}
      {found.busy.map((place) => (
        <p key={place} className="wl-muted wl-small">
          {loadingText(i18n, place)}
        </p>
      ))}
    </>
  )
}

const cellId = (gridId: string, row: number, isPlay: boolean): string => `${gridId}-${row}-${isPlay ? 'play' : 'name'}`

/** Where an arrow key leads in the row; null if it moves the caret instead. */
function playCellAfter({ key, currentTarget }: KeyboardEvent<HTMLInputElement>, isPlay: boolean): boolean | null {
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const isAtEnd = currentTarget.selectionStart === currentTarget.value.length
  if (key === forward && isAtEnd && !isPlay) return true
  return (key === 'ArrowLeft' || key === 'ArrowRight') && key !== forward && isPlay ? false : null
}

function playRow({ item, person }: ShareRow): void {
  const playable = playableOf(item)
  if (playable) play(playable, entryOf(playable) ? (person?.name ?? null) : null)
}

type ResultsProps = {
  id: string
  label: string
  groups: readonly ShareGroup[]
  at: number
  isPlay: boolean
  typed: string
  onChoose: (row: ShareRow) => void
}

function Results({ id, label, groups, at, isPlay, typed, onChoose }: ResultsProps) {
  const { i18n } = useLingui()
  const activeId = cellId(id, at, isPlay)
  useEffect(() => {
    // jsdom has no scrollIntoView.
    document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, { rows }) => sum + rows.length, 0))
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table can't be the popup of a combobox
    <div id={id} role="grid" aria-label={label} className="wl-share-search-list">
      {groups.map(({ section, rows }, place) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div key={section} role="rowgroup" aria-label={sectionText(i18n, section)}>
          <p aria-hidden>{sectionText(i18n, section)}</p>
          {rows.map((row, within) => {
            const number = (starts[place] ?? 0) + within
            return (
              <ShareSearchRow
                key={row.key}
                row={row}
                typed={typed}
                nameId={cellId(id, number, false)}
                playId={cellId(id, number, true)}
                active={number === at ? (isPlay ? 'play' : 'name') : null}
                onChoose={() => onChoose(row)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type ShareSearchRowProps = {
  row: ShareRow
  typed: string
  nameId: string
  playId: string
  active: 'name' | 'play' | null
  onChoose: () => void
}

/** One result: pressing it attaches the item, its button plays it. */
function ShareSearchRow({ row: { item, person }, typed, nameId, playId, active, onChoose }: ShareSearchRowProps) {
  const { i18n } = useLingui()
  const Mark = item.spotify_id === null ? IconBrandYoutube : IconBrandSpotify
  const isVideo = item.kind === 'video'
  return (
    // The keys are handled by the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus
    <div role="row" className="wl-share-search-row" aria-selected={active !== null}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events */}
      <div id={nameId} role="gridcell" data-active={active === 'name' || undefined} onClick={onChoose}>
        <span className="wl-share-search-art">
          <Artwork id={item.id} kind={item.kind} src={isVideo ? videoPicture(item.youtube_id) : null} size={isVideo ? 60 : 38} />
        </span>
        <span className="wl-share-search-text">
          <strong className="wl-line" dir="auto">
            <Marked text={item.name} typed={typed} />
          </strong>
          <span className="wl-line wl-dim wl-small">
            <Mark size={14} stroke={1.8} aria-hidden data-side={sideOf(item.kind)} />{' '}
            {item.by === null ? (
              itemKindText(i18n, item.kind)
            ) : (
              <bdi>
                <Marked text={item.by} typed={typed} />
              </bdi>
            )}
            {person && (
              <>
                {' · '}
                <bdi>{person.name}</bdi>
              </>
            )}
          </span>
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
      <div id={playId} role="gridcell" data-active={active === 'play' || undefined}>
        <PlayItem item={item} size="small" from={person?.name ?? null} />
      </div>
    </div>
  )
}

/** The text with the typed beginnings of words highlighted. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const words = typedWords(typed)
  const parts = text.split(/(?<=\s)/u)
  return parts.map((part, index) => {
    const word = words.find((entry) => part.toLocaleLowerCase().startsWith(entry.toLocaleLowerCase()))
    return (
      // Words don't move within a name.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>
        {word === undefined ? (
          part
        ) : (
          <>
            <mark>{part.slice(0, word.length)}</mark>
            {part.slice(word.length)}
          </>
        )}
      </span>
    )
  })
}

function sectionText(i18n: I18n, section: ShareSection): string {
  const texts: Record<ShareSection, () => string> = {
    recent: () => i18n._({ id: 'share-search.recent', message: 'Played last' }),
    library: () => i18n._({ id: 'share-search.library', message: 'Your library' }),
    fits: () => i18n._({ id: 'share-search.fits', message: 'They’d probably love' }),
    buddies: () => i18n._({ id: 'share-search.buddies', message: 'Your buddies’ libraries' }),
    catalog: () => i18n._({ id: 'share-search.catalog', message: 'More on Wavelength' }),
    spotify: () => 'Spotify',
    youtube: () => 'YouTube',
  }
  return texts[section]()
}

function kindText(i18n: I18n, kind: KindFilter): string {
  if (kind === 'track') return i18n._({ id: 'share-search.tracks', message: 'Tracks' })
  return kind === 'video' ? i18n._({ id: 'share-search.videos', message: 'Videos' }) : i18n._({ id: 'share-search.all', message: 'All' })
}

/** The message when a platform's search doesn't respond. */
function loadingText(i18n: I18n, place: ShareSearchPlace): string {
  const platform = place === 'spotify' ? 'Spotify' : 'YouTube'
  return i18n._({ id: 'share-search.busy', message: '{platform} can’t be searched right now.', values: { platform } })
}
