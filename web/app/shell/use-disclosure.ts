import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Open until Escape, a click outside, or a navigation. */
export function useDisclosure() {
  const { key } = useLocation()
  // The address where it was opened: any other address closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const isOpen = openedAt === key
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenedAt(null)
      area.current?.querySelector('button')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenedAt(null)
    }
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', onPress)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', onPress)
    }
  }, [isOpen])
  return { isOpen, toggle: () => setOpenedAt(isOpen ? null : key), close: () => setOpenedAt(null), area }
}
