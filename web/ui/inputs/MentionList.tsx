import { useCallback, useEffect, useEffectEvent, useId, useState, useSyncExternalStore, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import { Avatar } from '../Avatar.tsx'
import { matchesMention, mentionAt, withMention, type TypedMention } from './mentions.ts'
import './MentionList.css'

const MAX_SHOWN = 5
/** After these events the cursor may be elsewhere. */
const CURSOR_EVENTS = ['selectionchange', 'focusin', 'focusout', 'keyup', 'pointerup'] as const

type FieldRef = RefObject<HTMLTextAreaElement | null>

/** The name being written after "@" at the cursor of the focused field; null otherwise. The field shows `text` or its beginning. */
export function useTypedMention(text: string, field: FieldRef): TypedMention | null {
  const subscribe = useCallback((notify: () => void) => {
    for (const event of CURSOR_EVENTS) document.addEventListener(event, notify)
    return () => {
      for (const event of CURSOR_EVENTS) document.removeEventListener(event, notify)
    }
  }, [])
  const cursor = useSyncExternalStore(subscribe, () => cursorOf(field.current))
  return cursor === null ? null : mentionAt(text, cursor)
}

function cursorOf(field: HTMLTextAreaElement | null): number | null {
  if (!field || document.activeElement !== field || field.selectionStart !== field.selectionEnd) return null
  return field.selectionEnd
}

export type MentionListProps = {
  /** From `useTypedMention`. */
  mention: TypedMention
  /** Those to suggest, the best first. The list shows those whose names match. */
  people: readonly PersonCard[]
  text: string
  field: FieldRef
  /** Receives the text with the chosen name. */
  onPick: (text: string) => void
}

/** Suggests people for a mention. Arrow keys select, Enter or Tab chooses, and Escape closes the list. */
export function MentionList({ mention, people, text, field, onPick }: MentionListProps) {
  const { i18n } = useLingui()
  const listId = useId()
  const { typed } = mention
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [selected, setSelected] = useState<{ typed: string; at: number } | null>(null)
  const found = people.filter((person) => matchesMention(person, typed))
  // A complete name needs no suggestion.
  const isComplete = found.some(({ user_name: userName }) => userName === typed)
  const shown = isComplete || closedAt === mention.start ? [] : found.slice(0, MAX_SHOWN)
  const isOpen = shown.length > 0
  // After the "@" alone nothing is selected, so that Enter keeps its meaning.
  const active = Math.min(selected?.typed === typed ? selected.at : typed === '' ? -1 : 0, shown.length - 1)
  const activeId = isOpen && active >= 0 ? `${listId}-${active}` : null

  const pick = (person: PersonCard) => {
    const next = withMention(text, mention, person.user_name)
    onPick(next.text)
    // After the field has received the text.
    setTimeout(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  const step = (by: number) => {
    // One position more than people: none is before the first and after the last.
    const places = shown.length + 1
    setSelected({ typed, at: ((active + 1 + by + places) % places) - 1 })
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const chosen = shown[active]
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Escape') setClosedAt(mention.start)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) pick(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const box = field.current
    if (!box || !isOpen) return undefined
    // A listener of the field itself runs before those of React, where the same keys send the text or close the form.
    const listener = (event: KeyboardEvent) => handleKey(event)
    box.addEventListener('keydown', listener)
    return () => box.removeEventListener('keydown', listener)
  }, [field, isOpen])
  useFieldAttributes(field, isOpen ? listId : null, activeId)

  if (!isOpen) return null
  return (
    // A native list can't contain pictures in its options.
    <div
      id={listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      className="wl-mentions"
      aria-label={i18n._({ id: 'group.mention', message: 'Mention someone' })}
    >
      {shown.map((person, index) => (
        // The field keeps the focus and handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={person.uid}
          id={`${listId}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(person)}
        >
          <Avatar person={person} size={24} />
          <bdi className="wl-line">{person.name}</bdi> <bdi className="wl-line wl-dim wl-small">@{person.user_name}</bdi>
        </div>
      ))}
    </div>
  )
}

/** Connects the field with the open list for screen readers. The field belongs to another component, so this sets its attributes. */
function useFieldAttributes(field: FieldRef, listId: string | null, activeId: string | null): void {
  useEffect(() => {
    const box = field.current
    if (!box || listId === null) return undefined
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      // Escape closes the list, and not the dialog around the field.
      'data-mantine-stop-propagation': 'true',
      ...(activeId === null ? {} : { 'aria-activedescendant': activeId }),
    }
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name)
    }
  }, [field, listId, activeId])
}
