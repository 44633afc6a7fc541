import { useState } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconDots,
  IconFlag,
  IconLink,
  IconListCheck,
  IconMoodPlus,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { linkOfMessage } from '#contract/chat/message-link.ts'
import { saveEntry } from '#web/features/media/folders/save-entry.ts'
import { togetherLabel, togetherLink } from '#web/features/media/together/together-entry.ts'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { PopoverButton } from '#web/ui/inputs/PopoverButton.tsx'
import { LazyEmojiPicker } from './LazyEmojiPicker.tsx'
import type { MessageRowData } from '../engine/rows.ts'
import { copyText } from '#web/ui/copy.ts'
import { useMessageActions } from './message-actions.ts'

/** Offered directly; the others are in the picker. */
const quick = ['👍', '❤️', '😂']

type MessageToolsProps = {
  row: MessageRowData
  /** Called when a menu opens or closes: the tools must stay visible while one is open. */
  onMenu: (isOpen: boolean) => void
}

/** The actions of a message, beside it. */
export function MessageTools({ row, onMenu }: MessageToolsProps) {
  const { i18n } = useLingui()
  const { me, canWrite, react, reply } = useMessageActions()
  const hasReaction = (emoji: string) => row.reactions.some((reaction) => reaction.emoji === emoji && reaction.by.includes(me))
  return (
    <div className="wl-message-tools" role="toolbar" aria-label={i18n._({ id: 'chat.tools', message: 'Message actions' })}>
      {canWrite && (
        <>
          {quick.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className="wl-message-tool wl-emoji"
              aria-label={i18n._({ id: 'chat.react', message: 'React with {emoji}', values: { emoji } })}
              aria-pressed={hasReaction(emoji)}
              onClick={() => react(row, emoji, !hasReaction(emoji))}
            >
              {emoji}
            </button>
          ))}
          <MoreEmoji onMenu={onMenu} onPick={(emoji) => react(row, emoji, true)} />
          <button
            type="button"
            className="wl-message-tool"
            aria-label={i18n._({ id: 'chat.reply.act', message: 'Reply' })}
            title={i18n._({ id: 'chat.reply.act', message: 'Reply' })}
            onClick={() => reply(row)}
          >
            <IconArrowBackUp size={18} stroke={1.8} aria-hidden />
          </button>
        </>
      )}
      <MoreActions row={row} onMenu={onMenu} />
    </div>
  )
}

function MoreEmoji({ onMenu, onPick }: { onMenu: (isOpen: boolean) => void; onPick: (emoji: string) => void }) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const change = (open: boolean) => {
    setOpen(open)
    onMenu(open)
  }
  const label = i18n._({ id: 'chat.react.more', message: 'React with another emoji' })
  return (
    <PopoverButton
      button={
        <button type="button" className="wl-message-tool" aria-label={label} title={label}>
          <IconMoodPlus size={18} stroke={1.8} aria-hidden />
        </button>
      }
      isOpen={isOpen}
      onChange={change}
      position="top"
    >
      <LazyEmojiPicker
        onPick={(emoji) => {
          change(false)
          onPick(emoji)
        }}
      />
    </PopoverButton>
  )
}

function MoreActions({ row, onMenu }: MessageToolsProps) {
  const { i18n } = useLingui()
  const { canWrite, hasCards, edit, remove, report, playTogether, pins, forward, copyLink, select } = useMessageActions()
  const label = i18n._({ id: 'chat.more', message: 'More about this message' })
  const link = linkOfMessage(row)
  const starting = hasCards && canWrite && link ? togetherLink(link) : null
  const storedEntries = (seq: number): MenuEntry[] => {
    const [isPinned, isStarred] = [pins.pinned.has(seq), pins.starred.has(seq)]
    return [
      { icon: IconArrowForwardUp, label: i18n._({ id: 'chat.forward', message: 'Forward' }), act: () => forward(row) },
      isStarred
        ? { icon: IconStarOff, label: i18n._({ id: 'chat.unstar', message: 'Remove star' }), act: () => pins.star([seq], false) }
        : { icon: IconStar, label: i18n._({ id: 'chat.star', message: 'Star' }), act: () => pins.star([seq], true) },
      ...(pins.canPin
        ? [
            isPinned
              ? { icon: IconPinnedOff, label: i18n._({ id: 'chat.unpin', message: 'Unpin' }), act: () => pins.pin(seq, false) }
              : { icon: IconPin, label: i18n._({ id: 'chat.pin', message: 'Pin' }), act: () => pins.pin(seq, true) },
          ]
        : []),
      { icon: IconLink, label: i18n._({ id: 'chat.copy-link', message: 'Copy link to message' }), act: () => copyLink(row) },
      { icon: IconListCheck, label: i18n._({ id: 'chat.select', message: 'Select' }), act: () => select(row) },
    ]
  }
  const entries = (): MenuEntry[] => [
    ...(row.seq === null ? [] : storedEntries(row.seq)),
    ...(link ? [saveEntry(i18n, { link, title: '' })] : []),
    ...(link && starting ? [{ icon: IconUsers, label: togetherLabel(i18n, starting.side), act: () => playTogether(link.link) }] : []),
    ...(row.content === ''
      ? []
      : [{ icon: IconCopy, label: i18n._({ id: 'chat.copy', message: 'Copy text' }), act: () => void copyText(i18n, row.content) }]),
    // The text of a session's, a poll's, or a queue's card is for clients that don't show it.
    ...(row.isMine && canWrite && row.content !== '' && !row.referenceItem.some((item) => /^(together|poll|queue):/.test(item))
      ? [{ icon: IconPencil, label: i18n._({ id: 'chat.edit', message: 'Edit' }), act: () => edit(row) }]
      : []),
    row.isMine
      ? { icon: IconTrash, label: i18n._({ id: 'chat.delete', message: 'Delete for everyone' }), act: () => remove(row), isBad: true }
      : { icon: IconFlag, label: i18n._({ id: 'chat.report', message: 'Report' }), act: () => report(row) },
  ]
  return (
    <MenuButton
      button={
        <button type="button" className="wl-message-tool" aria-label={label} title={label}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </button>
      }
      entries={entries}
      onChange={onMenu}
    />
  )
}
