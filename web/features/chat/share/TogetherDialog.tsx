import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import type { NewTogetherItem } from '#contract/together.ts'
import { linkOfItem } from '#web/features/links/item-link.ts'
import { togetherLabel } from '#web/features/media/together/together-entry.ts'
import { useTogetherDialog, type Starting } from '#web/features/media/together/together-dialog.store.ts'
import { itemOfLink } from '#web/features/together/item-of-link.ts'
import { useOpenSession } from '#web/features/together/open-session.store.ts'
import { startOrAddAll } from '#web/features/together/together.store.ts'
import { notify } from '#web/platform/notices.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import { GroupFace } from '../groups/GroupFace.tsx'
import './TogetherDialog.css'

const close = () => useTogetherDialog.setState({ starting: null, others: [] })

/** The dialog for choosing the conversation in which to play an item together. */
export function TogetherDialog() {
  const { starting, others } = useTogetherDialog()
  return starting && <ChoiceDialog starting={starting} others={others} />
}

function ChoiceDialog({ starting, others }: { starting: Starting; others: readonly NewTogetherItem[] }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const running = useOpenSession((open) => open.chatId)
  const conversations = useChatState((state) => state.conversations)
  // The running session comes first: what is chosen there is added to its queue.
  const shown = Object.values(conversations)
    .filter(({ chatId, group, canAttach, canWrite, tab }) => chatId === running || (group && canAttach && canWrite && tab === 'chats'))
    .toSorted((a, b) => Number(b.chatId === running) - Number(a.chatId === running))

  async function start(chatIdOf: () => Promise<string | undefined> | string): Promise<void> {
    try {
      const [item, chatId] = await Promise.all(['link' in starting ? itemOfLink(starting.link) : starting, chatIdOf()])
      if (!item || chatId === undefined) return
      startOrAddAll(chatId, [item, ...others])
      close()
      await navigate(`/chat/${chatId}`)
    } catch {
      notify('error', i18n._({ id: 'together.start-failed', message: 'The session couldn’t be started. Please try again.' }))
    }
  }

  const title = togetherLabel(i18n, starting.side)
  const link = 'link' in starting ? starting.link : linkOfItem({ ...starting, kind: starting.side === 'video' ? 'video' : 'track' })
  return (
    <Modal opened onClose={close} title={title}>
      <div className="wl-together-with">
        {'title' in starting && (
          <p className="wl-muted wl-line" dir="auto">
            {others.length > 0
              ? i18n._({
                  id: 'together.start.more',
                  message: '{title} and {count, plural, one {# more} other {# more}}',
                  values: { title: starting.title, count: others.length },
                })
              : [starting.title, starting.by].filter(Boolean).join(' · ')}
          </p>
        )}
        <BuddyPicker
          sent={link === null ? {} : { link }}
          title={i18n._({ id: 'together.start.whom', message: 'With whom?' })}
          others={shown.map(({ chatId, person, group }) => ({
            key: chatId,
            name: person.name,
            about:
              chatId === running
                ? i18n._({ id: 'together.start.running', message: 'Add to the session that’s running' })
                : i18n._({ id: 'together.start.group', message: 'Group' }),
            face: group ? <GroupFace group={person} size={36} /> : <Avatar person={person} size={36} />,
          }))}
          choice={{ kind: 'one', onPick: (key) => void start(async () => (key in conversations ? key : chat?.openWith(key))) }}
          empty={i18n._({ id: 'reply.no-buddies', message: 'You can only send this to buddies, and you don’t have any yet.' })}
        />
      </div>
    </Modal>
  )
}
