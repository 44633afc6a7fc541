import { useLingui } from '@lingui/react'
import { useState, type ChangeEvent } from 'react'
import type { UploadedPicture } from '#contract/uploads.ts'
import { compressPicture } from './compress-picture.ts'
import { storageErrorMessage, type StorageError } from './storage-errors.ts'
import { uploadPicture } from './upload-picture.ts'

/** Processes a picture before it is stored; null when the user cancelled. */
export type PreparePicture = (file: File) => Promise<File | null>

/** Prepares, compresses and uploads the file that is chosen in a file input. `problem` is the error message. */
export function usePictureUpload(onStored: (picture: UploadedPicture) => void, prepare?: PreparePicture) {
  const { i18n } = useLingui()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function store(file: File): Promise<string | null> {
    if (!file.type.startsWith('image/')) return i18n._({ id: 'picture.no-image', message: 'This file isn’t an image.' })
    const prepared = prepare ? await prepare(file) : file
    if (!prepared) return null
    const small = await compressPicture(prepared)
    if (!small) return i18n._({ id: 'picture.unreadable', message: 'This picture couldn’t be read. Try another one.' })
    let failure: StorageError = 'retry-limit-exceeded'
    const stored = await uploadPicture(small, { path: 'profile', onFailure: (error) => (failure = error) })
    if (!stored) return storageErrorMessage(i18n, failure)
    onStored(stored)
    return null
  }

  async function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (!file) return
    setIsBusy(true)
    setProblem(null)
    setProblem(await store(file))
    setIsBusy(false)
  }

  return { isBusy, problem, handleFile }
}
