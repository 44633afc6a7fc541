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
  /** The key press that loaded this code; handled like any later one. */
  first: KeyboardEvent | null
  /** Whether the address contains content shared by another app. */
  isShared: boolean
}

/** Opens and closes the overlays and restores the focus. */
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
      // Offline before the first load: the navigation leads to the same places.
      log.warn('overlay failed to load', { door, why: String(error) })
    }
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // The loader already called preventDefault for the first press.
    const door = event === first && event.key !== '?' ? 'palette' : doorOf(event)
    if (!door) return
    event.preventDefault()
    if (opened?.door === door) return close()
    if (!opened) returnTo.current = document.activeElement
    void open(door)
  })
  const openShared = useEffectEvent(() => void open('shared'))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- another app opened this address, and there is no event for it
    // oxlint-disable-next-line react/set-state-in-effect -- another app opened this address, and there is no event for it
    if (isShared) openShared()
  }, [isShared])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the key was pressed before this code loaded
    // oxlint-disable-next-line react/set-state-in-effect -- the key was pressed before this code loaded
    if (first) handleKey(first)
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [first])
  return opened && <opened.Dialog onClose={close} onOpen={(door) => void open(door)} />
}
