import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { notify } from '#web/platform/notices.ts'
import type { ChatAct } from './runtime/chat.api.ts'
import { useChat } from './runtime/current-chat.ts'
import type { ChatId } from './engine/types.ts'

/** Accepts, declines, leaves, mutes; says so when it did not work. */
export function useManage(chatId: ChatId): { manage: (act: ChatAct) => Promise<boolean>; isBusy: boolean } {
  const { i18n } = useLingui()
  const chat = useChat()
  const [isBusy, setBusy] = useState(false)
  async function manage(act: ChatAct): Promise<boolean> {
    if (!chat) return false
    setBusy(true)
    try {
      await chat.manage(chatId, act)
      return true
    } catch {
      // What failed is in the log of the call; nothing has changed.
      notify('error', i18n._({ id: 'chat.manage.failed', message: 'That didn’t work. Please try again.' }))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { manage, isBusy }
}
