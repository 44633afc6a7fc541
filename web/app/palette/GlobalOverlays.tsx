import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyComponent } from '#web/platform/lazy-component.ts'

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
      if (isCommand) event.preventDefault()
      setFirst(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [first])
  return (
    (first ?? isShared) && (
      <Suspense>
        <OpenOverlays first={first} isShared={isShared} />
      </Suspense>
    )
  )
}
