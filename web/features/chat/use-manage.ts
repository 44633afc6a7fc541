import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { notify } from '#web/platform/notices.ts'
import { failureOf } from '#web/platform/query.ts'
import type { ChatCommand } from './runtime/chat.api.ts'
import { useChat } from './runtime/current-chat.ts'
import type { ChatId } from './engine/state.ts'
import { chatErrorText } from './use-chat-command.ts'

/** Changes a conversation, and shows a notice on failure. */
export function useManageChat(chatId: ChatId): { manage: (command: ChatCommand) => Promise<boolean>; isBusy: boolean } {
  const { i18n } = useLingui()
  const chat = useChat()
  const [isBusy, setBusy] = useState(false)
  async function manage(command: ChatCommand): Promise<boolean> {
    if (!chat) return false
    setBusy(true)
    try {
      await chat.manage(chatId, command)
      return true
    } catch (error) {
      // Another tab or device has answered it, or it was withdrawn: the page shows the present state.
      if ((command.kind === 'accept' || command.kind === 'decline') && isAnswered(failureOf(error).code)) chat.read(chatId)
      // The call has logged its error; nothing has changed.
      else notify('error', chatErrorText(i18n, error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { manage, isBusy }
}

const isAnswered = (code: string | null): boolean => code === 'wrong_state' || code === 'not_found'
