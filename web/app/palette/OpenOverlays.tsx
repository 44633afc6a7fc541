import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { logger } from '#web/platform/log.ts'
import type { Door, DoorProps } from '#web/pages/shortcuts/overlay-props.ts'
import { doorOf } from '#web/pages/shortcuts/keys.ts'

const log = logger('palette')
const load: Record<Door, () => Promise<ComponentType<DoorProps>>> = {
  palette: async () => (await import('./Palette.tsx')).Palette,
  shortcuts: async () => (await import('#web/pages/shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
  shared: async () => (await import('#web/pages/share/SharedDialog.tsx')).SharedDialog,
}

export type OpenDoorsProps = {
  /** The press that brought this code here; it opens its door like any later one. */
  first: KeyboardEvent | null
  /** Whether the address holds what another app has shared. */
  isShared: boolean
}

/** Opens and closes the dialogs that keys lead to, and gives the focus back. */
export function OpenDoors({ first, isShared }: OpenDoorsProps) {
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
    // The first press was kept from the browser already.
    const door = event === first && event.key !== '?' ? 'palette' : doorOf(event)
    if (!door) return
    event.preventDefault()
    if (opened?.door === door) return close()
    if (!opened) returnTo.current = document.activeElement
    void open(door)
  })
  const openShared = useEffectEvent(() => void open('shared'))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- another app has opened this address, and there is no event for it
    if (isShared) openShared()
  }, [isShared])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the press came before this code did
    if (first) handleKey(first)
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [first])
  return opened && <opened.Dialog onClose={close} onOpen={(door) => void open(door)} />
}
