import { useLingui } from '@lingui/react'
import type { UploadedPicture } from '#contract/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import './SharePrint.css'

type SharedPictureProps = { picture: UploadedPicture; alt: string; note: string; fileName: string }

/** A picture that the server has drawn, to save or share. */
export function SharedPicture({ picture: { url, width, height }, alt, note, fileName }: SharedPictureProps) {
  const { i18n } = useLingui()
  return (
    <div className="wl-share-print">
      <Picture src={url} width={width} height={height} alt={alt} />
      <p className="wl-muted wl-small">{note}</p>
      <div className="wl-share-print-actions">
        {canShareFiles(fileName) && (
          <Button onClick={() => void shareFile(url, fileName)}>{i18n._({ id: 'print.share.send', message: 'Share' })}</Button>
        )}
        <a className="wl-share-print-save" href={url} download={fileName}>
          {i18n._({ id: 'print.share.save', message: 'Save picture' })}
        </a>
      </div>
    </div>
  )
}

const canShareFiles = (fileName: string): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [new File([], fileName, { type: 'image/webp' })] })

async function shareFile(url: string, fileName: string): Promise<void> {
  try {
    const bytes = await (await fetch(url)).blob()
    await navigator.share({ files: [new File([bytes], fileName, { type: bytes.type })] })
  } catch {
    // Cancelling the share sheet is not an error; the picture can still be saved.
  }
}
