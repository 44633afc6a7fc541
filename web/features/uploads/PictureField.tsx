import { useLingui } from '@lingui/react'
import { useId, useRef, useState, type ChangeEvent } from 'react'
import type { UploadedPicture } from '#contract/uploads.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { compressPicture } from './compress-picture.ts'
import { storageWords, type StorageError } from './storage-errors.ts'
import { uploadPicture } from './upload-picture.ts'
import './PictureField.css'

export type PictureFieldProps = {
  /** Whose initials stand in while there is no picture. */
  person: { uid: string; name: string }
  picture: Pick<UploadedPicture, 'id' | 'url'> | null
  onChange: (picture: UploadedPicture | null) => void
}

/** Chooses a portrait: compressed here, stored there, shown at once. Its message stands under it. */
export function PictureField({ person, picture, onChange }: PictureFieldProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const { isBusy, problem, take } = usePictureUpload(onChange)

  function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file) void take(file)
  }

  return (
    <div className="wl-picture-field">
      <Avatar person={{ ...person, avatar_url: picture?.url ?? null }} size={88} />
      <div className="wl-picture-acts">
        <input ref={input} type="file" accept="image/*" hidden onChange={handleFile} data-testid="picture" />
        <Button variant="default" loading={isBusy} aria-describedby={messageId} onClick={() => input.current?.click()}>
          {picture
            ? i18n._({ id: 'picture.other', message: 'Choose another' })
            : i18n._({ id: 'picture.choose', message: 'Choose a picture' })}
        </Button>
        {picture && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {i18n._({ id: 'picture.remove', message: 'Remove' })}
          </Button>
        )}
        <output id={messageId} className="wl-small" data-bad={problem !== null || undefined}>
          {problem ?? (picture ? null : i18n._({ id: 'picture.hint', message: 'Optional. Your initials stand in.' }))}
        </output>
      </div>
    </div>
  )
}

function usePictureUpload(onChange: PictureFieldProps['onChange']) {
  const { i18n } = useLingui()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function store(file: File): Promise<string | null> {
    if (!file.type.startsWith('image/')) return i18n._({ id: 'picture.no-image', message: 'This file is not an image.' })
    const small = await compressPicture(file)
    if (!small) return i18n._({ id: 'picture.unreadable', message: 'This picture could not be read. Try another one.' })
    let failure: StorageError = 'retry-limit-exceeded'
    const stored = await uploadPicture(small, { path: 'profile', onFailure: (error) => (failure = error) })
    if (!stored) return storageWords(i18n, failure)
    onChange(stored)
    return null
  }

  async function take(file: File) {
    setIsBusy(true)
    setProblem(null)
    setProblem(await store(file))
    setIsBusy(false)
  }

  return { isBusy, problem, take }
}
