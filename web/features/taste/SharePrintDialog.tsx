import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { tasteCalls } from '#contract/taste/taste.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import './SharePrint.css'

const FILE_NAME = 'taste-print.webp'

/** The picture of the user's print, to save or share. */
export function SharePrintDialog({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  // Created each time the dialog opens, because the print may have changed.
  const picture = useQuery({
    queryKey: ['print picture'],
    queryFn: () => callApi(tasteCalls.makePrintPicture),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={i18n._({ id: 'print.share.title', message: 'Your taste print as a picture' })}
      closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }}
    >
      {picture.error && <ErrorState kind={failureOf(picture.error).kind} onRetry={() => void picture.refetch()} />}
      {picture.isPending && <Skeleton shape="block" height={280} />}
      {picture.data && <Shared picture={picture.data} />}
    </Modal>
  )
}

function Shared({ picture: { url, width, height } }: { picture: UploadedPicture }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-share-print">
      <Picture
        src={url}
        width={width}
        height={height}
        alt={i18n._({ id: 'print.share.alt', message: 'Your taste print with your name' })}
      />
      <p className="wl-muted wl-small">
        {i18n._({
          id: 'print.share.private',
          message: 'It shows the parts of your taste that everyone may see. Nobody else can open it here.',
        })}
      </p>
      <div className="wl-share-print-actions">
        {canShareFiles() && <Button onClick={() => void shareFile(url)}>{i18n._({ id: 'print.share.send', message: 'Share' })}</Button>}
        <a className="wl-share-print-save" href={url} download={FILE_NAME}>
          {i18n._({ id: 'print.share.save', message: 'Save picture' })}
        </a>
      </div>
    </div>
  )
}

const canShareFiles = (): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [new File([], FILE_NAME, { type: 'image/webp' })] })

async function shareFile(url: string): Promise<void> {
  try {
    const bytes = await (await fetch(url)).blob()
    await navigator.share({ files: [new File([bytes], FILE_NAME, { type: bytes.type })] })
  } catch {
    // Cancelling the share sheet is no error; the picture can still be saved.
  }
}
