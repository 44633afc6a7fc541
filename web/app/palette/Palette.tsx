import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useLingui } from '@lingui/react'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Option } from '#web/ui/inputs/Option.tsx'
import type { OverlayProps } from '#web/pages/shortcuts/overlay-props.ts'
import { usePaletteField } from './palette-field.store.ts'
import { saveChoice } from './recent-choices.ts'
import { useEntries, type Entry, type EntryGroup } from './use-entries.tsx'
import './Palette.css'

/** Finds people, pages and commands. Arrow keys select, Enter runs, Escape closes. */
export function Palette({ onClose, onOpen }: OverlayProps) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const listId = useId()
  const { text, setText, end } = usePaletteField()
  const [active, setActive] = useState(0)
  const groups = useEntries(text.trim(), onOpen)
  const all = groups.flatMap(({ entries }) => entries)
  const activeIndex = Math.min(active, all.length - 1)
  const label = i18n._({ id: 'palette.label', message: 'Go to people, pages and actions' })

  const run = (entry: Entry) => {
    if (me && entry.to) saveChoice(me, { to: entry.to, name: entry.name, about: entry.about })
    // The palette closes first, because the command may open a dialog or move the focus.
    onClose()
    entry.run()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1 + all.length }[event.key]
    const chosen = event.key === 'Enter' ? all[activeIndex] : undefined
    if (to === undefined && !chosen) return
    event.preventDefault()
    if (to !== undefined && all.length > 0) setActive(to % all.length)
    if (chosen) run(chosen)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={620}
      yOffset="12dvh"
      title={label}
      withCloseButton={false}
      classNames={{ content: 'wl-palette', header: 'wl-hidden', body: 'wl-palette-body' }}
    >
      <div className="wl-search-field wl-palette-field">
        <IconSearch size={20} stroke={1.8} aria-hidden />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={limits.search.max}
          placeholder={label}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setActive(0)
          }}
          onFocus={({ currentTarget }) => {
            currentTarget.setSelectionRange(text.length, text.length)
            end()
          }}
          onKeyDown={handleKey}
        />
        <button type="button" className="wl-palette-close" onClick={onClose}>
          {i18n._({ id: 'dialog.close', message: 'Close' })}
        </button>
      </div>
      <output className="wl-hidden">
        {i18n._({
          id: 'palette.count',
          message: '{count, plural, =0 {Nothing found} one {# suggestion} other {# suggestions}}',
          values: { count: all.length },
        })}
      </output>
      <Choices id={listId} label={label} groups={groups} at={activeIndex} onTake={run} />
      {all.length === 0 && (
        <p className="wl-palette-none wl-muted" aria-hidden>
          {i18n._({ id: 'palette.none', message: 'No results. Try fewer letters.' })}
        </p>
      )}
    </Modal>
  )
}

type ChoicesProps = { id: string; label: string; groups: readonly EntryGroup[]; at: number; onTake: (entry: Entry) => void }

function Choices({ id, label, groups, at, onTake }: ChoicesProps) {
  const activeId = `${id}-${at}`
  useEffect(() => {
    // jsdom has no scrollIntoView.
    document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, { entries }) => sum + entries.length, 0))
  return (
    // A native list can't contain pictures in its options.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={id} role="listbox" aria-label={label} className="wl-palette-list">
      {groups.map(({ key, title, entries }, place) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be part of a listbox
        <div key={key} role="group" aria-label={title}>
          <p aria-hidden>{title}</p>
          {entries.map((entry, within) => {
            const number = (starts[place] ?? 0) + within
            const { key: own, picture, name, about } = entry
            return (
              <Option
                key={own}
                id={`${id}-${number}`}
                picture={picture}
                name={name}
                about={about}
                isActive={number === at}
                onPick={() => onTake(entry)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
