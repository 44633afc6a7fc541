import { useEffect, useRef, useState } from 'react'

/** A dialog that a button opens. When it closes, the focus goes back to the button, if that is still there. */
export function useDialog() {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = trigger.current
    if (!isOpen) return
    return () => button?.focus()
  }, [isOpen])
  return { isOpen, trigger, open: () => setOpen(true), close: () => setOpen(false) }
}
