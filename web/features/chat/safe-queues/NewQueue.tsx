import { useId, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import type { SafeQueuePreview } from '#contract/chat/safe-queues.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'
import { videoPicture } from '#web/features/media/items/play.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CancelButton } from '#web/ui/CancelButton.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { durationText } from '#web/ui/text/duration-text.ts'
import { queueSummary } from './safe-queues.messages.ts'
import { LENGTHS, useNewQueue } from './use-new-queue.ts'
import '#web/ui/dialogs.css'
import './safe-queues.css'

const SHOWN = 4

/** Asks for the length and mood of a safe queue, shows what it would have, and sends it to the group. */
export function NewQueue({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const { i18n } = useLingui()
  const { name, setName, nameField, defaultName, choice, setChoice, preview, problem, isBusy, isReady, send } = useNewQueue(chatId, onClose)
  const { data, error } = preview
  const isEnough = data !== undefined && data.items.length >= limits.safeQueue.items.min
  const kinds: Record<MatchFilter, string> = {
    all: i18n._({ id: 'safe-queue.all', message: 'Music and videos' }),
    music: i18n._({ id: 'profile.tab.music', message: 'Music' }),
    video: i18n._({ id: 'pin.videos', message: 'Videos' }),
  }
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'safe-queue.new', message: 'Make a safe queue' })}>
      <Form className="wl-dialog" onSubmit={send}>
        <TextInput
          label={i18n._({ id: 'safe-queue.name', message: 'Name' })}
          placeholder={defaultName}
          value={name}
          {...nameField}
          dir="auto"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Choices title={i18n._({ id: 'safe-queue.length', message: 'Length' })}>
          {LENGTHS.map((minutes) => (
            <FilterChip key={minutes} isOn={choice.minutes === minutes} onPick={() => setChoice({ ...choice, minutes })}>
              {durationText(i18n, minutes * 60)}
            </FilterChip>
          ))}
        </Choices>
        <Choices title={i18n._({ id: 'safe-queue.kind', message: 'What to play' })}>
          {(['all', 'music', 'video'] as const).map((kind) => (
            // The moods of another kind may be different ones.
            <FilterChip key={kind} isOn={choice.kind === kind} onPick={() => setChoice({ ...choice, kind, mood: null })}>
              {kinds[kind]}
            </FilterChip>
          ))}
        </Choices>
        {data && data.moods.length > 0 && (
          <Choices title={i18n._({ id: 'safe-queue.mood', message: 'In the mood for' })}>
            <FilterChip isOn={choice.mood === null} onPick={() => setChoice({ ...choice, mood: null })}>
              {i18n._({ id: 'safe-queue.any-mood', message: 'Anything' })}
            </FilterChip>
            {data.moods.map(({ mood }) => (
              <FilterChip key={mood} isOn={choice.mood === mood} onPick={() => setChoice({ ...choice, mood })}>
                {barName(i18n, mood)}
              </FilterChip>
            ))}
          </Choices>
        )}
        {!data && (error ? <ErrorState kind={error.failure.kind} onRetry={() => void preview.refetch()} /> : <ListSkeleton rows={SHOWN} />)}
        {data && <Preview preview={data} isOld={preview.isPlaceholderData} />}
        {problem && <FormMessage>{problem}</FormMessage>}
        <div className="wl-dialog-actions wl-safe-queue-actions">
          <CancelButton onClick={onClose} />
          <Button type="submit" loading={isBusy} disabled={!isEnough || !isReady || preview.isPlaceholderData}>
            {i18n._({ id: 'safe-queue.send', message: 'Send to the group' })}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className="wl-safe-queue-choices" aria-labelledby={id}>
      <legend id={id}>{title}</legend>
      <ChipRow>{children}</ChipRow>
    </fieldset>
  )
}

/** @param isOld while the answer to another choice is on its way */
function Preview({ preview, isOld }: { preview: SafeQueuePreview; isOld: boolean }) {
  const { i18n } = useLingui()
  const { items, members } = preview
  const shown = items.slice(0, SHOWN)
  return (
    <div className="wl-safe-queue-preview" aria-busy={isOld}>
      <output>{items.length < limits.safeQueue.items.min ? emptyText() : queueSummary(i18n, preview)}</output>
      {items.length >= limits.safeQueue.items.min && (
        <ul>
          {shown.map(({ id, kind, name, by, youtube_id: youtubeId }) => (
            <li key={id}>
              <Artwork id={id} kind={kind} src={kind === 'video' ? videoPicture(youtubeId) : null} size={38} />
              <span className="wl-line" dir="auto">
                <strong>{name}</strong>
                {by !== null && <span className="wl-muted"> · {by}</span>}
              </span>
            </li>
          ))}
          {items.length > SHOWN && (
            <li className="wl-muted">
              {i18n._({
                id: 'safe-queue.more',
                message: 'and {count} more',
                values: { count: items.length - SHOWN },
              })}
            </li>
          )}
        </ul>
      )}
    </div>
  )

  function emptyText(): string {
    return members < 2
      ? i18n._({ id: 'safe-queue.no-members', message: 'At least two of you have to show their taste to the group.' })
      : i18n._({ id: 'safe-queue.empty', message: 'Too little of that fits all of you, or all but one. Try something else.' })
  }
}
