import { useLingui } from '@lingui/react'
import type { Group } from '#contract/chat/groups.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useChatState } from '../runtime/current-chat.ts'

const SeenByDialog = lazyPart(async () => (await import('./SeenByDialog.tsx')).SeenByDialog)

/** How many members have read a message; a click shows who, and when. */
export function SeenBy({ group, seq }: { group: Group; seq: number }) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const { isOpen, trigger, open, close } = useDialog()
  const readers = group.members.filter(({ person, read_seq: read }) => person.uid !== me && read >= seq)
  return (
    <>
      <button ref={trigger} type="button" className="wl-message-seen" aria-haspopup="dialog" onClick={open}>
        {i18n._({ id: 'group.seen-by', message: 'Seen by {count}', values: { count: readers.length } })}
      </button>
      {isOpen && <SeenByDialog readers={readers} onClose={close} />}
    </>
  )
}
