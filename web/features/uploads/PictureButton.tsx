import { useRef, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { IconPhoto } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import type { Pictures } from './use-pictures.ts'

type PictureInputProps = { inputRef: RefObject<HTMLInputElement | null>; pictures: Pick<Pictures, 'add'> }

/** The hidden field behind a button that chooses pictures. */
export function PictureInput({ inputRef, pictures }: PictureInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      accept="image/*"
      multiple
      hidden
      data-testid="pictures"
      onChange={({ currentTarget }) => {
        pictures.add([...(currentTarget.files ?? [])])
        currentTarget.value = ''
      }}
    />
  )
}

/** Chooses pictures from the device. */
export function PictureButton({ pictures, size = 40 }: { pictures: Pick<Pictures, 'add' | 'room'>; size?: number }) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const isFull = pictures.room <= 0
  const text = isFull
    ? i18n._({ id: 'pictures.full', message: 'Up to {max} pictures', values: { max: limits.pictures.max } })
    : i18n._({ id: 'pictures.add', message: 'Add pictures' })
  return (
    <>
      <PictureInput inputRef={input} pictures={pictures} />
      <ActionIcon icon={IconPhoto} size={size} label={text} aria-disabled={isFull} onClick={() => !isFull && input.current?.click()} />
    </>
  )
}
