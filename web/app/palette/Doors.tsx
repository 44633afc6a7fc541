import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { logger } from '#web/platform/log.ts'
import { doorOf } from './keys.ts'

type Door = NonNullable<ReturnType<typeof doorOf>> | 'shared'
export type DoorProps = { onClose: () => void; onOpen: (door: Door) => void }

const log = logger('palette')
const load: Record<Door, () => Promise<ComponentType<DoorProps>>> = {
  palette: async () => (await import('./Palette.tsx')).Palette,
  shortcuts: async () => (await import('../shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
  shared: async () => (await import('../share/SharedDialog.tsx')).SharedDialog,
}

/** What opens from anywhere: the palette and the list of keys by a press, what another app has shared by itself. Their code comes then. */
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
  const isShared = useLocation().search.includes('shared_')
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- another app has opened this address, and there is no event for it
    if (isShared) void open('shared')
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- `open` is new each time and does the same
  }, [isShared])
  useEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return opened && <opened.Dialog onClose={close} onOpen={(door) => void open(door)} />
}
