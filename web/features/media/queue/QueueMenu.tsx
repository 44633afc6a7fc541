import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconDotsVertical, IconPlaylistAdd, IconRowInsertBottom } from '@tabler/icons-react'
import { recognizeLink } from '#contract/links/links.ts'
import type { Item } from '#contract/media.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { togetherEntries } from '../together/together-entry.ts'
import { togetherItem } from '../together/together-item.ts'
import { notify } from '#web/platform/notices.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { saveEntry } from '../folders/save-entry.ts'
import { muteEntries, muteTarget } from '../mutes/mute-entry.ts'
import { entryOf, playableOf } from '../items/play.ts'
import { platformLink } from '../items/platform-link.ts'
import { choosePlatform } from '../players/choose-platform.ts'
import { queue, type NewEntry } from './queue.store.ts'

type QueueMenuProps = {
  item: Item
  from?: string | null
  /** Further entries of this list. */
  more?: readonly MenuEntry[]
}

/** The menu of an item: play it next, add it to the queue, play it together, save it, or mute its artist or channel. Renders nothing without any. */
export function QueueMenu({ item, from = null, more = [] }: QueueMenuProps) {
  const { i18n } = useLingui()
  const isMember = useMyUid() !== null
  const playable = playableOf(item)
  const entry = playable && entryOf(playable, from)
  const address = platformLink(item)
  const link = address === null ? null : recognizeLink(address)
  const muting = isMember ? muteTarget(item) : null
  if (!entry && !(link && isMember) && !muting && more.length === 0) return null
  const label = i18n._({ id: 'queue.menu', message: 'More for {name}', values: { name: item.name } })
  return (
    <MenuButton
      button={<ActionIcon icon={IconDotsVertical} iconSize={18} size={34} label={label} />}
      entries={() => [
        ...(entry ? queueEntries(i18n, entry) : []),
        ...(isMember ? togetherEntries(i18n, togetherItem(item)) : []),
        ...(link && isMember ? [saveEntry(i18n, { link, title: item.name })] : []),
        ...more,
        ...muteEntries(i18n, muting),
      ]}
    />
  )
}

const queueEntries = (i18n: I18n, entry: NewEntry): MenuEntry[] => [
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
]

async function add(i18n: I18n, entry: NewEntry, to: (entries: readonly NewEntry[]) => void): Promise<void> {
  to([{ ...entry, playable: await choosePlatform(entry.playable) }])
  notify('positive', i18n._({ id: 'queue.added', message: 'In the queue: {title}', values: { title: entry.title } }), {
    about: 'queue',
  })
}
