import { useEffect, useRef } from 'react'
import { useLingui } from '@lingui/react'
import { notify } from '#web/platform/notices.ts'
import type { ChatId, ChatState } from '../engine/state.ts'
import { isHiddenMessage } from '../engine/thread.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import type { VoiceSource } from '../engine/rows.ts'
import { stopAway } from './voice-playback.ts'

/** `unknown`: the message is not loaded, so only the server knows. */
type Access = 'visible' | 'gone' | 'archived' | 'unknown'

const NOT_FOUND = 404

/**
 * Stops the message that plays on once the user has lost it: it was deleted, the conversation was left, or a block hides it.
 * A notice says so, unless that was the case before the bar was shown: then the user left the conversation.
 */
export function useVoiceEnd(id: string, chatId: ChatId, { source }: VoiceSource): void {
  const { i18n } = useLingui()
  const isRunning = useChat() !== null
  const access = useChatState((state) => (isRunning ? accessTo(state, chatId, id) : 'visible'))
  // Whether a message that isn't loaded was changed is only visible in these numbers.
  const changes = useChatState(({ revisions, conversations }) => `${revisions[chatId]} ${conversations[chatId]?.changeSeq}`)
  const wasVisible = useRef(false)
  useEffect(() => {
    const aborting = new AbortController()
    const end = () => {
      stopAway()
      if (wasVisible.current) notify('neutral', i18n._({ id: 'voice.gone', message: 'This voice message is no longer available.' }))
    }
    if (access === 'gone') end()
    else if (access === 'archived') stopAway()
    else wasVisible.current = true
    if (access === 'unknown') void isGone(source, aborting.signal).then((gone) => gone && end())
    return () => aborting.abort()
    // Asks again after each change.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [access, changes, source, i18n])
}

function accessTo({ me, conversations, messages }: ChatState, chatId: ChatId, id: string): Access {
  const conversation = conversations[chatId]
  if (!conversation) return 'gone'
  if (conversation.tab === 'archived') return 'archived'
  const message = messages[chatId]?.items.find((item) => item.id === id)
  if (!message) return 'unknown'
  return message.isDeleted || isHiddenMessage(message, me) ? 'gone' : 'visible'
}

/** Whether the server no longer has the recording for this user. Without an answer, it plays on. */
async function isGone(source: VoiceSource['source'], signal: AbortSignal): Promise<boolean> {
  if (typeof source !== 'string') return false
  try {
    return (await fetch(source, { method: 'HEAD', cache: 'no-store', signal })).status === NOT_FOUND
  } catch {
    // Offline, or a newer change asks again.
    return false
  }
}
