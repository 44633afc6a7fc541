import { useEffect, useRef, useState } from 'react'

/** State of a dialog that a button opens. Closing returns the focus to the button if it is still mounted. */
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
