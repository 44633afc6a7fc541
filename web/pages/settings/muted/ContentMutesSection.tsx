import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { contentMuteCalls, type ContentMute } from '#contract/taste/content-mutes.ts'
import { limits } from '#contract/limits.ts'
import { itemKindText } from '#web/features/media/items/item-kind.ts'
import { changeEnd, muteWord, unmuteContent } from '#web/features/media/mutes/content-mutes.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import './mutes.css'
import { Loaded, SettingsCard, SettingsRow } from '../SettingsCard.tsx'

/** Muted words, artists, and channels: add, change the end, remove. */
export function ContentMutesSection() {
  const { i18n } = useLingui()
  const list = useCall(contentMuteCalls.getContentMutes)
  return (
    <SettingsCard
      title={i18n._({ id: 'mutes.title', message: 'Muted words, artists, and channels' })}
      keywords={i18n._({ id: 'mutes.keywords', message: 'filter hide phrase hashtag spoiler' })}
    >
      <p className="wl-muted">
        {i18n._({
          id: 'mutes.lead',
          message:
            'You won’t see them in moments, comments, suggestions, what your buddies play, or notifications. Nobody else notices. To mute an artist or channel, use its menu.',
        })}
      </p>
      <Loaded query={list} rows={2}>
        {({ mutes }) => (
          <>
            <AddForm />
            {mutes.map((mute) => (
              <MuteRow key={mute.id} mute={mute} />
            ))}
          </>
        )}
      </Loaded>
    </SettingsCard>
  )
}

const FOREVER: MuteEnd = { after: 'never', date: '' }

function AddForm() {
  const { i18n } = useLingui()
  const [word, setWord] = useState('')
  const [end, setEnd] = useState(FOREVER)
  const limit = nameLimit(word, limits.contentMutes.word)
  const form = useSaving(async () => {
    const problem = await muteWord(word.trim(), endDate(end))
    if (problem === null) {
      setWord('')
      setEnd(FOREVER)
    }
    return problem
  })
  return (
    <Form className="wl-form wl-mute-form" onSubmit={form.run}>
      <TextInput
        label={i18n._({ id: 'mutes.word', message: 'Word or phrase' })}
        {...limit.field}
        value={word}
        onChange={({ currentTarget }) => setWord(currentTarget.value)}
        dir="auto"
      />
      <EndFields end={end} onChange={setEnd} />
      <FormMessage>{form.problem}</FormMessage>
      <div>
        <Button type="submit" variant="default" loading={form.isBusy} disabled={word.trim() === '' || limit.isOver || !isComplete(end)}>
          {i18n._({ id: 'mutes.add', message: 'Mute' })}
        </Button>
      </div>
    </Form>
  )
}

function MuteRow({ mute }: { mute: ContentMute }) {
  const { i18n } = useLingui()
  const [isEditing, setEditing] = useState(false)
  const name = mute.word ?? mute.item?.name ?? ''
  const until = mute.until
    ? i18n._({
        id: 'mutes.until',
        message: 'Until {when}',
        values: { when: i18n.date(mute.until, { dateStyle: 'medium', timeStyle: 'short' }) },
      })
    : i18n._({ id: 'mutes.forever', message: 'Forever' })
  if (isEditing) return <EndForm mute={mute} name={name} onDone={() => setEditing(false)} />
  return (
    <SettingsRow label={name} hint={[kindName(i18n, mute), until].join(' · ')}>
      <div className="wl-settings-actions">
        <Button
          variant="default"
          onClick={() => setEditing(true)}
          aria-label={i18n._({ id: 'mutes.change.label', message: 'Change when the mute of {name} ends', values: { name } })}
        >
          {i18n._({ id: 'mutes.change', message: 'Change' })}
        </Button>
        <Button
          variant="default"
          onClick={() => void unmuteContent(mute)}
          aria-label={i18n._({ id: 'mutes.remove.label', message: 'Unmute {name}', values: { name } })}
        >
          {i18n._({ id: 'connections.unmute', message: 'Unmute' })}
        </Button>
      </div>
    </SettingsRow>
  )
}

