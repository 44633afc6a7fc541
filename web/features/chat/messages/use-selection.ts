import { useCallback, useState } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { rowsOf, type MessageRowData } from '../engine/rows.ts'
import type { Conversation, Thread } from '../engine/state.ts'
import { copiedText } from '../forward/forward.ts'
import type { PinActions } from '../pins/use-pins.ts'
import { useChatState } from '../runtime/current-chat.ts'
import { copyText } from '#web/ui/copy.ts'

export type Selection = ReturnType<typeof useSelection>

/** The selected messages of the open conversation, and those being forwarded. */
export function useSelection({ chatId, group, person }: Conversation, { items }: Thread) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const [toForward, setToForward] = useState<readonly MessageRowData[] | null>(null)
  const end = useCallback(() => setSelected(null), [])
  const select = useCallback(
    ({ id }: MessageRowData) =>
      setSelected((now) => {
        const next = new Set(now)
        if (!next.delete(id) && next.size < limits.selectedMessages.max) next.add(id)
        return next
      }),
    [],
  )
  const forward = useCallback((row: MessageRowData) => setToForward([row]), [])
  const copyLink = useCallback(
    ({ seq }: MessageRowData) =>
      void copyText(
        i18n,
        `${location.origin}/chat/${chatId}?at=${seq}`,
        i18n._({ id: 'chat.link-copied', message: 'Link copied. Only members of this conversation can open it.' }),
      ),
    [i18n, chatId],
  )

  /** The selected messages that still exist, oldest first. */
  function selectedRows(): MessageRowData[] {
    const rows = rowsOf({ me, items, waiting: [], commands: [], theirDeliveredSeq: 0, theirReadSeq: 0, unreadAfter: null })
    return rows.flatMap((row) => (row.kind === 'message' && !row.isDeleted && selected?.has(row.id) ? [row] : []))
  }

  return {
    selected,
    toForward,
    select,
    end,
    forward,
    copyLink,
    forwardSelected: () => setToForward(selectedRows()),
    endForward(isDone: boolean) {
      setToForward(null)
      if (isDone) end()
    },
    copy() {
      const you = i18n._({ id: 'chat.you', message: 'You' })
      const nameOf = ({ isMine, author }: MessageRowData) => (isMine ? you : group ? author.name : person.name)
      void copyText(i18n, copiedText(selectedRows().map((row) => ({ who: nameOf(row), text: row.content }))))
      end()
    },
    star(pins: PinActions) {
      pins.star(
        selectedRows().flatMap(({ seq }) => seq ?? []),
        true,
      )
      end()
    },
  }
}
