import { Suspense, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconChartBar, IconPhoto, IconPlus } from '@tabler/icons-react'
import { PictureInput } from '#web/features/uploads/PictureButton.tsx'
import type { Pictures } from '#web/features/uploads/use-pictures.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'
import type { Conversation } from '../engine/state.ts'

const NewPoll = lazyComponent(async () => (await import('../polls/NewPoll.tsx')).NewPoll)

type GroupAttachProps = { conversation: Conversation; pictures: Pictures; mayAsk: boolean }

/** What can be added to a message to a group: pictures, or a poll. `mayAsk`: the user may send a message now. */
export function GroupAttach({ conversation, pictures, mayAsk }: GroupAttachProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isAsking, setAsking] = useState(false)
  const label = i18n._({ id: 'group.attach', message: 'Add to the message' })
  return (
    <>
      <PictureInput inputRef={input} pictures={pictures} />
      <MenuButton
        button={
          <ActionIcon size={44} aria-label={label} title={label}>
            <IconPlus size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        }
        entries={() => [
          ...(pictures.room > 0
            ? [{ icon: IconPhoto, label: i18n._({ id: 'pictures.add', message: 'Add pictures' }), act: () => input.current?.click() }]
            : []),
          ...(mayAsk ? [{ icon: IconChartBar, label: i18n._({ id: 'poll.new', message: 'New poll' }), act: () => setAsking(true) }] : []),
        ]}
      />
      {isAsking && (
        <Suspense>
          <NewPoll conversation={conversation} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
