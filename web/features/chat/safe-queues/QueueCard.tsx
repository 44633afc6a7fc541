import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconPlayerPlayFilled, IconShieldCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { type SafeQueue, safeQueueCalls } from '#contract/chat/safe-queues.ts'
import { BlendCover, type CoverArc } from '#web/features/blends/BlendCover.tsx'
import { createFolder, folderPath } from '#web/features/media/folders/folders.commands.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { lengthText } from '#web/features/media/items/length-text.ts'
import { platformLink } from '#web/features/media/items/platform-link.ts'
import { MutedNote } from '#web/features/media/mutes/MutedNote.tsx'
import { entriesOfItems } from '#web/features/media/queue/item-entries.ts'
import { playList } from '#web/features/media/queue/play-queue.ts'
import { ListenTogether } from '#web/features/together/ListenTogether.tsx'
import { useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { queueSummary, safeQueueName } from './safe-queues.messages.ts'
import './safe-queues.css'

/** A posted queue never changes; only items that left the catalog are missing later. */
const STALE_MS = 3_600_000

/** A safe queue as a message. @param text what clients without queues show */
export function QueueCard({ queueId, text }: { queueId: string; text: string }) {
  const queue = useCall(safeQueueCalls.getSafeQueue, { params: { id: queueId } }, { staleMs: STALE_MS })
  if (queue.data) return <ShownQueue queue={queue.data} />
  if (queue.isPending) return <Skeleton shape="block" height={136} />
  return (
    <p className="wl-message-text" dir="auto">
      {text}
    </p>
  )
}

function ShownQueue({ queue }: { queue: SafeQueue }) {
  const { i18n } = useLingui()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const { name, items, chat_id: chatId, muted_items: muted } = queue
  const entries = entriesOfItems(items, name)
  const playLabel = i18n._({ id: 'queue.play-all.of', message: 'Play all: {list}', values: { list: name } })
  return (
    <section className="wl-safe-queue" aria-label={i18n._({ id: 'safe-queue.label', message: 'Safe queue: {name}', values: { name } })}>
      <div className="wl-safe-queue-head">
        <span className="wl-safe-queue-cover">
          <BlendCover arcs={arcsOf(items)} />
        </span>
        <div className="wl-safe-queue-about">
          <span className="wl-safe-queue-kind">
            <IconShieldCheck size={16} stroke={1.8} aria-hidden />
            {safeQueueName(i18n)}
          </span>
          <strong className="wl-line" dir="auto">
            {name}
          </strong>
          <span className="wl-small wl-muted">{queueSummary(i18n, queue)}</span>
        </div>
        {entries.length > 0 && (
          <ActionIcon
            icon={IconPlayerPlayFilled}
            iconSize={18}
            variant="filled"
            size={44}
            label={playLabel}
            onClick={() => void playList(entries)}
          />
        )}
      </div>
      {muted > 0 && (
        <p className="wl-safe-queue-muted wl-small wl-muted">
          <MutedNote count={muted} />
        </p>
      )}
      {items.length > 0 && (
        <div className="wl-safe-queue-foot">
          <Button variant="subtle" size="sm" aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpen(!isOpen)}>
            {isOpen ? i18n._({ id: 'safe-queue.hide', message: 'Hide items' }) : i18n._({ id: 'safe-queue.show', message: 'Show items' })}
          </Button>
          <SaveQueue queue={queue} />
        </div>
      )}
      <div id={listId} hidden={!isOpen}>
        {isOpen && (
          <div className="wl-safe-queue-open">
            <ListenTogether chatId={chatId} items={items} />
            <ol>
              {items.map((item) => (
                <ItemRow key={item.id} item={item} about={lengthText(item)} from={name} />
              ))}
            </ol>
          </div>
        )}
      </div>
    </section>
  )
}

const MAX_ARCS = 6
/** The last characters of an id are random. */
const RANDOM = 12

/** The arcs of the queue's cover, each drawn from the id of an item, so that the cover is the same for all members. */
const arcsOf = (items: SafeQueue['items']): CoverArc[] =>
  items.slice(0, MAX_ARCS).map(({ id }) => ({
    id,
    bars: Array.from(id.slice(-RANDOM), (digit, bar) => ({ bar, height: Number.parseInt(digit, 16) / 15 })),
  }))

/** Saves the items as a folder; then leads to it. */
function SaveQueue({ queue: { name, items } }: { queue: SafeQueue }) {
  const { i18n } = useLingui()
  const [isSaving, setSaving] = useState(false)
  // Another attempt makes no second folder.
  const [folderId] = useState(() => newUuidv7(Date.now()))
  const [isSaved, setSaved] = useState(false)
  async function save(): Promise<void> {
    setSaving(true)
    const links = items.flatMap((item) => platformLink(item) ?? [])
    setSaved((await createFolder(name, { links, id: folderId })) !== null)
    setSaving(false)
  }
  if (isSaved) {
    return (
      <Button component={Link} variant="subtle" size="sm" to={folderPath(folderId)} {...takesFocus}>
        {i18n._({ id: 'together.card.saved', message: 'Saved' })}
      </Button>
    )
  }
  return (
    <Button variant="subtle" size="sm" loading={isSaving} onClick={() => void save()}>
      {i18n._({ id: 'together.card.save', message: 'Save as list' })}
    </Button>
  )
}

/** The link replaces the pressed button, which had the focus. */
const takesFocus = {
  ref: (link: HTMLAnchorElement | null): void => {
    if (document.activeElement === document.body) link?.focus({ preventScroll: true })
  },
}
