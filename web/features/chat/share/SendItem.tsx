import { useLingui } from '@lingui/react'
import { IconSend } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { sentItem } from './sent-item.ts'

const SendItemDialog = lazyPart(async () => (await import('./SendItemDialog.tsx')).SendItemDialog)

/** Shares an item in a chat. Renders nothing for item types that cannot be shared. */
export function SendItem({ item }: { item: Item }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  const sent = sentItem(item)
  if (!sent) return null
  const label = i18n._({ id: 'send.label', message: 'Send {name} to a chat', values: { name: item.name } })
  return (
    <>
      <ActionIcon icon={IconSend} iconSize={18} ref={trigger} size={34} aria-haspopup="dialog" label={label} onClick={open} />
      {isOpen && <SendItemDialog item={item} sent={sent} onClose={close} />}
    </>
  )
}
