import { useEffect, useEffectEvent, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconMessageCircle, IconMoodPlus } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { PopoverButton } from '#web/ui/inputs/PopoverButton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { LazyEmojiPicker } from '../messages/LazyEmojiPicker.tsx'
import { sentItem } from './sent-item.ts'
import { useSendTo } from './use-send-to.ts'

const AnswerPlayDialog = lazyPart(async () => (await import('./AnswerPlayDialog.tsx')).AnswerPlayDialog)

/** The emoji offered directly. */
const quick = ['❤️', '🔥', '👏', '😂']

type AnswerPlayProps = { person: PersonCard; item: Item }

/**
 * Answers a buddy's play with an emoji or a text. Both are messages that quote the play. Renders nothing for items that can't be sent.
 * The chat engine loads with the first press.
 */
export function AnswerPlay({ person, item }: AnswerPlayProps) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { isOpen: isReplying, trigger, open, close } = useDialog()
  if (!sentItem(item)) return null
  const values = { name: person.name, title: item.name }
  const reactLabel = i18n._({ id: 'play.react', message: 'React to {title}, played by {name}', values })
  const replyLabel = i18n._({ id: 'play.reply', message: 'Reply to {name} about {title}', values })
  return (
    <>
      <PopoverButton
        button={<ActionIcon icon={IconMoodPlus} iconSize={18} size={34} label={reactLabel} />}
        isOpen={isOpen}
        onChange={setOpen}
        position="top"
      >
        <Reactions person={person} item={item} onSent={() => setOpen(false)} />
      </PopoverButton>
      <ActionIcon icon={IconMessageCircle} iconSize={18} ref={trigger} size={34} aria-haspopup="dialog" label={replyLabel} onClick={open} />
      {isReplying && <ReplyDialog person={person} item={item} title={replyLabel} onClose={close} />}
    </>
  )
}

function Reactions({ person, item, onSent }: AnswerPlayProps & { onSent: () => void }) {
  const { i18n } = useLingui()
  const [isPicking, setPicking] = useState(false)
  const [waiting, setWaiting] = useState<string | null>(null)
  const send = useAnswerPlay(person, item)
  const react = (emoji: string) => {
    // Chat is still loading; the message is sent when it has loaded.
    if (!send) setWaiting(emoji)
    else if (send(emoji)) onSent()
  }
  const sendWaiting = useEffectEvent(() => {
    if (waiting !== null && send?.(waiting)) onSent()
  })
  const isRunning = send !== null
  useEffect(() => {
    if (isRunning) sendWaiting()
  }, [isRunning])
  return isPicking ? (
    <LazyEmojiPicker onPick={react} />
  ) : (
    <div className="wl-answer-play">
      {quick.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className="wl-action wl-emoji"
          data-variant="subtle"
          aria-label={i18n._({ id: 'chat.react', message: 'React with {emoji}', values: { emoji } })}
          onClick={() => react(emoji)}
        >
          {emoji}
        </button>
      ))}
      <ActionIcon
        icon={IconMoodPlus}
        size={40}
        aria-label={i18n._({ id: 'chat.react.more', message: 'React with another emoji' })}
        onClick={() => setPicking(true)}
      />
    </div>
  )
}

function ReplyDialog({ person, item, title, onClose }: AnswerPlayProps & { title: string; onClose: () => void }) {
  const send = useAnswerPlay(person, item)
  return <AnswerPlayDialog person={person} item={item} title={title} onSend={(text) => send?.(text) ?? false} onClose={onClose} />
}

/** Sends a text or an emoji that quotes the play; returns false if it could not be queued. Null while chat is loading. */
function useAnswerPlay(person: PersonCard, item: Item): ((content: string) => boolean) | null {
  const send = useSendTo(person)
  return (
    send &&
    ((content) => {
      const sent = sentItem(item)
      return sent !== null && send({ type: sent.type, content, referenceItem: [sent.id, `play:${item.id}`] })
    })
  )
}
