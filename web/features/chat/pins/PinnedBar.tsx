import { useLayoutEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconPin, IconPinnedOff } from '@tabler/icons-react'
import type { PinnedMessage } from '#contract/chat/pins.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { previewText } from '../chat.messages.ts'
import { moveFocusToMessages } from '../messages/keyboard-focus.ts'
import './PinnedBar.css'

type PinnedBarProps = { pins: readonly PinnedMessage[]; onJump: (seq: number) => void; onUnpin: ((seq: number) => void) | null }

/** The pinned messages, one at a time: a click jumps to the message and shows the next pin. */
export function PinnedBar({ pins, onJump, onUnpin }: PinnedBarProps) {
  const { i18n } = useLingui()
  const [position, setPosition] = useState(0)
  useLayoutEffect(() => () => moveFocusToMessages('.wl-pinned'), [])
  const index = Math.min(position, pins.length - 1)
  const pin = pins[index]
  if (!pin) return null
  const { message } = pin
  const unpin = i18n._({ id: 'chat.unpin', message: 'Unpin' })
  return (
    <section className="wl-pinned" aria-label={i18n._({ id: 'chat.pinned', message: 'Pinned messages' })}>
      <button
        type="button"
        className="wl-pinned-jump"
        onClick={() => {
          onJump(message.seq)
          setPosition((index + 1) % pins.length)
        }}
      >
        <IconPin size={18} stroke={1.8} aria-hidden />
        <span className="wl-pinned-text">
          <strong className="wl-line">
            {pins.length === 1
              ? i18n._({ id: 'chat.pinned.one', message: 'Pinned message' })
              : i18n._({
                  id: 'chat.pinned.of',
                  message: 'Pinned message {number} of {count}',
                  values: { number: index + 1, count: pins.length },
                })}
          </strong>
          <span className="wl-line wl-muted">
            {i18n._({
              id: 'chat.notice',
              message: '{name}: {text}',
              values: { name: message.userName, text: previewText(i18n, { ...message, media: message.media }) },
            })}
          </span>
        </span>
      </button>
      {onUnpin && <ActionIcon icon={IconPinnedOff} iconSize={18} size={44} label={unpin} onClick={() => onUnpin(message.seq)} />}
    </section>
  )
}
