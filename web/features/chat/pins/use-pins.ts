import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLingui } from '@lingui/react'
import { chatFrames } from '#contract/chat/chat.ts'
import { pinCalls, type PinsAndStars } from '#contract/chat/pins.ts'
import { platformFrames } from '#contract/socket.ts'
import { callApi } from '#web/platform/api-client.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { notify } from '#web/platform/notices.ts'
import { cacheResponse, refreshCall, useCall } from '#web/platform/query.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import type { ChatId } from '../engine/state.ts'
import { useChatState } from '../runtime/current-chat.ts'
import { chatErrorText } from '../use-chat-command.ts'

const STALE_MS = 60_000
const NONE: PinsAndStars = { pins: [], can_pin: false, starred: [] }

export type PinActions = {
  canPin: boolean
  pinned: ReadonlySet<number>
  starred: ReadonlySet<number>
  pin: (seq: number, on: boolean) => void
  star: (seqs: readonly number[], on: boolean) => void
}

/** What a screen reader says after a change. `no` grows, so that the same text is read again. */
export type PinChange = { no: number; text: string }

/** The pins and stars of an open conversation, kept up to date, and the user's latest change. */
export function usePins(chatId: ChatId): { pins: PinsAndStars['pins']; actions: PinActions; change: PinChange } {
  const { i18n } = useLingui()
  // While a block may have hidden the conversation, they can only be missing, or be read afterwards.
  const enabled = useChatState(({ conversations }) => conversations[chatId]?.confirmed !== 'positions')
  const { data = NONE } = useCall(pinCalls.getPinsAndStars, { params: { chatId } }, { staleMs: STALE_MS, enabled })
  const isShown = useEffectEvent((seq: number) => data.pins.some(({ message }) => message.seq === seq) || data.starred.includes(seq))
  useEffect(() => {
    const reload = () => void refreshCall(pinCalls.getPinsAndStars, { params: { chatId } })
    /** Pins and the list of starred messages quote the text. */
    const handleChange = ({ chat_id: changed, seq }: { chat_id: string; seq: number }) => {
      if (changed !== chatId || !isShown(seq)) return
      reload()
      void refreshCall(pinCalls.getStarred)
    }
    return stopAll([
      socketLink.subscribe(chatFrames.message_edited, ({ message }) => handleChange(message)),
      socketLink.subscribe(chatFrames.message_deleted, handleChange),
      socketLink.subscribe(chatFrames.chat_changed, ({ chat_id: changed }) => changed === chatId && reload()),
      // Changes during a lost connection are not sent again.
      socketLink.subscribe(platformFrames.authenticated, reload),
    ])
  }, [chatId])
  const [change, setChange] = useState<PinChange>({ no: 0, text: '' })
  const actions = useMemo(() => {
    const run = async (command: Promise<PinsAndStars>, text: string) => {
      try {
        cacheResponse(pinCalls.getPinsAndStars, { params: { chatId } }, await command)
        setChange(({ no }) => ({ no: no + 1, text }))
        await refreshCall(pinCalls.getStarred)
      } catch (error) {
        notify('error', chatErrorText(i18n, error))
      }
    }
    return {
      canPin: data.can_pin,
      pinned: new Set(data.pins.map(({ message }) => message.seq)),
      starred: new Set(data.starred),
      pin: (seq: number, on: boolean) =>
        void run(
          callApi(pinCalls.pinMessage, { params: { chatId }, body: { seq, on }, keepalive: true }),
          on
            ? i18n._({ id: 'chat.pin.added', message: 'Message pinned' })
            : i18n._({ id: 'chat.pin.removed', message: 'Message unpinned' }),
        ),
      star: (seqs: readonly number[], on: boolean) =>
        void run(
          callApi(pinCalls.starMessages, { params: { chatId }, body: { seqs: [...seqs], on }, keepalive: true }),
          on
            ? i18n._({
                id: 'chat.star.added',
                message: '{count, plural, one {Message starred} other {# messages starred}}',
                values: { count: seqs.length },
              })
            : i18n._({ id: 'chat.star.removed', message: 'Star removed' }),
        ),
    }
  }, [data, chatId, i18n])
  return { pins: data.pins, actions, change }
}
