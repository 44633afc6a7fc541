import type { UploadedPicture } from '#contract/uploads.ts'
import type { StoredPicture } from './uploads.types.ts'

/** The path of a stored picture. It does not reveal the owner. */
export const urlOfPicture = (id: string): string => `/files/${id}.webp`

const urlOfSmall = (id: string): string => `/files/${id}-640.webp`

export function presentPicture({ id, smallPath, width, height, thumbhash, alt }: StoredPicture): UploadedPicture {
  const url = urlOfPicture(id)
  return { id, url, small_url: smallPath === null ? url : urlOfSmall(id), width, height, thumbhash, alt }
}
