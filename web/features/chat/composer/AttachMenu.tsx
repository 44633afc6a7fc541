import { useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconChartBar, IconClipboard, IconMusicPlus, IconPhoto, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { PictureInput } from '#web/features/uploads/PictureButton.tsx'
import type { Pictures } from '#web/features/uploads/use-pictures.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import type { Conversation } from '../engine/state.ts'

const NewQueue = lazyPart(async () => (await import('../safe-queues/NewQueue.tsx')).NewQueue)
const NewPoll = lazyPart(async () => (await import('../polls/NewPoll.tsx')).NewPoll)

type AttachMenuProps = {
  conversation: Conversation
  pictures: Pictures
  /** The user may send a message now. */
  mayAsk: boolean
  /** On phones the menu also has these, instead of separate buttons. */
  onSearch?: () => void
  onPaste?: () => void
}

/** The items that can be added to a message: pictures, in groups a poll or a safe queue, and on phones the controls without room beside the field. */
export function AttachMenu({ conversation, pictures, mayAsk, onSearch, onPaste }: AttachMenuProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'poll' | 'queue' | null>(null)
  const close = () => setDialog(null)
  const label = i18n._({ id: 'group.attach', message: 'Add to the message' })
  const entries = (): MenuEntry[] => [
    ...(pictures.room > 0
      ? [{ icon: IconPhoto, label: i18n._({ id: 'pictures.add', message: 'Add pictures' }), act: () => input.current?.click() }]
      : []),
    ...(onSearch
      ? [
          {
            icon: IconMusicPlus,
            label: i18n._({ id: 'share-search.open', message: 'Add a track or a video' }),
            // Once the menu is closed, because it would return the focus to its button.
            act: () => void setTimeout(onSearch),
          },
        ]
      : []),
    ...(onPaste ? [{ icon: IconClipboard, label: i18n._({ id: 'paste', message: 'Paste' }), act: onPaste }] : []),
    ...(conversation.group && mayAsk
      ? [
          { icon: IconChartBar, label: i18n._({ id: 'poll.new', message: 'New poll' }), act: () => setDialog('poll') },
          {
            icon: IconShieldCheck,
            label: i18n._({ id: 'safe-queue.new', message: 'Make a safe queue' }),
            act: () => setDialog('queue'),
          },
        ]
      : []),
  ]
  return (
    <>
      <PictureInput inputRef={input} pictures={pictures} />
      <MenuButton button={<ActionIcon icon={IconPlus} size={44} label={label} />} entries={entries} />
      {dialog === 'poll' && <NewPoll conversation={conversation} onClose={close} />}
      {dialog === 'queue' && <NewQueue chatId={conversation.chatId} onClose={close} />}
    </>
  )
}
