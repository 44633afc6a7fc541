import { useLingui } from '@lingui/react'
import { useId, useRef } from 'react'
import type { UploadedPicture } from '#contract/uploads.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { usePictureUpload, type PreparePicture } from './use-picture-upload.ts'
import './PictureField.css'

export type PictureFieldProps = {
  /** Provides the initials without a picture. */
  person: { uid: string; name: string }
  picture: Pick<UploadedPicture, 'id' | 'url'> | null
  onChange: (picture: UploadedPicture | null) => void
  /** What is shown without a picture; the initials by default. */
  hint?: string
  /** Runs before the upload, for example a crop. */
  prepare?: PreparePicture
}

/** A portrait field: compresses, uploads and shows the picture, with its error below. */
export function PictureField({ person, picture, onChange, hint, prepare }: PictureFieldProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const { isBusy, problem, handleFile } = usePictureUpload(onChange, prepare)

  return (
    <div className="wl-picture-field">
      <Avatar person={{ ...person, avatar_url: picture?.url ?? null }} size={88} />
      <div className="wl-picture-actions">
        <input ref={input} type="file" accept="image/*" hidden onChange={(event) => void handleFile(event)} data-testid="picture" />
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
          {problem ??
            (picture ? null : (hint ?? i18n._({ id: 'picture.hint', message: 'Optional. Without a picture, we show your initials.' })))}
        </output>
      </div>
    </div>
  )
}
