import { Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { IconShare3 } from '@tabler/icons-react'
import type { ItemPage } from '#contract/taste/item-pages.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const ShareItemDialog = lazyComponent(async () => (await import('./ShareItemDialog.tsx')).ShareItemDialog)

/** Shares the page with its picture. */
export function ShareItem({ page, isMember }: { page: ItemPage; isMember: boolean }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  const label = i18n._({ id: 'item.share', message: 'Share {name}', values: { name: page.item.name } })
  return (
    <>
      <ActionIcon ref={trigger} size={34} aria-haspopup="dialog" aria-label={label} title={label} onClick={open}>
        <IconShare3 size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <ShareItemDialog page={page} isMember={isMember} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
