import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import './EmojiPicker.css'
import groups from 'unicode-emoji-json/data-by-group.json'

const COLUMNS = 8

/** All emoji, by group or by search. The arrow keys move between them. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { i18n } = useLingui()
  const [query, setQuery] = useState('')
  const [slug, setSlug] = useState(emojiGroups[0]?.slug ?? '')
  const group = emojiGroups.find((entry) => entry.slug === slug)
  const shown = query.trim() ? findEmoji(query) : (group?.emoji ?? [])
  const field = useRef<HTMLInputElement>(null)
  // The popover set the focus before this component was loaded.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <div className="wl-emoji-picker">
      <TextInput
        ref={field}
        data-autofocus
        type="search"
        value={query}
        aria-label={i18n._({ id: 'emoji.search', message: 'Search emoji' })}
        placeholder={i18n._({ id: 'emoji.search', message: 'Search emoji' })}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter picks the first result.
          const [first] = shown
          if (event.key !== 'Enter' || !query.trim() || !first) return
          event.preventDefault()
          onPick(first.emoji)
        }}
      />
      <fieldset className="wl-emoji-groups" aria-label={i18n._({ id: 'emoji.groups', message: 'Groups' })}>
        {emojiGroups.map((entry) => (
          <button
            key={entry.slug}
            type="button"
            className="wl-emoji"
            aria-label={groupWord(i18n, entry.slug)}
            title={groupWord(i18n, entry.slug)}
            aria-pressed={!query.trim() && entry.slug === slug}
            onClick={() => {
              setQuery('')
              setSlug(entry.slug)
            }}
          >
            {entry.emoji[0]?.emoji}
          </button>
        ))}
      </fieldset>
      <EmojiGrid key={query.trim() || slug} emoji={shown} onPick={onPick} />
    </div>
  )
}

function EmojiGrid({ emoji, onPick }: { emoji: readonly Emoji[]; onPick: (emoji: string) => void }) {
  const { i18n } = useLingui()
  const [activeIndex, setActiveIndex] = useState(0)
  const grid = useRef<HTMLUListElement>(null)
  const emptyId = useId()

  function handleKey(event: KeyboardEvent): void {
    const step = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -COLUMNS,
      ArrowDown: COLUMNS,
      Home: -activeIndex,
      End: emoji.length - 1 - activeIndex,
    }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const isFlipped = document.dir === 'rtl' && Math.abs(step) === 1
    const to = Math.min(Math.max(activeIndex + (isFlipped ? -step : step), 0), emoji.length - 1)
    setActiveIndex(to)
    grid.current?.querySelectorAll('button')[to]?.focus()
  }

  if (emoji.length === 0) return <p id={emptyId}>{i18n._({ id: 'emoji.none', message: 'No emoji with that name' })}</p>
  return (
    // One key handler for all buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={grid} className="wl-emoji-grid" onKeyDown={handleKey}>
      {emoji.map(({ emoji: sign, name }, index) => (
        <li key={sign}>
          <button
            type="button"
            className="wl-emoji"
            tabIndex={index === activeIndex ? 0 : -1}
            aria-label={name}
            title={name}
            onClick={() => onPick(sign)}
          >
            {sign}
          </button>
        </li>
      ))}
    </ul>
  )
}

function groupWord(i18n: I18n, slug: string): string {
  const labels: Record<string, string> = {
    smileys_emotion: i18n._({ id: 'emoji.group.smileys', message: 'Smileys and feelings' }),
    people_body: i18n._({ id: 'emoji.group.people', message: 'People' }),
    animals_nature: i18n._({ id: 'emoji.group.nature', message: 'Animals and nature' }),
    food_drink: i18n._({ id: 'emoji.group.food', message: 'Food and drink' }),
    travel_places: i18n._({ id: 'emoji.group.travel', message: 'Travel and places' }),
    activities: i18n._({ id: 'emoji.group.activities', message: 'Activities' }),
    objects: i18n._({ id: 'emoji.group.objects', message: 'Objects' }),
    symbols: i18n._({ id: 'emoji.group.symbols', message: 'Symbols' }),
    flags: i18n._({ id: 'emoji.group.flags', message: 'Flags' }),
  }
  return labels[slug] ?? slug
}

/* All emoji with their names, by group. */

export type Emoji = { emoji: string; name: string; group: string }

/** Newer emoji are missing from the fonts of many devices. */
const NEWEST_VERSION = 15

export const emojiGroups: readonly { name: string; slug: string; emoji: readonly Emoji[] }[] = groups.map(({ name, slug, emojis }) => ({
  name,
  slug,
  emoji: emojis
    .filter(({ emoji_version: version }) => Number(version) <= NEWEST_VERSION)
    .map(({ emoji, name: called }) => ({ emoji, name: called, group: slug })),
}))

const all = emojiGroups.flatMap(({ emoji }) => emoji)
const MAX_FOUND = 120

/** The emoji whose names contain every search word; names that start with the first word come first. */
export function findEmoji(words: string): readonly Emoji[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = parts
  const found = all.filter(({ name, emoji }) => emoji === words.trim() || parts.every((part) => name.toLowerCase().includes(part)))
  const rank = ({ name }: Emoji) => (name.startsWith(first) ? 0 : name.includes(` ${first}`) ? 1 : 2)
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FOUND)
}
