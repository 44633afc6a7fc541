import { useState } from 'react'
import type { Group } from '#contract/chat/groups.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { failureOf, queryClient } from '#web/platform/query.ts'
import { groupKey } from './use-group.ts'

const failedText = () => i18n._({ id: 'chat.manage.failed', message: 'That didn’t work. Please try again.' })

/** Runs calls that change a group, shows their errors, and keeps the answer for all who show the group. */
export function useGroupCommand(chatId: string) {
  const [isBusy, setBusy] = useState(false)
  async function run(call: () => Promise<Group | null>): Promise<boolean> {
    setBusy(true)
    try {
      const group = await call()
      // A failed DELETE has no answer, and has logged its error.
      if (group) queryClient.setQueryData<Group>(groupKey(chatId), group)
      else notify('error', failedText())
      return group !== null
    } catch (error) {
      notify('error', failureOf(error).sentence ?? failedText())
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy }
}
