import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { logger } from '#web/platform/log.ts'
import type { Overlay, OverlayProps } from '#web/pages/shortcuts/overlay-props.ts'
import { useCloseOnBack } from '../use-close-on-back.ts'
import { usePaletteField } from './palette-field.store.ts'
import { overlayForKey } from '#web/pages/shortcuts/keys.ts'

const log = logger('palette')
const load: Record<Overlay, () => Promise<ComponentType<OverlayProps>>> = {
  palette: async () => (await import('./Palette.tsx')).Palette,
  shortcuts: async () => (await import('#web/pages/shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
  shared: async () => (await import('#web/pages/share/SharedDialog.tsx')).SharedDialog,
}

export type OpenOverlaysProps = {
  /** The key press that loaded this code; handled like any later one. */
  first: KeyboardEvent | null
  /** Whether the address contains content shared by another app. */
  isShared: boolean
}

/** Opens and closes the overlays and restores the focus. */
export function OpenOverlays({ first, isShared }: OpenOverlaysProps) {
  const [opened, setOpened] = useState<{ overlay: Overlay; Dialog: ComponentType<OverlayProps> } | null>(null)
  const returnTo = useRef<Element | null>(null)
  const close = () => {
    setOpened(null)
    if (returnTo.current instanceof HTMLElement) returnTo.current.focus()
  }
  const open = async (overlay: Overlay) => {
    try {
      const Dialog = await load[overlay]()
      // Escape was pressed while the overlay loaded.
      if (overlay === 'palette' && !usePaletteField.getState().isOpening) return
      setOpened({ overlay, Dialog })
    } catch (error) {
      // If the palette can't load offline, users can still open these pages through the navigation.
      usePaletteField.getState().end()
      log.warn('overlay failed to load', { overlay, why: String(error) })
    }
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // The loader already called preventDefault for the first press.
    const overlay = event === first && event.key !== '?' ? 'palette' : overlayForKey(event)
    if (!overlay) return
    event.preventDefault()
    if (opened?.overlay === overlay) return close()
    const before = overlay === 'palette' ? usePaletteField.getState().begin() : document.activeElement
    if (!opened) returnTo.current = before
    void open(overlay)
  })
  useCloseOnBack(() => opened && opened.overlay !== 'shared' && setOpened(null))
  const openShared = useEffectEvent(() => void open('shared'))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- another app opened this address, and there is no event for it
    if (isShared) openShared()
  }, [isShared])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the key was pressed before this code loaded
    if (first) handleKey(first)
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [first])
  return opened && <opened.Dialog onClose={close} onOpen={(overlay) => void open(overlay)} />
}
