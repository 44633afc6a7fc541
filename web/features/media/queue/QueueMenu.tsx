import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconDotsVertical, IconPlaylistAdd, IconRowInsertBottom } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import { notify } from '#web/platform/notices.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'
import { entryOf, playableOf } from '../items/play.ts'
import { choosePlatform } from '../players/choose-platform.ts'
import { queue, type NewEntry } from './queue.store.ts'

/** The menu of a track or video: play it next, or add it to the queue. Renders nothing for an item that cannot be queued. */
export function QueueMenu({ item, from = null }: { item: Item; from?: string | null }) {
  const { i18n } = useLingui()
  const playable = playableOf(item)
  const entry = playable && entryOf(playable, from)
  if (!entry) return null
  const label = i18n._({ id: 'queue.menu', message: 'More for {name}', values: { name: item.name } })
  return (
    <MenuButton
      button={
        <ActionIcon size={34} aria-label={label} title={label}>
          <IconDotsVertical size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      }
      entries={() => [
        {
          icon: IconRowInsertBottom,
          label: i18n._({ id: 'queue.play-next', message: 'Play next' }),
          act: () => void add(i18n, entry, queue.playNext),
        },
        {
          icon: IconPlaylistAdd,
          label: i18n._({ id: 'queue.add', message: 'Add to queue' }),
          act: () => void add(i18n, entry, queue.append),
        },
      ]}
    />
  )
}

async function add(i18n: I18n, entry: NewEntry, to: (entries: readonly NewEntry[]) => void): Promise<void> {
  to([{ ...entry, playable: await choosePlatform(entry.playable) }])
  notify('positive', i18n._({ id: 'queue.added', message: 'In the queue: {title}', values: { title: entry.title } }), {
    about: 'queue',
  })
}
