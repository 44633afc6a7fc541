import { useId } from 'react'
import { useLingui } from '@lingui/react'
import { IconAlertCircle, IconRefresh, IconX } from '@tabler/icons-react'
import { visibleText } from '#contract/base/text.ts'
import { limits } from '#contract/limits.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { storageErrorMessage } from './storage-errors.ts'
import type { DraftPicture, Pictures } from './use-pictures.ts'
import { Picture } from '#web/ui/Picture.tsx'
import './PictureDrafts.css'

/** Picture drafts, each with a description field. Renders nothing without any. */
export function PictureDrafts({ pictures }: { pictures: Pictures }) {
  const { i18n } = useLingui()
  if (pictures.items.length === 0) return null
  return (
    <div className="wl-drafts">
      <ul aria-label={i18n._({ id: 'pictures.drafts', message: 'Pictures to send' })}>
        {pictures.items.map((item, index) => (
          <DraftRow key={item.key} item={item} no={index + 1} pictures={pictures} />
        ))}
      </ul>
      <output className="wl-small wl-dim">
        {pictures.leftOut > 0 &&
          i18n._({
            id: 'pictures.left-out',
            message: 'You can send up to {max} pictures at once, so {count, plural, one {# was} other {# were}} left out.',
            values: { max: limits.pictures.max, count: pictures.leftOut },
          })}
      </output>
    </div>
  )
}

function DraftRow({ item, no, pictures }: { item: DraftPicture; no: number; pictures: Pictures }) {
  const { i18n } = useLingui()
  const messageId = useId()
  const { key, preview, alt, state, failure } = item
  const { length } = visibleText(alt)
  const isTooLong = length > limits.pictureAlt.max
  return (
    <li className="wl-draft" data-state={state}>
      <span className="wl-draft-picture">
        <Picture src={preview} alt="" />
        {state === 'sending' && <span className="wl-draft-sending" aria-hidden />}
      </span>
      <div className="wl-draft-words">
        <input
          type="text"
          dir="auto"
          value={alt}
          aria-label={i18n._({ id: 'pictures.alt', message: 'Description of picture {no}', values: { no } })}
          aria-describedby={messageId}
          aria-invalid={isTooLong || undefined}
          placeholder={i18n._({ id: 'pictures.alt.placeholder', message: 'Describe it for people who can’t see it' })}
          onChange={(event) => pictures.setAlt(key, event.currentTarget.value)}
        />
        <output id={messageId} className="wl-small" data-bad={failure !== null || isTooLong || undefined}>
          {isTooLong && `${length} / ${limits.pictureAlt.max}`}
          {failure ? (
            <>
              <IconAlertCircle size={16} stroke={1.8} aria-hidden />
              {storageErrorMessage(i18n, failure)}
            </>
          ) : (
            state === 'sending' && i18n._({ id: 'pictures.sending', message: 'Uploading…' })
          )}
        </output>
      </div>
      {state === 'failed' && (
        <ActionIcon
          icon={IconRefresh}
          aria-label={i18n._({ id: 'pictures.retry', message: 'Try picture {no} again', values: { no } })}
          onClick={() => pictures.retry(key)}
        />
      )}
      <ActionIcon
        icon={IconX}
        aria-label={i18n._({ id: 'pictures.remove', message: 'Remove picture {no}', values: { no } })}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget)
          pictures.remove(key)
        }}
      />
    </li>
  )
}

/** The element that receives a removed picture's focus: the next picture, the previous one, or the text field. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('li')
  const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('button:last-of-type')
  const next = beside ?? button.closest('form')?.querySelector('textarea')
  next?.focus()
}