function EndForm({ mute, name, onDone }: { mute: ContentMute; name: string; onDone: () => void }) {
  const { i18n } = useLingui()
  const [end, setEnd] = useState(FOREVER)
  const form = useSaving(async () => {
    const problem = await changeEnd(mute, endDate(end))
    if (problem === null) onDone()
    return problem
  })
  return (
    <Form className="wl-form wl-mute-form" onSubmit={form.run} aria-label={name}>
      <p>{name}</p>
      <EndFields end={end} onChange={setEnd} />
      <FormMessage>{form.problem}</FormMessage>
      <div className="wl-settings-actions">
        <Button type="submit" loading={form.isBusy} disabled={!isComplete(end)}>
          {i18n._({ id: 'passkey.save', message: 'Save' })}
        </Button>
        <CancelButton onClick={onDone} isSubtle />
      </div>
    </Form>
  )
}

type EndFieldsProps = { end: MuteEnd; onChange: (end: MuteEnd) => void }

function EndFields({ end, onChange }: EndFieldsProps) {
  const { i18n } = useLingui()
  const options: { value: MuteEnd['after']; label: string }[] = [
    { value: 'never', label: i18n._({ id: 'mutes.forever', message: 'Forever' }) },
    { value: 'day', label: i18n._({ id: 'mutes.day', message: 'For 1 day' }) },
    { value: 'week', label: i18n._({ id: 'mutes.week', message: 'For 1 week' }) },
    { value: 'month', label: i18n._({ id: 'mutes.month', message: 'For 1 month' }) },
    { value: 'date', label: i18n._({ id: 'mutes.date', message: 'Until a date' }) },
  ]
  return (
    <>
      <NativeSelect
        label={i18n._({ id: 'mutes.end', message: 'How long' })}
        value={end.after}
        onChange={({ currentTarget }) => {
          const chosen = options.find(({ value }) => value === currentTarget.value)
          if (chosen) onChange({ ...end, after: chosen.value })
        }}
        data={options}
      />
      {end.after === 'date' && (
        <TextInput
          type="date"
          label={i18n._({ id: 'mutes.last-day', message: 'Last day' })}
          min={tomorrow()}
          value={end.date}
          onChange={({ currentTarget }) => onChange({ ...end, date: currentTarget.value })}
        />
      )}
    </>
  )
}

const isComplete = ({ after, date }: MuteEnd): boolean => after !== 'date' || date >= tomorrow()

function useSaving(save: () => Promise<string | null>) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run() {
    setBusy(true)
    setProblem(await save())
    setBusy(false)
  }
  return { isBusy, problem, run }
}

function kindName(i18n: ReturnType<typeof useLingui>['i18n'], { item }: ContentMute): string {
  if (!item) return i18n._({ id: 'mutes.kind.word', message: 'Word' })
  return itemKindText(i18n, item.kind)
}

/** How long something stays muted. `date`: the last day as YYYY-MM-DD, if `after` is 'date'. */
export type MuteEnd = { after: 'never' | 'day' | 'week' | 'month' | 'date'; date: string }

/** The time at which a mute ends, or null if it doesn't. A date ends with that day in the local time zone. */
export function endDate({ after, date }: MuteEnd, now = new Date()): string | null {
  if (after === 'never') return null
  if (after === 'date') {
    const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
    return new Date(year, month - 1, day + 1).toISOString()
  }
  const end = new Date(now)
  if (after === 'month') {
    end.setMonth(end.getMonth() + 1)
    // January 31 plus a month is the last day of February.
    if (end.getDate() !== now.getDate()) end.setDate(0)
  } else end.setDate(end.getDate() + (after === 'week' ? 7 : 1))
  return end.toISOString()
}

/** Tomorrow as YYYY-MM-DD in the local time zone. */
export function tomorrow(now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join('-')
}
