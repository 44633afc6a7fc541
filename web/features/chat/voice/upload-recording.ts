import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { uploadCalls, type Recording, type RecordingUpload } from '#contract/uploads.ts'
import { callApi, readApi } from '#web/platform/api-client.ts'
import { ApiError, type ApiFailure } from '#web/platform/api-error.ts'
import { isRetryable } from '#web/features/uploads/storage-errors.ts'
import type { UnsentRecording } from '../engine/state.ts'

/**
 * Uploads a recording in parts. An interrupted upload continues at the server's offset, even after a reload.
 * @param onStart receives the id of a new upload, to resume it later
 * @returns the stored recording, or the error; `unavailable` and `storage_full` may be tried again
 */
export async function uploadRecording(
  { file, waveform, uploadId }: Pick<UnsentRecording, 'file' | 'waveform' | 'uploadId'>,
  onStart: (uploadId: string) => void,
): Promise<Recording | ErrorCode> {
  try {
    let upload: RecordingUpload | null = uploadId === null ? null : await resume(uploadId)
    if (!upload) {
      upload = await callApi(uploadCalls.startRecording, { body: { bytes: file.size, waveform } })
      onStart(upload.id)
    }
    while (!upload.recording) {
      const form = new FormData()
      form.set('file', file.slice(upload.offset, upload.offset + limits.recording.partBytes), 'recording')
      const { id, offset }: RecordingUpload = upload
      upload = await callApi(uploadCalls.sendRecordingPart, { params: { id }, query: { offset: String(offset) }, form })
    }
    return upload.recording
  } catch (error) {
    if (error instanceof ApiError) return codeOf(error.failure)
    throw error
  }
}

/** Null if the server has deleted the unfinished upload. @throws ApiError */
async function resume(id: string): Promise<RecordingUpload | null> {
  const found = await readApi(uploadCalls.getRecording, { params: { id } })
  if (found.ok) return found.value
  if (found.failure.kind === 'missing') return null
  throw new ApiError(found.failure)
}

/** A lost answer leaves our offset behind the server's, and the next attempt requests it. */
function codeOf(failure: ApiFailure): ErrorCode {
  const { code, kind } = failure
  if (code === 'storage_full') return code
  if (code === 'wrong_state' || kind === 'missing' || kind === 'signed_out' || isRetryable(failure)) return 'unavailable'
  return code ?? 'internal'
}
