import type { Recording, UploadedPicture } from '#contract/uploads.ts'
import type { RecordingMetadata } from './recordings/container.ts'
import type { StoredRecording } from './recordings/recordings.store.ts'
import type { StoredPicture } from './uploads.types.ts'

/** The path of a stored picture. It does not reveal the owner. */
export const urlOfPicture = (id: string): string => `/files/${id}.webp`

/** The same for users and visitors who have a link to what the picture is attached to, and only while the link is valid. */
export const urlOfPictureByLink = (id: string, code: string): string => `${urlOfPicture(id)}?link=${code}`

export function presentPicture({ id, smallPath, width, height, thumbhash, alt }: StoredPicture): UploadedPicture {
  const url = urlOfPicture(id)
  return { id, url, small_url: smallPath === null ? url : `/files/${id}-640.webp`, width, height, thumbhash, alt }
}

export function presentStoredRecording({ format, durationMs, ...recording }: StoredRecording): Recording | null {
  return format === null || durationMs === null ? null : presentRecording({ ...recording, format, durationMs })
}

export function presentRecording({
  id,
  format,
  durationMs,
  waveform,
}: Pick<StoredRecording, 'id' | 'waveform'> & RecordingMetadata): Recording {
  return { id, url: `/files/${id}.${format}`, duration_ms: durationMs, waveform }
}
