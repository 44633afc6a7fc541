import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { logger } from '#web/platform/log.ts'
import { doorOf } from './keys.ts'

type Door = NonNullable<ReturnType<typeof doorOf>>
export type DoorProps = { onClose: () => void; onOpen: (door: Door) => void }

const log = logger('palette')
const load: Record<Door, () => Promise<ComponentType<DoorProps>>> = {
  palette: async () => (await import('./Palette.tsx')).Palette,
  shortcuts: async () => (await import('../shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
}

/** What keys open from anywhere: the palette and the list of keys. Their code comes with the first press. */
export function Doors() {
  const [opened, setOpened] = useState<{ door: Door; Dialog: ComponentType<DoorProps> } | null>(null)
  const returnTo = useRef<Element | null>(null)
  const close = () => {
    setOpened(null)
    if (returnTo.current instanceof HTMLElement) returnTo.current.focus()
  }
  const open = async (door: Door) => {
    try {
      const Dialog = await load[door]()
      setOpened({ door, Dialog })
    } catch (error) {
      // Offline before it was ever fetched: everything it leads to has its place in the navigation too.
      log.warn('could not be loaded', { door, why: String(error) })
    }
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const door = doorOf(event)
    if (!door) return
    event.preventDefault()
    if (opened?.door === door) return close()
    if (!opened) returnTo.current = document.activeElement
    void open(door)
  })
  useEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return opened && <opened.Dialog onClose={close} onOpen={(door) => void open(door)} />
}
