import { Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { OpeningField } from './OpeningField.tsx'
import { usePaletteField } from './palette-field.store.ts'

const OpenOverlays = lazyComponent(async () => (await import('./OpenOverlays.tsx')).OpenOverlays)

/** Overlays that open from anywhere: palette, shortcut list, share target. Their code loads with the first shortcut or share. */
export function GlobalOverlays() {
  const isShared = useLocation().search.includes('shared_')
  const [first, setFirst] = useState<KeyboardEvent | null>(null)
  useEffect(() => {
    if (first) return undefined
    const listen = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key !== (isCommand ? 'k' : '?')) return
      // Browsers use Ctrl+K themselves. A question mark may be typed text, so its default stays.
      if (isCommand) {
        event.preventDefault()
        flushSync(() => void usePaletteField.getState().begin())
      }
      setFirst(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [first])
  return (
    <>
      <OpeningField />
      {(first ?? isShared) && (
        <Suspense>
          <OpenOverlays first={first} isShared={isShared} />
        </Suspense>
      )}
    </>
  )
}
