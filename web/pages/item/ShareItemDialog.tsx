import { useLingui } from '@lingui/react'
import { itemPath } from '#contract/taste/item-path.ts'
import type { ItemPage } from '#contract/taste/item-pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyLink } from '#web/ui/copy.ts'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { WriteMoment } from './ItemMoments.tsx'
import '#web/features/taste/SharePrint.css'

const FILE_TYPE = 'image/png'

export type ShareItemDialogProps = { page: ItemPage; isMember: boolean; onClose: () => void }

/** The picture of the item, to share or save, and the address of its page. */
export function ShareItemDialog({ page: { item, is_public: isPublic }, isMember, onClose }: ShareItemDialogProps) {
  const { i18n } = useLingui()
  const url = new URL(itemPath(item), location.origin).href
  const picture = `/app/public/previews/items/${item.id}.png`
  const handleCopy = async () => {
    if (await copyLink(i18n, url)) onClose()
  }
  return (
    <Modal opened size="lg" onClose={onClose} title={i18n._({ id: 'item.share', message: 'Share {name}', values: { name: item.name } })}>
      <div className="wl-share-print">
        {isPublic ? (
          <Picture
            src={picture}
            width={1200}
            height={630}
            alt={i18n._({ id: 'item.share.alt', message: 'A picture with the name of {name}', values: { name: item.name } })}
          />
        ) : (
          <p className="wl-muted">
            {i18n._({ id: 'item.share.closed', message: 'Only people with an account can open this page, so it has no picture.' })}
          </p>
        )}
        <div className="wl-share-print-actions">
          {isMember && <WriteMoment item={item} onOpened={onClose} />}
          {isPublic && (
            <a className="wl-share-print-save" href={picture} download={`${item.id}.png`}>
              {i18n._({ id: 'print.share.save', message: 'Save picture' })}
            </a>
          )}
          {'share' in navigator && (
            <Button variant="default" onClick={() => void openShareSheet({ title: item.name, url, picture: isPublic ? picture : null })}>
              {i18n._({ id: 'print.share.send', message: 'Share' })}
            </Button>
          )}
          <Button onClick={() => void handleCopy()}>{i18n._({ id: 'moments.menu.copy', message: 'Copy link' })}</Button>
        </div>
      </div>
    </Modal>
  )
}

/** Opens the device's share sheet, with the picture where the device takes files. */
async function openShareSheet({ title, url, picture }: { title: string; url: string; picture: string | null }): Promise<void> {
  try {
    const file = picture === null ? null : new File([await (await fetch(picture)).blob()], 'share.png', { type: FILE_TYPE })
    const withFile = file !== null && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
    await navigator.share({ title, url, ...(withFile ? { files: [file] } : {}) })
  } catch {
    // Closing the sheet is not an error, and the link can still be copied.
  }
}
