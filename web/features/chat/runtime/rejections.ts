/* Commands that the server rejected. Loaded on demand. */
import type { ErrorCode } from '#contract/errors.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { commandErrorText } from '../chat.messages.ts'
import type { Edit } from '../engine/state.ts'
import { addToDraft } from '../storage/drafts.ts'

/** Says that a message could not be changed. The texts of edits become drafts of new messages. */
export function reportRejected(code: ErrorCode, edits: readonly Edit[], notify: typeof notifyPerson): void {
  for (const { chatId, content } of edits) addToDraft(chatId, content)
  const isKept = edits.some(({ content }) => content !== '')
  notify(
    'error',
    isKept
      ? i18n._({ id: 'chat.edit.kept', message: 'That message can’t be changed anymore. Your text is now a draft.' })
      : commandErrorText(i18n, code),
  )
}
