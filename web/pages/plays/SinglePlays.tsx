import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconTrash } from '@tabler/icons-react'
import { playCalls, type ListedPlay } from '#contract/taste/plays.ts'
import { ItemLines } from './ItemLines.tsx'
import { ItemActions } from '#web/features/media/items/ItemActions.tsx'
import { CreatorName } from '#web/features/media/items/ItemName.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useCall } from '#web/platform/query.ts'
import { playsText } from '#web/pages/week/amounts.messages.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { deletePlays } from './plays.commands.ts'
import { dateText, rangeText, timeText } from './plays.messages.ts'
import type { Range } from './ranges.ts'

const ConfirmDialog = lazyPart(async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog)

/** Single plays of the range, the latest first. The user can delete each, or all of the range. */
export function SinglePlays({ range }: { range: Range }) {
  const { i18n } = useLingui()
  const [isShown, setShown] = useState(false)
  return (
    <section className="wl-card wl-plays-card">
      <SectionHeader title={i18n._({ id: 'plays.single', message: 'Single plays' })}>
        <DialogButton
          variant="danger"
          size="sm"
          renderDialog={(close) => (
            <ConfirmDialog
              title={i18n._({ id: 'plays.delete.title', message: 'Delete these plays?' })}
              confirm={i18n._({ id: 'plays.delete.confirm', message: 'Delete' })}
              onConfirm={() => void deletePlays(range)}
              onClose={close}
            >
              {i18n._({
                id: 'plays.delete.text',
                message: 'All plays of {span} are deleted here and stay out of later syncs and imports. Your accounts keep theirs.',
                values: { span: rangeText(i18n.locale, range) },
              })}
            </ConfirmDialog>
          )}
        >
          {i18n._({ id: 'plays.delete.range', message: 'Delete this range' })}
        </DialogButton>
      </SectionHeader>
      {isShown ? (
        <Plays key={`${range.from} ${range.to}`} range={range} />
      ) : (
        <Button variant="default" onClick={() => setShown(true)}>
          {i18n._({ id: 'plays.single.show', message: 'Show single plays' })}
        </Button>
      )}
    </section>
  )
}

function Plays({ range: { from, to } }: { range: Range }) {
  const { i18n } = useLingui()
  /** Of the pages after the first, up to the shown one. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const { data, error, refetch } = useCall(playCalls.listPlays, { query: { from, to, ...(cursor === undefined ? {} : { cursor }) } })
  if (error && !data) return <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} />
  const { next } = data
  return (
    <>
      <PlayAll items={data.plays.map(({ item }) => item)} of={i18n._({ id: 'plays.single', message: 'Single plays' })} />
      <ul className="wl-plays-list wl-plays-rows">
        {data.plays.map((play) => (
          <Play key={`${play.item.id} ${play.at ?? play.date}`} play={play} />
        ))}
      </ul>
      {(cursors.length > 0 || next !== null) && (
        <div className="wl-plays-pages">
          <Button variant="default" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            {i18n._({ id: 'plays.single.newer', message: 'Later plays' })}
          </Button>
          <Button variant="default" disabled={next === null} onClick={() => next !== null && setCursors([...cursors, next])}>
            {i18n._({ id: 'plays.single.older', message: 'Earlier plays' })}
          </Button>
        </div>
      )}
    </>
  )
}

function Play({ play: { item, at, date, plays } }: { play: ListedPlay }) {
  const { i18n } = useLingui()
  const when = at === null ? `${dateText(i18n.locale, date)} · ${playsText(i18n, plays)}` : timeText(i18n.locale, at)
  const handleDelete = () => void deletePlays({ from: at ?? date, to: at ?? date, item_id: item.id })
  return (
    <li>
      <ItemLines item={item}>
        <span className="wl-dim wl-small wl-line">
          <CreatorName item={item} />
        </span>
      </ItemLines>
      <span className="wl-dim wl-small wl-plays-when">{when}</span>
      <ItemActions item={item} />
      <ActionIcon
        aria-label={i18n._({ id: 'plays.delete.one', message: 'Delete {name}, {when}', values: { name: item.name, when } })}
        onClick={handleDelete}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}
