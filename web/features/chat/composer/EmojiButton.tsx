import { useState, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { IconMoodSmile } from '@tabler/icons-react'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { PopoverButton } from '#web/ui/inputs/PopoverButton.tsx'
import { LazyEmojiPicker } from '../messages/LazyEmojiPicker.tsx'

type EmojiButtonProps = {
  field: RefObject<HTMLTextAreaElement | null>
  /** Receives the whole text, including the emoji. */
  onInsert: (text: string) => void
}

/** Inserts an emoji at the cursor. */
export function EmojiButton({ field, onInsert }: EmojiButtonProps) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const label = i18n._({ id: 'emoji.insert', message: 'Add an emoji' })

  function insert(emoji: string): void {
    const box = field.current
    if (!box) return
    const { value, selectionStart, selectionEnd } = box
    const place = selectionStart + emoji.length
    onInsert(value.slice(0, selectionStart) + emoji + value.slice(selectionEnd))
    setOpen(false)
    // After the field has received the text and the popover has returned the focus.
    setTimeout(() => {
      box.focus()
      box.setSelectionRange(place, place)
    })
  }

  return (
    <PopoverButton
      button={<ActionIcon icon={IconMoodSmile} className="wl-emoji-button" size={44} label={label} />}
      isOpen={isOpen}
      onChange={setOpen}
      position="top-start"
    >
      <LazyEmojiPicker onPick={insert} />
    </PopoverButton>
  )
}
