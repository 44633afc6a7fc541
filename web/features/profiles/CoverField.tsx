import { useId, useRef, type ChangeEvent } from 'react'
import { useLingui } from '@lingui/react'
import type { UploadedPicture } from '#contract/uploads.ts'
import { usePictureUpload } from '#web/features/uploads/use-picture-upload.ts'
import { Button } from '#web/ui/Button.tsx'
import { useCrop } from './use-crop.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import './CoverField.css'

export type CoverFieldProps = {
  /** The picture's address; null without one. */
  url: string | null
  onChange: (picture: UploadedPicture | null) => void
}

/** The ratio of a profile header on large screens. */
const ASPECT = 5

/** Chooses the profile's cover picture. */
export function CoverField({ url, onChange }: CoverFieldProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const crop = useCrop({ aspect: ASPECT })
  const { isBusy, problem, take } = usePictureUpload(onChange, crop.prepare)

  function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file) void take(file)
  }

  return (
    <div className="wl-cover-field">
      <div className="wl-cover-field-picture" data-empty={url === null || undefined}>
        {url !== null && <Picture src={url} alt="" />}
      </div>
      <div className="wl-cover-field-actions">
        <input ref={input} type="file" accept="image/*" hidden onChange={handleFile} data-testid="cover" />
        <Button variant="default" loading={isBusy} aria-describedby={messageId} onClick={() => input.current?.click()}>
          {url === null
            ? i18n._({ id: 'profile.cover.choose', message: 'Choose a cover' })
            : i18n._({ id: 'profile.cover.other', message: 'Choose another cover' })}
        </Button>
        {url !== null && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {i18n._({ id: 'profile.cover.remove', message: 'Remove the cover' })}
          </Button>
        )}
        <output id={messageId} className="wl-small wl-muted" data-bad={problem !== null || undefined}>
          {problem}
        </output>
      </div>
      {crop.dialog}
    </div>
  )
}
