import { useState, type ReactNode } from 'react'
import type { PreparePicture } from '#web/features/uploads/use-picture-upload.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'

const CropDialog = lazyPart(async () => (await import('./CropDialog.tsx')).CropDialog)

type CropRequest = { file: File; url: string; done: (cropped: File | null) => void }

/** Crops each chosen picture before it is stored. Render `dialog`. */
export function useCrop({ aspect, isRound = false }: { aspect: number; isRound?: boolean }): {
  prepare: PreparePicture
  dialog: ReactNode
} {
  const [request, setRequest] = useState<CropRequest | null>(null)
  const prepare: PreparePicture = (file) =>
    new Promise((resolve) => {
      const url = URL.createObjectURL(file)
      setRequest({
        file,
        url,
        done: (cropped) => {
          URL.revokeObjectURL(url)
          setRequest(null)
          resolve(cropped)
        },
      })
    })
  const dialog = request && <CropDialog file={request.file} url={request.url} aspect={aspect} isRound={isRound} onDone={request.done} />
  return { prepare, dialog }
}
