import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useState } from 'react'
import { useLingui } from '@lingui/react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import './CropDialog.css'

/** A part of a picture, in its own pixels. */
type CropArea = { x: number; y: number; width: number; height: number }

/** Larger pictures are scaled down anyway before they are stored. */
const MAX_SIDE_PIXELS = 1920
const QUALITY = 0.92

/** Crops a picture into a new file; null when the browser can't read it. */
async function cropPicture(file: File, { x, y, width, height }: CropArea): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
  return blob && new File([blob], 'picture.webp', { type: blob.type })
}

export type CropDialogProps = {
  file: File
  /** An object URL of this page. */
  url: string
  /** Width divided by height of the crop. */
  aspect: number
  isRound: boolean
  /** The cropped file; null when cancelled or unreadable. */
  onDone: (cropped: File | null) => void
}

const MAX_ZOOM = 4

/** Crops a picture. Load it lazily: it includes the cropper and the overlay. */
export function CropDialog({ file, url, aspect, isRound, onDone }: CropDialogProps) {
  const { i18n } = useLingui()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea | null>(null)
  return (
    <Modal opened onClose={() => onDone(null)} title={i18n._({ id: 'picture.crop', message: 'Choose the part to show' })}>
      <div className="wl-crop">
        <div className="wl-crop-stage">
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={aspect}
            cropShape={isRound ? 'round' : 'rect'}
            showGrid={!isRound}
            // Its styles are a file: style elements without our nonce are blocked.
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        </div>
        <label className="wl-crop-zoom">
          <span className="wl-small">{i18n._({ id: 'picture.zoom', message: 'Size' })}</span>
          <input
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
          />
        </label>
        <p className="wl-muted wl-small">
          {i18n._({ id: 'picture.crop.hint', message: 'Drag the picture, or move it with the arrow keys.' })}
        </p>
        <div className="wl-dialog-actions">
          <CancelButton onClick={() => onDone(null)} />
          <Button disabled={area === null} onClick={() => area && void cropPicture(file, area).then(onDone)}>
            {i18n._({ id: 'picture.crop.take', message: 'Use this part' })}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
