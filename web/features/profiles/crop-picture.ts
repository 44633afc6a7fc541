/** A part of a picture, in its own pixels. */
export type CropArea = { x: number; y: number; width: number; height: number }

/** Longer sides are made smaller anyway before they are stored. */
const MAX_SIDE_PIXELS = 1920
const QUALITY = 0.92

/** That part of a picture as a file of its own; null when the browser can't read it. */
export async function cropPicture(file: File, { x, y, width, height }: CropArea): Promise<File | null> {
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
