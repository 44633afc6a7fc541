import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Recipient } from '#contract/taste/discover.ts'
import type { Uid } from '#contract/base/ids.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { containsWords } from '#web/ui/text/plain-text.ts'
import { recipientReasonText } from './discover.messages.ts'
import { useBuddies, type SentTarget } from './use-buddies.ts'
import './BuddyPicker.css'

/** The filter field appears from this number of buddies on. */
const FIELD_FROM = 6
const NO_ONE: ReadonlySet<Uid> = new Set()
const NOTHING: readonly OtherChoice[] = []

/** A click picks one buddy (or other choice, by its key), or adds and removes one of at most `max`. */
type Choice = { kind: 'one'; onPick: (key: Uid) => void } | ManyChoice
type ManyChoice = { kind: 'many'; chosen: ReadonlySet<Uid>; max: number; onChange: (chosen: ReadonlySet<Uid>) => void }

/** Another choice beside buddies: a conversation. */
export type OtherChoice = { key: string; name: string; about?: string; face: ReactNode }

export type BuddyPickerProps = {
  /** The question, or the purpose of the choice. */
  title: string
  choice: Choice
  /** The sent item: buddies who would probably love it most come first, with the reason. Otherwise the match decides. */
  sent?: SentTarget
  /** Listed before the buddies. */
  others?: readonly OtherChoice[]
  /** Users who can't be selected, such as current members. */
  without?: ReadonlySet<Uid>
  /** Shown without buddies. */
  empty: string
  onCancel?: () => void
  /** In a dialog: the focus starts in the filter field, which is also there while the buddies load, and for few of them. */
  startsInField?: boolean
}

/** Picks buddies of the user: one by a press, or several by their checkboxes. */
export function BuddyPicker({
  title,
  choice,
  sent = {},
  others = NOTHING,
  without = NO_ONE,
  empty,
  onCancel,
  startsInField = false,
}: BuddyPickerProps) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const buddies = useBuddies(sent)
  const all = (buddies.data?.people ?? []).filter(({ person }) => !without.has(person.uid))
  const found = all.filter(({ person }) => containsWords(`${person.name} @${person.user_name}`, typed.trim()))
  const foundOthers = others.filter(({ name }) => containsWords(name, typed.trim()))
  const hasAny = all.length + others.length > 0
  const hasField = startsInField ? hasAny || buddies.isPending : all.length + others.length >= FIELD_FROM
  const section = useRef<HTMLElement>(null)
  const isField = useRef(false)
  useEffect(() => {
    // A field that is gone took the focus with it.
    if (isField.current && !hasField && document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>('a, button')?.focus()
    isField.current = hasField
  }, [hasField])
  /** Enter chooses the only one found. It never submits the form around the picker. */
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const [only, ...more] = [...foundOthers.map(({ key }) => key), ...found.map(({ person }) => person.uid)]
    if (only === undefined || more.length > 0 || typed.trim() === '') return
    if (choice.kind === 'one') return choice.onPick(only)
    if (canToggle(choice, only)) toggle(choice, only)
    setTyped('')
  }
  const label =
    others.length > 0
      ? i18n._({ id: 'chat.forward.search', message: 'Search conversations and buddies' })
      : i18n._({ id: 'reply.search', message: 'Search your buddies' })
  return (
    <section ref={section} className="wl-buddy-picker" aria-label={title}>
      <p className="wl-buddy-picker-title">
        <strong>{title}</strong>
        {onCancel && (
          <button type="button" className="wl-link" onClick={onCancel}>
            {i18n._({ id: 'reply.keep', message: 'Cancel' })}
          </button>
        )}
      </p>
      {buddies.error && !buddies.data && <ErrorState kind={buddies.error.failure.kind} onRetry={() => void buddies.refetch()} />}
      {hasField && (
        <TextInput
          type="search"
          value={typed}
          maxLength={60}
          dir="auto"
          autoComplete="off"
          aria-label={label}
          data-autofocus={startsInField || undefined}
          placeholder={label}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={handleKey}
        />
      )}
      {buddies.isPending && <ListSkeleton rows={2} label={i18n._({ id: 'reply.buddies.loading', message: 'Loading your buddies' })} />}
      <ul className="wl-buddy-picker-people">
        {foundOthers.map(({ key, name, about, face }) => (
          <li key={key}>
            <Row of={key} choice={choice}>
              {face}
              <Who name={<bdi>{name}</bdi>} about={about ?? null} />
            </Row>
          </li>
        ))}
        {found.map((recipient) => (
          <li key={recipient.person.uid}>
            <Buddy recipient={recipient} choice={choice} />
          </li>
        ))}
      </ul>
      {buddies.data && hasAny && found.length + foundOthers.length === 0 && (
        <p className="wl-muted wl-small">
          {others.length > 0
            ? i18n._({ id: 'chat.forward.none', message: 'No conversation or buddy matches your search.' })
            : i18n._({ id: 'profile.buddies.no-such', message: 'No buddies with that name.' })}
        </p>
      )}
      {buddies.data && !hasAny && (
        <p className="wl-muted wl-small">
          {empty}{' '}
          <Button component={Link} to="/find_buddies" variant="default">
            {i18n._({ id: 'nav.buddies', message: 'Find buddies' })}
          </Button>
        </p>
      )}
    </section>
  )
}

function Buddy({ recipient: { person, reason }, choice }: { recipient: Recipient; choice: Choice }) {
  const { i18n } = useLingui()
  return (
    <Row of={person.uid} choice={choice}>
      <Avatar person={person} size={36} />
      <Who
        name={
          <>
            <bdi>{person.name}</bdi> <bdi className="wl-dim wl-small">@{person.user_name}</bdi>
          </>
        }
        about={recipientReasonText(i18n, reason)}
      />
    </Row>
  )
}

function Who({ name, about }: { name: ReactNode; about: string | null }) {
  return (
    <span className="wl-buddy-picker-who">
      <span className="wl-line">{name}</span>
      {about !== null && <span className="wl-line wl-muted wl-small">{about}</span>}
    </span>
  )
}

function Row({ of: key, choice, children }: { of: string; choice: Choice; children: ReactNode }) {
  if (choice.kind === 'one') {
    return (
      <button type="button" className="wl-buddy-picker-row" onClick={() => choice.onPick(key)}>
        {children}
      </button>
    )
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Browsers would submit the form.
    event.preventDefault()
    toggle(choice, key)
  }
  return (
    <label className="wl-buddy-picker-row">
      {children}
      <input
        type="checkbox"
        checked={choice.chosen.has(key)}
        disabled={!canToggle(choice, key)}
        onChange={() => toggle(choice, key)}
        onKeyDown={handleKey}
      />
    </label>
  )
}

function canToggle({ chosen, max }: ManyChoice, key: string): boolean {
  return chosen.has(key) || chosen.size < max
}

function toggle({ chosen, onChange }: ManyChoice, key: string): void {
  onChange(new Set(chosen.has(key) ? [...chosen].filter((chosenKey) => chosenKey !== key) : [...chosen, key]))
}
